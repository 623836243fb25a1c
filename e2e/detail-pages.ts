import type { Page } from "@playwright/test";
import { NewDiscount } from "@/lib/resources/discount-input";
import { createCodes, createDiscount } from "@/lib/services/catalog/discounts/save";
import { createProduct } from "@/lib/services/catalog/products/save";
import { endHolds, enter, makePlan, storeOf } from "./backstage";
import { makeDelivering } from "./delivered";
import type { Demo } from "./fixtures";
import type { Look } from "./pages";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

const dashboard = "/dashboard";
const wallet = `${dashboard}/wallet`;

/** The pages of one thing each, and of money on its way out, in the store of the demo, which may pay out. */
export async function makeDetails(page: Page, demo: Demo): Promise<Look[]> {
  await enter(page.context(), demo.owner.email);
  const link = await makePaidLink(page);
  const account = await addAccount(page, demo.owner.password);
  const order = await firstOf(page, `${dashboard}/orders`);
  const invoice = await draftInvoice(page);
  const quote = await writeQuote(page);
  const recurring = await writeRecurring(page);
  const customer = await firstOf(page, `${dashboard}/customers`);
  const subscription = await makeSubscription(page, demo);
  const discount = await makeDiscount(page, demo);
  const delivering = await makeDelivering(await storeOf(demo.owner.email), "Vegetables of the highlands");
  const empty = await makeEmpty(demo);
  return [
    { name: "link", open: link },
    { name: "link-edit", open: `${link}/edit` },
    { name: "product", open: await firstOf(page, `${dashboard}/products`) },
    { name: "deliverables", open: `${dashboard}/products/${delivering.id}/deliverables` },
    { name: "deliverables-none", open: `${dashboard}/products/${empty}/deliverables` },
    { name: "product-new", open: `${dashboard}/products/new` },
    { name: "customer-edit", open: `${customer}/edit` },
    { name: "customer-merge", open: `${customer}/merge` },
    { name: "subscription-days", open: `${subscription}/days` },
    { name: "subscription-plan", open: `${subscription}/plan` },
    { name: "subscription-discount", open: `${subscription}/discount` },
    { name: "customer-erase", open: `${customer}/erase` },
    { name: "invoice-draft", open: invoice },
    { name: "invoice-edit", open: `${invoice}/edit` },
    { name: "invoice-copy", open: `${dashboard}/invoices/new?from=${invoice.split("/").at(-1)}` },
    { name: "quote", open: quote },
    { name: "quote-edit", open: `${quote}/edit` },
    { name: "quote-copy", open: `${dashboard}/invoices/quotes/new?from=${quote.split("/").at(-1)}` },
    { name: "recurring", open: recurring },
    { name: "invoice-sent", open: (at) => sendInvoice(at, invoice) },
    { name: "refund", open: `${order}/refund` },
    { name: "refund-confirm", open: `${order}/refund/confirm?amount=100&reason=One+bottle+was+broken` },
    { name: "refunds", open: `${dashboard}/refunds` },
    { name: "discounts", open: `${dashboard}/discounts` },
    { name: "discount-new", open: `${dashboard}/discounts/new` },
    { name: "discount", open: discount },
    { name: "discount-edit", open: `${discount}/edit` },
    { name: "discount-codes", open: (at) => showCodesForm(at, discount) },
    { name: "sale", open: `${dashboard}/orders/sell` },
    { name: "sale-receipt", open: `${order}/receipt` },
    { name: "payment-undo", open: `${order}/payment/undo` },
    { name: "payment-record", open: `${invoice}/payment` },
    { name: "payout-account-new", open: `${wallet}/accounts/new` },
    { name: "payout-account", open: account },
    { name: "payout-new", open: `${wallet}/payouts/new` },
    { name: "payouts-automatic", open: `${wallet}/automatic` },
    { name: "wallet-automatic", open: (at) => payOutWeekly(at, demo.owner.password) },
    { name: "payout-confirm", open: confirmPayout },
    { name: "payout", open: (at) => payOut(at, demo.owner.password) },
    { name: "payouts", open: `${wallet}/payouts` },
    { name: "wallet-with-money", open: wallet },
    { name: "wallet-totals", open: `${wallet}/totals` },
    { name: "bookkeeping", open: `${dashboard}/bookkeeping?month=${new Date().toISOString().slice(0, 7)}` },
    { name: "bookkeeping-settings", open: `${dashboard}/bookkeeping/settings` },
    { name: "sites", open: `${dashboard}/settings/sites` },
    { name: "tax", open: `${dashboard}/settings/tax` },
    { name: "fiscal", open: `${dashboard}/settings/fiscal` },
    { name: "fiscal-items", open: `${dashboard}/settings/fiscal/items` },
    { name: "fiscal-off", open: `${dashboard}/settings/fiscal/off` },
    { name: "whatsapp", open: `${dashboard}/settings/whatsapp` },
    { name: "whatsapp-off", open: `${dashboard}/settings/whatsapp/off` },
    { name: "whatsapp-templates", open: `${dashboard}/settings/whatsapp/templates` },
    { name: "fiscal-month", open: `${dashboard}/bookkeeping/fiscal` },
    { name: "messages-sent", open: `${dashboard}/messages` },
  ];
}

/** The address of the first thing of a list. */
async function firstOf(page: Page, path: string, found = "main table a"): Promise<string> {
  await page.goto(path);
  return (await page.locator(found).first().getAttribute("href")) ?? "";
}

async function makeSubscription(page: Page, { owner }: Demo): Promise<string> {
  const payer = await page.context().newPage();
  await payer.goto(await makePlan(await storeOf(owner.email), "Weekly milk"));
  await payByPhone(payer, newPhone());
  await answerOnPhone(payer, "Approve");
  await payer.getByRole("link", { name: "See the receipt" }).waitFor();
  await payer.close();
  return firstOf(page, `${dashboard}/subscriptions`);
}

/** A digital product that delivers nothing yet. */
async function makeEmpty({ owner }: Demo): Promise<number> {
  const { world, seller } = await storeOf(owner.email);
  const typed = { description: "", kind: "digital", price: "900", salePrice: "", interval: "" };
  return (await createProduct(world, seller, { ...typed, name: "Songs of the lake" })).id;
}

/** Vouchers, in two batches. */
async function makeDiscount(page: Page, { owner }: Demo): Promise<string> {
  const { world, seller } = await storeOf(owner.email);
  const input = NewDiscount.parse({ name: "Scratch cards of the market", type: "percent", percent: 100 });
  const { id } = await createDiscount(world, seller, input);
  for (const [count, prefix] of [[50, "MARKET"] as const, [2, null] as const])
    await createCodes(world, seller, id, { count, prefix, max_redemptions: 1 });
  await page.goto(`${dashboard}/discounts/${id}`);
  return `${dashboard}/discounts/${id}`;
}

async function showCodesForm(page: Page, discount: string): Promise<void> {
  await page.goto(discount);
  await page.getByText("Make codes").first().click();
  await page.getByRole("button", { name: "Make codes" }).click();
  await page.getByText(/things? to correct/).waitFor();
}

async function makePaidLink(page: Page): Promise<string> {
  await page.goto(`${dashboard}/links/new`);
  await page.getByLabel("Title", { exact: true }).fill("Goat milk, 5 litres");
  await page.getByLabel("Amount in KES", { exact: true }).fill("700");
  await page.getByRole("button", { name: "Create payment link" }).click();
  await page.getByRole("heading", { name: "Goat milk, 5 litres" }).waitFor();
  const path = new URL(page.url()).pathname;
  const payer = await page.context().newPage();
  await payer.goto((await page.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "");
  await payByPhone(payer, newPhone());
  await answerOnPhone(payer, "Approve");
  await payer.getByRole("link", { name: /receipt/i }).waitFor();
  await payer.close();
  return path;
}

async function addAccount(page: Page, password: string): Promise<string> {
  await page.goto(`${wallet}/accounts/new`);
  const form = page.locator("form", { has: page.getByRole("button", { name: "Add this number" }) });
  await form.getByLabel("Number", { exact: true }).fill(newPhone("789"));
  await form.getByLabel("Name it is registered in").fill("Achieng Otieno");
  await form.getByLabel("Your password").fill(password);
  await form.getByRole("button", { name: "Add this number" }).click();
  await page.waitForURL(`**${wallet}`);
  return (
    (await page
      .locator(`main a[href^="${wallet}/accounts/"]:not([href$="/new"])`)
      .last()
      .getAttribute("href")) ?? ""
  );
}

async function draftInvoice(page: Page): Promise<string> {
  await page.goto(`${dashboard}/invoices/new`);
  await fillLine(page);
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  return new URL(page.url()).pathname;
}

async function writeQuote(page: Page): Promise<string> {
  await page.goto(`${dashboard}/invoices/quotes/new`);
  await fillLine(page);
  await page.getByRole("button", { name: "Save the quote" }).last().click();
  await page.waitForURL(/\/quotes\/\d+$/);
  return new URL(page.url()).pathname;
}

async function writeRecurring(page: Page): Promise<string> {
  await page.goto(`${dashboard}/invoices/new?repeat=month`);
  await fillLine(page);
  await page.getByRole("button", { name: "Save the schedule" }).last().click();
  await page.waitForURL(/\/recurring\/\d+$/);
  return new URL(page.url()).pathname;
}

async function fillLine(page: Page): Promise<void> {
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  await page.getByText(/^More:/).click();
  await page.getByLabel("Customer's e-mail").fill("bakery@example.com");
  const line = page.getByRole("group", { name: "Line 1" });
  await line.getByLabel("Description").fill("Water, 1,000 litres");
  await line.getByLabel("Unit price, KES").fill("1500");
}

async function sendInvoice(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Send/ }).click();
  await page.getByLabel("Page of the invoice").waitFor();
}

async function payOutWeekly(page: Page, password: string): Promise<void> {
  await page.goto(`${wallet}/automatic`);
  await page.getByLabel("Day", { exact: true }).selectOption({ label: "Sunday" });
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("main").getByRole("button").first().click();
  await page.waitForURL(`**${wallet}`);
  await page.getByText("Sunday at 06:00, every week").waitFor();
}

async function confirmPayout(page: Page): Promise<void> {
  await endHolds();
  await page.goto(`${wallet}/payouts/new`);
  await page.getByLabel("Amount in KES").fill("100");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Your password").waitFor();
}

async function payOut(page: Page, password: string): Promise<void> {
  await confirmPayout(page);
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Pay out KES 100" }).click();
  await page.getByRole("heading", { name: "Payout of KES 100" }).waitFor();
}
