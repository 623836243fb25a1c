import type { Page } from "@playwright/test";
import { makePlan, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { newPhone, payByPhone } from "./payer";

// Money that comes unasked: a payer types a paybill and an account number at their own phone, or forgets the number.

/** A store with an account of its own, which payers pay at a till. */
async function tillStore(page: Page): Promise<{ store: OpenedStore; paybill: string }> {
  const store = await openStore(page.context());
  await page.goto("/dashboard/wallet/own/new?rail=sandbox");
  await page.getByLabel("Name").fill("Till at the gate");
  await page.getByLabel("Your password").fill(store.password);
  await page.getByRole("button", { name: "Connect and check" }).click();
  await expect(page.getByText("It answers and is on. Payers can pay into it now.")).toBeVisible();
  const said = (await page.getByText(/^Paybill \d+$/).textContent()) ?? "";
  return { store, paybill: said.replace(/\D/g, "") };
}

async function payAtTill(
  page: Page,
  number: string,
  typed: { account?: string; amount: string },
  phone: string,
) {
  await page.goto(`/sandbox/phone/254${phone.slice(1)}/till`);
  await page.getByLabel("Till or paybill").fill(number);
  if (typed.account) await page.getByLabel("Account number").fill(typed.account);
  await page.getByLabel("Amount").fill(typed.amount);
  await page.getByRole("button", { name: "Pay" }).click();
  await expect(page.getByText(/^Paid\. The receipt is SBT/)).toBeVisible();
}

/** The paybill and the account number that a payer's page names. */
async function readTill(page: Page): Promise<{ number: string; account: string }> {
  const text = (await page.getByText(/^Or pay at paybill/).textContent()) ?? "";
  const [, number = "", account = ""] = /paybill (\d+), account (\d+)/.exec(text) ?? [];
  return { number, account };
}

test("an invoice is paid at the till by its number, and says so on its own page", async ({ page }) => {
  const { store, paybill } = await tillStore(page);
  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", { name: "Line 1" });
  await line.getByLabel("Description").fill("Water, 1,000 litres");
  await line.getByLabel("Unit price, KES").fill("1500");
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByRole("link", { name: "Record a payment" }).waitFor();
  const invoice = new URL(page.url()).pathname;
  const { token } = await store.world.db.invoice.findFirstOrThrow({
    where: { storeId: store.seller.storeId },
  });
  const payer = await page.context().newPage();
  await payer.goto(`/invoice/${token}`);
  const { number, account } = await readTill(payer);
  expect(number).toBe(paybill);
  // A digit too little names nothing, and another amount does not pay it: the seller is told of both.
  const phone = newPhone();
  await payAtTill(payer, number, { account: account.slice(0, -1), amount: "1500" }, phone);
  await payAtTill(payer, number, { account, amount: "1400" }, phone);
  await page.goto("/dashboard/tasks");
  await expect(page.getByText("KES 1,500 came to Till at the gate, and nobody said what for")).toBeVisible();
  await expect(page.getByText("KES 1,400 came to your own account and matched no payment")).toBeVisible();
  await payAtTill(payer, number, { account, amount: "1500" }, phone);
  await payer.goto(`/invoice/${token}`);
  await expect(payer.getByText("Paid").first()).toBeVisible();
  await page.goto(invoice);
  await expect(page.getByText("Paid").first()).toBeVisible();
});

test("a payment without a number is suggested for the order that waits, and one press assigns it", async ({
  page,
}) => {
  const { store, paybill } = await tillStore(page);
  const plan = await makePlan(store);
  const phone = newPhone("346");
  const payer = await page.context().newPage();
  await payer.goto(plan);
  await payByPhone(payer, phone);
  await payer.waitForURL(/\/attempt\//);
  const attempt = payer.url();
  const { amountMinor } = await store.world.db.paymentAttempt.findFirstOrThrow({
    where: { storeId: store.seller.storeId },
  });
  const amount = String(Number(amountMinor) / 100);
  const other = await page.context().newPage();
  await payAtTill(other, paybill, { amount }, phone);
  await payAtTill(other, paybill, { amount: "77" }, newPhone("347"));
  await page.goto("/dashboard/tasks");
  const suggested = page.getByText(/It may be the payment of ORD-000001/);
  await expect(suggested).toBeVisible();
  await page.getByRole("button", { name: "Accept it for the order" }).click();
  await expect(suggested).toBeHidden();
  await payer.goto(attempt);
  await expect(payer.getByText("See the receipt")).toBeVisible();
  await page.getByRole("button", { name: "Take as a sale" }).click();
  await expect(page.getByText(/^Nothing needs you\./)).toBeVisible();
  await page.goto("/dashboard/orders");
  await expect(page.getByText("Walk-in customer").first()).toBeVisible();
});
