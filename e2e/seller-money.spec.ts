import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { endHolds, enter, moveTransfers, runSchedules } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone } from "./payer";

// What a seller does with money that comes in: share a link, see the order, give a part back, pay out, send a bill.

test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

/** Without scripts, as on an old phone. A total that the button did not name is said once more. Returns the order's number. */
async function payWithoutScript(
  browser: Browser,
  url: string,
  amount?: string,
  total?: string,
): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const payer = await context.newPage();
  await payer.goto(url);
  if (amount) await payer.getByLabel(/^Amount/).fill(amount);
  await payer.getByLabel("Mobile number").fill(newPhone());
  await payer.getByRole("button", { name: /^Pay/ }).click();
  if (total) await payer.getByRole("button", { name: `Pay ${total}` }).click();
  await expect(payer).toHaveURL(/\/attempt\//);
  await answerOnPhone(payer, "Approve");
  await expect(async () => {
    await payer.reload();
    await expect(payer.getByRole("link", { name: /receipt/i })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await payer.getByRole("link", { name: /receipt/i }).click();
  await expect(payer.getByText(/^\W*Paid$/).first()).toBeVisible();
  const order = /ORD-\d+/.exec((await payer.locator("main").textContent()) ?? "")?.[0] ?? "";
  await context.close();
  return order;
}

async function lookAgainUntil(page: Page, words: string | RegExp, withinMs: number): Promise<void> {
  await expect(async () => {
    await moveTransfers();
    await page.reload();
    await expect(page.locator("main").getByText(words).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: withinMs });
}

test("a link is made, paid on an old phone, partly given back, and the rest is paid out", async ({
  page,
  browser,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);

  await page.goto("/dashboard/links/new");
  await page.getByLabel("Title", { exact: true }).fill("Goat milk, 5 litres");
  await page.getByLabel("Amount in KES", { exact: true }).fill("700");
  await page.getByRole("button", { name: "Create payment link" }).click();
  await expect(page.getByRole("heading", { name: "Goat milk, 5 litres" })).toBeVisible();
  const url = (await page.getByRole("link", { name: "Open the page" }).getAttribute("href")) ?? "";
  const number = await payWithoutScript(browser, new URL(url, page.url()).toString());

  await page.goto("/dashboard/orders");
  await page.getByRole("link", { name: number }).first().click();
  await expect(page.locator("main").getByText("Goat milk, 5 litres").first()).toBeVisible();
  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel("Amount in KES").fill("200");
  await page.getByLabel("Why").fill("One bottle was broken");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("KES 200").first()).toBeVisible();
  await page.getByRole("button", { name: "Refund KES 200" }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/\d+$/);
  await lookAgainUntil(page, "Partly refunded", 90_000);

  await page.goto("/dashboard/wallet");
  await lookAgainUntil(page, "Ready to pay out", 10_000);
  await page.goto("/dashboard/wallet/accounts/new");
  const phone = page.locator("form", { has: page.getByRole("button", { name: "Add this number" }) });
  await phone.getByLabel("Number", { exact: true }).fill("0722 000 789");
  await phone.getByLabel("Name it is registered in").fill("Achieng Otieno");
  await phone.getByLabel("Your password").fill("not my password");
  await phone.getByRole("button", { name: "Add this number" }).click();
  await expect(phone.getByRole("alert")).toContainText("This is not your password.");
  await phone.getByLabel("Your password").fill(demo.owner.password);
  await phone.getByRole("button", { name: "Add this number" }).click();
  await expect(
    page
      .locator("main")
      .getByText(/Achieng Otieno/)
      .first(),
  ).toBeVisible();

  await endHolds();
  await page.goto("/dashboard/wallet/payouts/new");
  await page.getByLabel("Amount in KES").fill("300");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Your password").fill(demo.owner.password);
  await page.getByRole("button", { name: "Pay out KES 300" }).click();
  await expect(page.getByRole("heading", { name: "Payout of KES 300" })).toBeVisible();
  await lookAgainUntil(page, "Receipt of the provider", 90_000);

  // From now on it goes by itself; the next time is now.
  await page.getByRole("link", { name: "To the wallet" }).click();
  await page.getByRole("heading", { name: "Automatic payouts" }).waitFor();
  // Another story may have switched them on in the store that they share.
  const off = page.getByRole("button", { name: "Switch off" });
  if (await off.isVisible()) await off.click();
  await page.getByRole("link", { name: "Set up automatic payouts" }).click();
  await page.getByLabel("Day", { exact: true }).selectOption({ label: "Every day" });
  await page.getByLabel("Keep this much in the wallet, KES").fill("50");
  await page.getByLabel("Your password").fill("not my password");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText("This is not your password.");
  await expect(page.getByLabel("Keep this much in the wallet, KES")).toHaveValue("50");
  await page.getByLabel("Your password").fill(demo.owner.password);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByText("Every day at 06:00")).toBeVisible();
  await expect(page.getByText(/, about KES \d/)).toBeVisible();
  await runSchedules();
  await page.goto("/dashboard/wallet/payouts");
  await page
    .getByRole("link", { name: /Achieng Otieno/ })
    .first()
    .click();
  await expect(page.getByText("The schedule of automatic payouts")).toBeVisible();
  await page.goto("/dashboard/wallet");
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Nothing goes out by itself.")).toBeVisible();
  await page.goto("/dashboard/wallet/payouts/new");
  await page.getByLabel("All of it, after the fee").check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: /^Pay out KES (49|50)/ })).toBeVisible();

  await page.goto("/dashboard/wallet");
  await page.getByRole("link", { name: "Statement" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).first().click(),
  ]);
  const csv = readFileSync((await download.path()) ?? "", "utf8");
  expect(csv.charCodeAt(0)).toBe(0xfeff);
  expect(csv).toContain(number);
});

test("an invoice is written, sent, paid in two parts, and its PDF is there", async ({
  page,
  browser,
  demo,
}) => {
  await enter(page.context(), demo.owner.email);
  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  await page.getByText(/^More:/).click();
  await page.getByLabel("Customer's e-mail").fill("bakery@example.com");
  const first = page.getByRole("group", { name: "Line 1" });
  await first.getByLabel("Description").fill("Water, 1,000 litres");
  await first.getByLabel("Quantity").fill("2");
  await first.getByLabel("Unit price, KES").fill("1500");
  await page.getByLabel("It may be paid in parts").check();
  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page).toHaveURL(/\/invoices\/\d+/);
  await page.getByRole("checkbox", { name: /E-mail/ }).check();
  await page.getByRole("button", { name: /^Send/ }).click();
  const address = page.getByLabel("Page of the invoice");
  await expect(address).toBeVisible();
  const url = await address.inputValue();

  const pdf = await page.request.get(`${url}/pdf`);
  expect(pdf.status()).toBe(200);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");

  await payWithoutScript(browser, url, "1000", "KES 1,000");
  await lookAgainUntil(page, "KES 2,000", 10_000);
  await payWithoutScript(browser, url, "2000");
  await lookAgainUntil(page, "Paid", 10_000);
  const payer = await browser.newPage();
  await payer.goto(url);
  await expect(payer.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
  await payer.close();
});

test("rows of a list are chosen and acted on, with and without scripts", async ({ page, browser, demo }) => {
  await enter(page.context(), demo.owner.email);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/dashboard/orders");
  await page.getByRole("link", { name: /^ORD-/ }).first().click();
  await page.locator("main").getByRole("link", { name: "Orders", exact: true }).click();
  const receipt = page.getByRole("button", { name: "Send the receipt again" });
  const tag = page.getByLabel("Tag", { exact: true }).last();
  await page.getByLabel("All on this page").check();
  await expect(page.getByText(/^\d+ chosen$/)).toBeVisible();
  await expect(tag).toBeVisible();
  await page.getByLabel("All on this page").uncheck();
  for (const what of [receipt, tag]) await expect(what).toBeHidden();
  await page
    .getByRole("checkbox", { name: /^Choose ORD-/ })
    .first()
    .check();
  await expect(page.getByText("1 chosen")).toBeVisible();
  await expect(receipt).toBeInViewport();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(
    readFileSync((await download.path()) ?? "", "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(2);
  await receipt.click();
  await expect(page.getByText(/^Send the receipt again: /)).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.site_url });
  await enter(context, demo.owner.email);
  const old = await context.newPage();
  await old.goto("/dashboard/invoices");
  await expect(old.getByRole("button", { name: "Cancel", exact: true })).toBeHidden();
  await old
    .getByRole("checkbox", { name: /^Choose INV-/ })
    .first()
    .check();
  await old.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(old.getByText(/^Cancel this invoice\?/)).toBeVisible();
  await old.getByRole("button", { name: "Cancel", exact: true }).first().click();
  await expect(old.getByText(/^Cancel: (1|none) done/)).toBeVisible();
  await context.close();
});
