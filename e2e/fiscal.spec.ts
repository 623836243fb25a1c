import { openStore } from "./backstage";
import { expect, test } from "./fixtures";

// A seller tries tax receipts with the simulated authority.

test.setTimeout(300_000);

test("what is sold gets a number and a code on its receipt, and what is taken back a credit note", async ({
  page,
}) => {
  await openStore(page.context());
  await page.goto("/dashboard/settings/fiscal");
  await page.getByLabel("System").selectOption("practice");
  await page.getByLabel("PIN", { exact: true }).fill("P051234567A");
  await page.getByLabel("Serial number of the device").fill("dvc1130");
  await page.getByLabel("Class of goods").fill("50201700");
  await page.getByRole("button", { name: "Check connection" }).click();
  await expect(page.getByText("Connected. What is paid from now on gets its tax receipt.")).toBeVisible();
  await expect(page.locator("main").getByText("PRACTICE01")).toBeVisible();

  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", { name: "Line 1" });
  await line.getByLabel("Description").fill("Water, 1,000 litres");
  await line.getByLabel("Unit price, KES").fill("1500");
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  await page.getByRole("button", { name: "Mark as sent" }).click();
  await page.getByRole("link", { name: "Record a payment" }).click();
  await page.getByRole("button", { name: "Record KES 1,500" }).click();
  await page.getByRole("link", { name: "ORD-000001" }).click();
  const receipt = await page.getByLabel("Receipt link").inputValue();
  const order = new URL(page.url()).pathname;
  await page.goto(receipt);
  await expect(page.getByText(/is not a KRA eTIMS invoice/)).toBeHidden();
  // The instance's own clock lets it sign, each minute.
  const comes = (text: RegExp) =>
    expect(async () => {
      await page.goto(receipt);
      await expect(page.getByText(text)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 100_000, intervals: [2_000] });
  await comes(/^PRACTICE receipt: KES/);
  await expect(page.getByText("PRACTICE01/1", { exact: true })).toBeVisible();

  await page.goto(`${order}/payment/undo`);
  await page.getByLabel("Why").fill("Typed twice");
  await page.getByRole("button", { name: "Take it back" }).click();
  await expect(page.getByText("Taken back: this payment was recorded by mistake")).toBeVisible();
  await comes(/^PRACTICE credit note: KES/);
  await page.goto(`/dashboard/bookkeeping/fiscal?month=${new Date().toISOString().slice(0, 7)}`);
  await expect(page.getByRole("row", { name: /^D: no VAT/ })).toBeVisible();
});
