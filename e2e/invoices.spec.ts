import { makeDueInvoices } from "@/lib/services/billing/recurring/recurring";
import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";

const lineOne = { name: "Line 1" };

test("a half-written invoice is there again on another device, and gone once it is saved", async ({
  page,
  browser,
  complaints,
}) => {
  complaints.allow(/net::ERR_FAILED/);
  const store = await openStore(page.context());
  await makePlan(store, "Gold");
  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", lineOne);
  // A picked product brings its price.
  await line.getByLabel("Description").fill("Gold");
  await expect(line.getByLabel("Unit price, KES")).toHaveValue("1500");
  await expect(page.getByText("Kept. You may leave and come back")).toBeVisible();
  // From here on what is sent arrives, and the page hears of it no more, as when it is left at once.
  await page.route("**/dashboard/drafts", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByText(/^More:/).click();
  await page.getByLabel("Notes").fill("Typed at the last moment");
  // It is on this device too by now.
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("typed ")));
  await page.getByRole("link", { name: "Orders" }).first().click();
  await page.getByRole("heading", { name: "Orders" }).waitFor();

  const phone = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: new URL(page.url()).origin,
    javaScriptEnabled: false,
  });
  const there = await phone.newPage();
  // What is sent on leaving may arrive after the next page was asked for.
  await expect(async () => {
    await there.goto("/dashboard/invoices/new");
    await expect(there.getByText("What you typed is back")).toBeVisible();
    await expect(there.getByLabel("Notes")).toHaveValue("Typed at the last moment", { timeout: 500 });
  }).toPass();
  const thereLine = there.getByRole("group", lineOne);
  await expect(thereLine.getByLabel("Description")).toHaveValue("Gold");
  await there.getByRole("button", { name: "Add a line" }).click();
  const second = there.getByRole("group", { name: "Line 2" });
  await second.getByLabel("Description").fill("Delivery");
  await second.getByLabel("Unit price, KES").fill("250");
  await there.getByRole("button", { name: "Keep for later" }).click();
  await expect(there.getByText("It is not saved yet.")).toBeVisible();
  await expect(second.getByLabel("Description")).toHaveValue("Delivery");
  await there.getByRole("button", { name: "Save as draft" }).last().click();
  await expect(there.getByText("INV-000001 is saved as a draft.")).toBeVisible();
  await expect(there.locator("main").getByText("KES 1,750").first()).toBeVisible();
  await phone.close();

  await page.goto("/dashboard/invoices/new");
  await expect(page.getByLabel("Customer", { exact: true })).toHaveValue("");
  await expect(page.getByText("What you typed is back")).toBeHidden();
});

test("a quote is accepted without script, and its invoice is numbered as the seller numbers hers", async ({
  page,
  browser,
}) => {
  await openStore(page.context(), { storeName: "Maji Kwetu" });
  await page.goto("/dashboard/settings/numbering");
  await page.getByLabel("Prefix").fill("maji-2026-");
  await page.getByLabel("Next number").fill("001");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The next invoice is MAJI-2026-001.").first()).toBeVisible();

  await page.goto("/dashboard/invoices");
  await page.getByRole("link", { name: "Quotes" }).click();
  await page.getByRole("link", { name: "New quote" }).first().click();
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", lineOne);
  await line.getByLabel("Description").fill("Water, 1,000 litres");
  await line.getByLabel("Unit price, KES").fill("4500");
  await page.getByText(/^More:/).click();
  await page.getByLabel("Discount in KES").fill("10 %");
  await page.getByRole("button", { name: "Save the quote" }).last().click();
  await page.getByRole("heading", { name: "QUO-000001" }).waitFor();
  const link = await page.getByLabel("Page of the quote").inputValue();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const customer = await context.newPage();
  await customer.goto(link);
  await expect(customer.getByText("KES 4,050").first()).toBeVisible();
  await customer.getByRole("button", { name: "Accept" }).click();
  await expect(customer.getByText("Write your name.")).toBeVisible();
  await customer.getByLabel("Your name").fill("Achieng Otieno");
  await customer.getByRole("button", { name: "Accept" }).click();
  await expect(customer.getByText("Accepted by Achieng Otieno")).toBeVisible();
  await customer.getByRole("link", { name: "See and pay the invoice" }).click();
  await expect(customer.getByRole("heading", { name: "MAJI-2026-001" })).toBeVisible();
  await expect(customer.getByRole("button", { name: "Pay KES 4,050" })).toBeVisible();
  await context.close();

  await page.reload();
  await expect(page.getByText("Accepted", { exact: true }).first()).toBeVisible();
  await page.getByRole("link", { name: "MAJI-2026-001" }).click();
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByText("A copy of MAJI-2026-001.")).toBeVisible();
  await expect(line.getByLabel("Description")).toHaveValue("Water, 1,000 litres");
});

test("a recurring invoice is made each month by itself, is paused, and ends", async ({ page }) => {
  const store = await openStore(page.context());
  await page.goto("/dashboard/invoices/recurring");
  await page.getByRole("link", { name: "New recurring invoice" }).first().click();
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", lineOne);
  await line.getByLabel("Description").fill("Rent of the stall");
  await line.getByLabel("Unit price, KES").fill("4500");
  await page.getByText(/^More:/).click();
  await page.getByLabel("How many").fill("2");
  await page.getByRole("button", { name: "Save the schedule" }).last().click();
  await expect(page.getByText("The invoices of Kilimani Bakery are made from")).toBeVisible();
  await expect(page.getByText("None yet.")).toBeVisible();
  // The morning of its first day, whatever the hour of this test.
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  await makeDueInvoices({ ...store.world, clock: { now: () => tomorrow } });
  await page.reload();
  await expect(page.getByRole("link", { name: "INV-000001" })).toBeVisible();
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("It is paused.")).toBeVisible();
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("It goes on.")).toBeVisible();
  await page.getByText("End it").first().click();
  await page.getByRole("button", { name: "End it" }).click();
  await expect(page.getByText("It has ended.")).toBeVisible();
  await page.getByRole("link", { name: "INV-000001" }).click();
  await expect(page.getByRole("heading", { name: "INV-000001" })).toBeVisible();
});
