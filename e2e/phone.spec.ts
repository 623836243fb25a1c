import { expect, type Page, test } from "@playwright/test";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { gatewayPost, Sim } from "@/lib/testing/phone-sim";
import { makeEndpoint, type OpenedStore, openStore } from "./backstage";
import { expectSigned, type Listener, listen } from "./listener";
import { type Instance, openInstance } from "./open-instance";
import { payByPhone, send } from "./payer";

// A seller without a contract anywhere: an M-PESA number, and a phone that forwards what the network tells it.

let instance: Instance;
let listener: Listener;
let store: OpenedStore;
let webhookSecret: string;
let page: Page;
/** Of somebody who pays, in a browser without scripts. */
let payer: Page;
let account: string;
let forward: { url: string; secret: string };
const sim = new Sim({ now: () => new Date() }, 10_000, "mpesa_ke");

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  listener = await listen();
  instance = await openInstance({});
  const context = await browser.newContext({ baseURL: instance.siteUrl });
  store = await openStore(context, { dataDir: instance.dataDir });
  webhookSecret = (await makeEndpoint(store, "live", listener.url)).secret;
  page = await context.newPage();
  const plain = await browser.newContext({ baseURL: instance.siteUrl, javaScriptEnabled: false });
  payer = await plain.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await payer.context().close();
  await instance.stop();
  await listener.close();
});

/** The phone heard this, and its forwarder posts it. */
async function hears(text: string, sender = "MPESA"): Promise<void> {
  const { body, headers } = gatewayPost(text, { secret: forward.secret, at: new Date(), sender });
  const answer = await fetch(forward.url, { method: "POST", body, headers });
  expect(answer.status).toBe(200);
}

async function makeLink(title: string, amount: number): Promise<string> {
  const link = await createPaymentLink(store.world, store.seller, NewPaymentLink.parse({ title, amount }));
  return `/pay/${link.token}`;
}

test("a seller connects their number, and types the balance that the phone says", async () => {
  await page.goto("/dashboard/wallet/own/new");
  await page.getByRole("link", { name: /^Your own phone/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("Phone in the shop");
  await page.getByLabel("Network of the SIM").selectOption({ label: "M-PESA, Kenya" });
  await page.getByLabel("Number", { exact: true }).fill("0712 400 400");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Connect and check" }).click();
  await expect(page.getByText("Nothing is believed yet: type the balance")).toBeVisible();
  account = new URL(page.url()).pathname;
  const url = await page.getByLabel("Address to forward to").first().inputValue();
  forward = { url, secret: await page.getByLabel("Signing key").inputValue() };
  await page.getByLabel("Balance of this number now").fill("about ten");
  await page.getByRole("button", { name: "Believe it from here" }).click();
  await expect(page.getByText("Enter an amount in KES, such as 1500.").first()).toBeVisible();
  await page.getByLabel("Balance of this number now").fill("10,000");
  await page.getByRole("button", { name: "Believe it from here" }).click();
  await expect(page.getByText("They fit, one after the other")).toBeVisible();
});

test("a payer sends the money and types its number; the page is green and the seller's server told within 2 s of the message", async () => {
  await payer.goto(await makeLink("Spare key", 250));
  await payByPhone(payer, "0712 345 678");
  await expect(payer.getByRole("heading", { name: "Send KES 250 to 0712 400400" })).toBeVisible();
  await send(payer, "This is my payment");
  await expect(payer.getByText("Enter the number of the payment, such as TJF987E58C.").first()).toBeVisible();
  const text = sim.receives(250, { from: "0712 345 678" });
  const code = text.slice(0, 10);
  await payer.getByLabel("Number of the payment, or the whole message").fill(` ${code.toLowerCase()} `);
  await send(payer, "This is my payment");
  await expect(payer.getByText("It has not reached the seller’s phone yet.")).toBeVisible();
  const startedAt = Date.now();
  await hears(text);
  const types = () => listener.received.map(({ event }) => event.type);
  await expect.poll(types, { intervals: [20] }).toContain("order.paid");
  const toldMs = Date.now() - startedAt;
  console.log(`The webhook came ${toldMs} ms after the message`);
  expect(toldMs).toBeLessThanOrEqual(2_000);
  for (const delivery of listener.received) expectSigned(delivery, webhookSecret);
  await payer.reload();
  await expect(payer.getByRole("link", { name: "See the receipt" })).toBeVisible();
});

test("what the phone did not tell is asked about once; what came since waits for the answer", async () => {
  await payer.goto(await makeLink("Second key", 300));
  await payByPhone(payer, "0712 345 678");
  sim.withdraws(1_200);
  const text = sim.receives(300, { from: "0712 345 678" });
  await payer.getByLabel("Number of the payment, or the whole message").fill(text);
  await send(payer, "This is my payment");
  await hears(text);
  await payer.reload();
  await expect(payer.getByRole("link", { name: "See the receipt" })).toHaveCount(0);
  await page.goto(account);
  await expect(
    page.getByText(/^KES 1,200 left this number between .* and no message tells of it/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Yes, that is right" }).click();
  await expect(page.getByText("They fit, one after the other")).toBeVisible();
  await payer.reload();
  await expect(payer.getByRole("link", { name: "See the receipt" })).toBeVisible();
});

test("a forged message is never money: its seller is told, and what is true goes on", async () => {
  await hears(sim.forged(5_000, { balance: 300 }));
  await page.goto("/dashboard/tasks");
  await expect(page.getByText("Phone in the shop: a message is not believed")).toBeVisible();
  await hears(sim.withdraws(400));
  await page.goto(account);
  await expect(page.getByText("They fit, one after the other")).toBeVisible();
  await page.getByRole("link", { name: "Messages of this phone" }).click();
  const row = (text: string) => page.getByRole("row", { name: text });
  await expect(row("Not true")).toHaveCount(1);
  await expect(row("Fits")).toHaveCount(3);
});

test("what nothing reads is shown, and read from then on as its seller says", async () => {
  await hears(
    "Dear customer, Ksh500 was put to you by ANJE TESTER, you now have Ksh9,450. Nr AB12345678",
    "MPESA",
  );
  await page.reload();
  await page.getByRole("link", { name: "Say what it is" }).click();
  await page.getByLabel("What it is").selectOption({ label: "Money received" });
  await page.getByLabel("Amount in it").fill("500");
  await page.getByLabel("Balance in it").fill("9,450");
  await page.getByLabel("Number of the transaction in it").fill("AB12345678");
  await page.getByRole("button", { name: "Read it so" }).click();
  await expect(page.getByText("Messages like it are read so from now on.")).toBeVisible();
  await expect(page.getByRole("row", { name: "Fits" })).toHaveCount(4);
});
