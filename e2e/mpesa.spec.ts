import { expect, type Page, test } from "@playwright/test";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { makeEndpoint, makePlan, moveTransfers, type OpenedStore, openStore } from "./backstage";
import { type MpesaEmulator, startMpesa } from "./emulators/mpesa";
import { expectSigned, type Listener, listen } from "./listener";
import { freePort, type Instance, openInstance } from "./open-instance";
import { payByPhone, send } from "./payer";

// A seller's own paybill at M-PESA, over HTTP to a Daraja that answers, calls back and loses things as the real one may.

let instance: Instance;
let mpesa: MpesaEmulator;
let listener: Listener;
let store: OpenedStore;
/** Of the seller's own endpoint. */
let secret: string;
let page: Page;
/** Of somebody who pays, in a browser without scripts. */
let payer: Page;
/** Of the account's page. */
let account: string;

const phone = "254712345678";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  mpesa = await startMpesa({ realTime: true, startMs: Date.now(), keys: { passkey: "the-passkey" } });
  listener = await listen();
  // Daraja takes no address at localhost; this one stands for any.
  const port = String(await freePort());
  const site = { PORT: port, SITE_URL: `http://127.0.0.1:${port}` };
  instance = await openInstance({ ...site, RAIL_MPESA_BASE_URL: mpesa.url });
  const context = await browser.newContext({ baseURL: site.SITE_URL });
  store = await openStore(context, { dataDir: instance.dataDir });
  secret = (await makeEndpoint(store, "live", listener.url)).secret;
  page = await context.newPage();
  const plain = await browser.newContext({ baseURL: site.SITE_URL, javaScriptEnabled: false });
  payer = await plain.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await payer.context().close();
  await instance.stop();
  await mpesa.close();
  await listener.close();
});

async function enterKeys(typed: Record<string, string>, button: string): Promise<void> {
  const more = page.locator("details", { hasText: "More: keys that are not always needed" });
  await more.evaluate((folded: HTMLDetailsElement) => folded.setAttribute("open", ""));
  for (const [label, value] of Object.entries({ ...typed, "Your password": store.password }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByRole("button", { name: button }).click();
}

test("a seller connects their paybill: what is refused is said, and the steps show what is done", async () => {
  await page.goto("/dashboard/wallet/own/new");
  await page.getByRole("link", { name: /^M-PESA/ }).click();
  const { consumerKey, consumerSecret, shortCode, passkey, initiator, securityCredential } = mpesa.keys;
  const keys = { "Consumer key": consumerKey, "Consumer secret": consumerSecret, "Short code": shortCode };
  const rest = { "Initiator name": initiator, "Nominated number": "0712000001", "Standing orders": "2026" };
  await enterKeys(
    { Name: "Paybill at the gate", ...keys, ...rest, Passkey: "another-passkey" },
    "Connect and check",
  );
  await expect(page.getByText(/^Enter the security credential, or the initiator/).first()).toBeVisible();
  await expect(page.getByLabel("Consumer key", { exact: true })).toHaveValue("");
  const secrets = { "Consumer key": consumerKey, "Consumer secret": consumerSecret };
  const wrong = { Passkey: "another-passkey", "Security credential": "bm90IGl0" };
  await enterKeys({ ...secrets, ...wrong }, "Connect and check");
  await expect(page.getByText(/its check failed\.$/)).toBeVisible();
  await expect(page.getByText(/passkey and short code do not belong/)).toHaveCount(1);
  account = new URL(page.url()).pathname;
  await page.getByRole("link", { name: "Change name and keys" }).click();
  await enterKeys({ Passkey: passkey }, "Save");
  await expect(page.getByText("It answers and is on. Payers can pay into it now.")).toBeVisible();
  // Only what is asked in the initiator's name shows that its credential is wrong.
  const refused = page.getByText(/^M-PESA does not accept the initiator/);
  await expect(async () => {
    await page.goto(account);
    await expect(refused).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.goto("/dashboard/tasks");
  await expect(refused).toBeVisible();
  await page.goto(`${account}/change`);
  await enterKeys({ "Security credential": securityCredential }, "Save");
  await expect(refused).toHaveCount(0);
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByText(/^It answers\. M-PESA reports what is paid there/)).toBeVisible();
  const registered = mpesa.requests.find(({ path }) => path.endsWith("/registerurl"));
  expect(registered?.text).toContain(`${new URL(page.url()).origin}/api/rails/kenya/`);
  const steps = page.getByRole("listitem");
  for (const done of ["Choose the provider", "Paste its keys", "Check connection"])
    await expect(steps.filter({ hasText: new RegExp(`${done}, Done`) })).toBeVisible();
  // Whatever whoever runs the service plays with, this is real.
  await expect(page.getByText("Play money: no real money moves.")).toHaveCount(0);
});

test("they pay KES 10 to themselves, the page follows it until it is green, and they give it back", async () => {
  await page.getByLabel("Your own phone").fill("0712 345 678");
  await page.getByRole("button", { name: "Ask my phone" }).click();
  await expect(page.getByText("Approve KES 10 at your phone. This page follows it.")).toBeVisible();
  await expect(page.getByText("KES 10 came into this account")).toBeVisible({ timeout: 40_000 });
  await page.getByRole("link", { name: "Give it back" }).click();
  await page.getByLabel("Why").fill("It was a try");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: /^Refund KES/ }).click();
  await expect(page.getByText("The refund is on its way.")).toBeVisible();
  await expect(page.getByText(/mpesa:/)).toHaveCount(0);
  await expect(async () => {
    await moveTransfers(instance.dataDir);
    await page.goto(account);
    await expect(page.getByText("It works, and KES 10 was given back.")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 90_000 });
  expect(mpesa.lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(["paid 10", "reversal 10"]);
});

test("a prompt whose callback is lost turns green, and the confirmation of the same receipt adds nothing", async () => {
  const link = await makeLink("Spare key", "250");
  mpesa.unkind.copies.prompt = 0;
  mpesa.unkind.lateMs.confirmation = 20_000;
  await payer.goto(link);
  await payByPhone(payer, "0712 345 678");
  const confirmed = () => JSON.stringify(mpesa.sent).includes(`"TransID":"${mpesa.lines.at(-1)?.receipt}"`);
  const receipt = payer.getByRole("link", { name: "See the receipt" });
  await until(() => expect(receipt).toBeVisible({ timeout: 500 }));
  expect(confirmed()).toBe(false);
  await expect.poll(confirmed, { timeout: 60_000 }).toBe(true);
  Object.assign(mpesa.unkind, { copies: {}, lateMs: {} });
  await page.goto("/dashboard/orders");
  await expect(page.getByRole("main").getByText(/^ORD-\d+$/)).toHaveCount(2);
  await page.goto("/dashboard/wallet/own");
  await expect(page.getByRole("listitem").filter({ hasText: "Paybill at the gate" })).toContainText(
    "KES 250",
  );
  await page.goto("/dashboard/tasks");
  await expect(page.getByText(/^Nothing needs you\./)).toBeVisible();
});

// The confirmation is signed by nobody: the list is asked, or, where it lags behind, M-PESA itself by the receipt.
for (const by of ["the list", "its receipt"])
  test(`what is paid by an invoice's number is on the open page and at the seller's server at once, proved by ${by}`, async () => {
    const { path, token } = await makeInvoice();
    await payer.goto(`/invoice/${token}`);
    const number = await accountShown();
    mpesa.unkind.pullLateMs = by === "the list" ? 0 : 600_000;
    const listens = page.waitForResponse(/\/dashboard\/live\?/);
    await page.goto(path);
    // It reads itself anew at most every two seconds, and hears of the sending first.
    await Promise.all([listens, page.waitForTimeout(5_000)]);
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    const seen = listener.received.length;
    const types = () => listener.received.slice(seen).map(({ event }) => event.type);
    const isAnswer = ({ kind, url }: { kind: string; url: string }) =>
      kind === "result" && url.includes("op=till_status");
    const answers = () => mpesa.sent.filter(isAnswer).length;
    const answered = answers();
    let startedAt = Date.now();
    const paying = mpesa.pay({ phone, amount: 1_500, account: number });
    if (by === "its receipt") {
      // M-PESA takes three seconds for its answer: what is ours begins with it.
      await expect.poll(answers, { intervals: [20] }).toBeGreaterThan(answered);
      startedAt = Date.now();
    }
    const since = () => Date.now() - startedAt;
    const [toldMs, shownMs] = await Promise.all([
      expect
        .poll(types, { intervals: [20] })
        .toEqual(expect.arrayContaining(["order.paid", "invoice.paid"]))
        .then(since),
      expect(page.getByRole("link", { name: "Record a payment" }))
        .toHaveCount(0)
        .then(since),
      paying,
    ]);
    console.log(`Proved by ${by}: the webhook came after ${toldMs} ms, the page changed after ${shownMs} ms`);
    for (const delivery of listener.received.slice(seen)) expectSigned(delivery, secret);
    expect(toldMs).toBeLessThanOrEqual(2_000);
    expect(shownMs).toBeLessThanOrEqual(4_000);
    // It changed by itself.
    expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
    mpesa.unkind.pullLateMs = 0;
    await payer.reload();
    await expect(payer.getByText("Paid").first()).toBeVisible();
  });

test("a subscriber lets M-PESA pay; what it takes renews, and what it takes after the end goes back", async () => {
  await payer.goto(`${await makePlan(store)}?ref=user_1`);
  await payByPhone(payer, "0798 765 432");
  const offer = payer.getByRole("link", { name: "Renew by itself from M-PESA" });
  await until(() => expect(offer).toBeVisible({ timeout: 500 }));
  await offer.click();
  const here = payer.url();
  await expect(
    payer.getByText(/^M-PESA takes KES 1,500 every month from 0798 •••432 by itself/),
  ).toBeVisible();
  await send(payer, "Renew by itself from M-PESA");
  await until(() => expect(payer.getByText(/by itself, next on/)).toBeVisible({ timeout: 500 }));
  await expect(payer.getByText(/^To stop it, dial \*334#/)).toBeVisible();
  const asked = mpesa.requests.find(({ path }) => path.endsWith("createStandingOrderExternal"));
  const { PartyA, Amount, AccountReference } = JSON.parse(asked?.text ?? "");
  const take = () => mpesa.pay({ phone: PartyA, amount: Number(Amount), account: AccountReference });
  await take();
  const receipts = payer.getByRole("link", { name: "Receipt" });
  await until(() => expect(receipts).toHaveCount(2, { timeout: 500 }));
  await payer.getByRole("link", { name: /^Cancel/ }).click();
  await send(payer, /^Cancel/);
  await payer.goto(here);
  await expect(payer.getByText(/^Your standing order still runs at M-PESA/)).toBeVisible();
  await expect(payer.getByText(/We cannot stop it for you/)).toBeVisible();
  await take();
  // Nothing is left for it, so nobody has to decide: it goes back by itself, and the seller sees it among the refunds.
  await expect(async () => {
    await moveTransfers(instance.dataDir);
    expect(mpesa.lines.at(-1)).toMatchObject({ kind: "reversal", amount: 1_500 });
  }).toPass({ timeout: 60_000 });
  await page.goto("/dashboard/refunds");
  await expect(page.getByRole("row", { name: /cancelled 1,500$/ })).toBeVisible();
  await payer.goto(here);
  await expect(receipts).toHaveCount(2);
});

test("the portal's list is dropped in: known lines are known, one is asked about, and nothing comes twice", async () => {
  Object.assign(mpesa.unkind, { copies: { confirmation: 0 }, pullLateMs: 600_000 });
  await mpesa.pay({ phone: "254711000111", amount: 77, account: "wrong" });
  const known = mpesa.lines.filter(({ kind }) => kind === "paid").length - 1;
  const out = mpesa.lines.length - known - 1;
  const drop = async (said: string) => {
    await page.goto(account);
    await page.getByLabel("The provider’s list (CSV)").setInputFiles({
      ...{ name: "ORG_600984_Utility.csv", mimeType: "text/csv" },
      buffer: Buffer.from(mpesa.statementCsv()),
    });
    await page.getByRole("button", { name: "Take it in" }).click();
    await expect(page.getByText(said)).toBeVisible();
  };
  const asked = "to be looked at under “Needs you”";
  await drop(`0 booked, ${known} known already, 1 ${asked}, ${out} without money that came.`);
  await drop(`0 booked, ${known + 1} known already, 0 ${asked}, ${out} without money that came.`);
  await page.goto("/dashboard/tasks");
  await expect(page.getByText("KES 77 came to Paybill at the gate, and nobody said what for")).toHaveCount(1);
});

test("a code to scan is on the invoice's page and on the card to print", async () => {
  const drawn = (of: Page) =>
    of.getByRole("img", { name: /^Code to scan/ }).evaluate((img: HTMLImageElement) => img.naturalWidth);
  const { token } = await makeInvoice();
  await payer.goto(`/invoice/${token}`);
  expect(await drawn(payer)).toBeGreaterThan(0);
  const number = await accountShown();
  await makeLink("Borehole visit", "300");
  await page.goto(account);
  await page.getByRole("link", { name: "Print a card" }).click();
  await expect(page.getByText("Ask us for your account number")).toBeVisible();
  await page.getByLabel("What is paid").selectOption({ label: "Borehole visit" });
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByText("KES 300")).toBeVisible();
  expect(await drawn(page)).toBeGreaterThan(0);
  const asked = mpesa.requests.filter(({ path }) => path === "/mpesa/qrcode/v1/generate").slice(-2);
  expect(asked.map(({ text }) => JSON.parse(text))).toMatchObject([
    { TrxCode: "PB", CPI: mpesa.keys.shortCode, RefNo: number, Amount: "1500" },
    { TrxCode: "PB", CPI: mpesa.keys.shortCode, Amount: "300" },
  ]);
});

async function makeLink(title: string, price: string): Promise<string> {
  const body = NewPaymentLink.parse({ title, amount: Number(price) });
  const { token } = await createPaymentLink(store.world, store.seller, body);
  return `/pay/${token}`;
}

/** Of KES 1,500, as it stands once it was handed over; where the seller and its payer see it. */
async function makeInvoice(): Promise<{ path: string; token: string }> {
  const items = [{ description: "Water, 1,000 litres", quantity: 1, unit_price: 1_500 }];
  const body = NewInvoice.parse({ customer_name: "Kilimani Bakery", items });
  const { id, token } = await draftInvoice(store.world, store.seller, body);
  const path = `/dashboard/invoices/${id}`;
  await page.goto(path);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByRole("link", { name: "Record a payment" }).waitFor();
  return { path, token };
}

/** The account number that a payer's page names. */
async function accountShown(): Promise<string> {
  const text = (await payer.getByText(/^Or pay at paybill/).textContent()) ?? "";
  return /account (\d+)/.exec(text)?.[1] ?? "";
}

/** A payer without scripts loads the page again and again. */
async function until(isSo: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await payer.reload();
    await isSo();
  }).toPass({ timeout: 60_000 });
}
