import { expect, type Page, test } from "@playwright/test";
import { makePlan, moveTransfers, type OpenedStore, openStore } from "./backstage";
import { type PaystackEmulator, startPaystack } from "./emulators/paystack";
import { type Instance, openInstance } from "./open-instance";
import { payByPhone } from "./payer";
import type { Place } from "./seller";

// A service without wallets: a seller connects the account that they have at a provider, and payers pay into that.

let instance: Instance;
let paystack: PaystackEmulator;
let store: OpenedStore;
let page: Page;

const ghana: Place = { country: "GH", currency: "GHS", timeZone: "Africa/Accra" };

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  paystack = await startPaystack({ realTime: true, startMs: Date.now(), secretKey: "sk_live_emulated" });
  instance = await openInstance({ WALLETS: "off", RAIL_PAYSTACK_BASE_URL: paystack.url });
  const context = await browser.newContext({ baseURL: instance.siteUrl });
  store = await openStore(context, { place: ghana, dataDir: instance.dataDir });
  page = await context.newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await instance.stop();
  await paystack.close();
});

test("a seller connects an account of their own in a few minutes, from the overview", async () => {
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Connect it" }).first().click();
  await page.getByRole("link", { name: /^Paystack/ }).click();
  await page.getByLabel("Name").fill("Shop at the beach");
  await page.getByLabel("Secret key").fill("sk_live_of_another");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Connect and check" }).click();
  await expect(page.getByText(/It is kept and off, because its check failed/)).toBeVisible();
  await page.getByRole("link", { name: "Change name and keys" }).click();
  await page.getByLabel("Secret key").fill(paystack.secretKey);
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("It answers and is on. Payers can pay into it now.")).toBeVisible();
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByText(/^It answers\./)).toBeVisible();
  // What the seller copies into the provider's own pages.
  const address = await page.locator("main input[readonly]").first().inputValue();
  expect(address).toContain("/api/rails/paystack/");
  paystack.callbackUrl.current = address;
});

test("a payer pays into it; the order, the receipt and With you say so, and nothing is in a wallet", async ({
  browser,
}) => {
  const payer = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await payer.goto(`${await makePlan(store)}?ref=user_1`);
  // What is paid here is real, though whoever runs this service plays with the sandbox.
  await expect(payer.getByText("Sandbox: no real money moves.")).toBeHidden();
  await payByPhone(payer, "055 123 4987");
  await expect(async () => {
    await payer.reload();
    await expect(payer.getByRole("link", { name: "See the receipt" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  await payer.getByRole("link", { name: "See the receipt" }).click();
  await expect(payer.getByText("Paid directly to")).toBeVisible();
  await payer.context().close();
  await page.goto("/dashboard");
  await expect(page.locator("main").getByText("Shop at the beach")).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Own accounts" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Shop at the beach" });
  // Less what the provider keeps.
  await expect(row).toContainText("GHS 1,470.75");
  await page.goto("/dashboard/orders/ORD-000001");
  await expect(page.getByRole("link", { name: "Your own account" })).toBeVisible();
  expect((await page.goto("/dashboard/wallet"))?.status()).toBe(404);
});

test("a refund goes back from it, and With you agrees", async () => {
  await page.goto("/dashboard/orders/ORD-000001");
  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel("Why").fill("The shop was closed");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Leaves your own account")).toBeVisible();
  await page.getByRole("button", { name: /^Refund GHS/ }).click();
  await expect(async () => {
    await moveTransfers(instance.dataDir);
    await page.reload();
    await expect(page.locator("main").getByText("Refunded").first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 90_000 });
  await page.goto("/dashboard/wallet/own");
  const row = page.getByRole("listitem").filter({ hasText: "Shop at the beach" });
  // All of the payment went back; the provider keeps what it took for it.
  await expect(row).toContainText(/[-−]\s?GHS 29.25|GHS [-−]29.25/);
});

test("refused keys close it: its page and Needs you say so, and the payer's page that payments are not open", async ({
  browser,
}) => {
  paystack.switches.revoked = true;
  await page.getByRole("link", { name: "Shop at the beach" }).click();
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByText("Payers cannot pay into it now")).toBeVisible();
  const payer = await (await browser.newContext()).newPage();
  await payer.goto(`${await makePlan(store, "Silver")}?ref=user_2`);
  await expect(payer.getByText("This store cannot take live payments yet.")).toBeVisible();
  await payer.context().close();
  await expect(async () => {
    await page.goto("/dashboard/tasks");
    await expect(page.getByText("Nobody can pay into Shop at the beach now")).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 90_000 });
});
