import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { enter, makeKey, makePlan, openStore } from "./backstage";
import { type Demo, expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone } from "./payer";
import { addKey, addPlan, pageOfProduct, signUp, takeSecret } from "./seller";

// Three days of a seller: the first, with scripts off on a small phone; a busy one at a desk; and a bad one.

test.setTimeout(180_000);

/** A red square of 8 by 8, as a PNG. */
const logo = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4o6SEFTEMLQkAvM5EAUNdDNUAAAAASUVORK5CYII=",
  "base64",
);

/** Somebody pays for a page of the store with their phone, and the receipt is there. */
async function pay(browser: Browser, url: string, phone = newPhone(), place = ""): Promise<void> {
  const context = await browser.newContext();
  const payer = await context.newPage();
  await payer.goto(url);
  if (place) {
    await payer.getByLabel("Your name").fill("Wanjiru Kamau");
    await payByPhone(payer, phone);
    await expect(payer.getByRole("link", { name: "Say where to bring it." })).toBeVisible();
    await expect(payer.getByLabel("Your name")).toHaveValue("Wanjiru Kamau");
    await payer.getByLabel("Where to bring it").fill(place);
  }
  await payByPhone(payer, phone);
  await answerOnPhone(payer, "Approve");
  await expect(payer.getByRole("link", { name: /receipt/i }).first()).toBeVisible({ timeout: 30_000 });
  if (place) await expect(payer.getByText(place)).toBeVisible();
  await context.close();
}

/** The address of a new payment link of KES 700. */
async function addLink(page: Page, title: string): Promise<string> {
  await page.goto("/dashboard/links/new");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await expect(page.getByLabel("Least amount in KES")).toBeHidden();
  await page.getByLabel("Amount in KES", { exact: true }).fill("700");
  await page.getByRole("button", { name: "Create payment link" }).click();
  const address = await page.getByRole("link", { name: "Open the page" }).getAttribute("href");
  return new URL(address ?? "", page.url()).toString();
}

test.describe("the first day, on a phone without scripts", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test("the store gets its face, old customers come in from a file, and the dashboard speaks French", async ({
    page,
  }) => {
    await signUp(page, "Duka la Amani");
    await page.getByText("All steps: 0 of 6 done").click();
    await expect(page.getByText("For programmers", { exact: true })).toBeVisible();

    await page.goto("/dashboard/settings");
    await page.getByLabel("Contact phone").fill("12");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert")).toContainText("One thing to correct");
    await page.getByLabel("Contact phone").fill("0712 000 111");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your store is saved.")).toBeVisible();
    await page.goto("/dashboard/settings/look");
    await page.getByRole("textbox", { name: "Colour" }).fill("#7a1f5c");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Your store is saved.")).toBeVisible();
    await page
      .getByLabel("Choose a logo")
      .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo });
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByText("The logo is on your pages.")).toBeVisible();

    const plan = await addPlan(page);
    await page.goto(plan);
    await expect(page.locator("img.logo")).toBeVisible();
    expect(
      (await page.request.get((await page.locator("img.logo").getAttribute("src")) ?? "")).status(),
    ).toBe(200);

    await page.goto("/dashboard/customers/import");
    await page
      .getByLabel("Or paste the lines")
      .fill("name,phone,email\nAmina Okello,0712 345 678,\nBen,,not an address\nAmina again,0712345678,\n");
    await page.getByRole("button", { name: "See what will happen" }).click();
    await expect(page.getByText("1 new, 0 changed, 0 as they are, 2 left out")).toBeVisible();
    await expect(page.getByText("Line 2 has the same phone.")).toBeVisible();
    await page.getByRole("button", { name: "Import 1 customer" }).click();
    await expect(page.getByText("Imported: 1 new")).toBeVisible();

    await page.goto("/dashboard/search?q=5678");
    await page.getByRole("link", { name: /Amina Okello/ }).click();
    await expect(page.getByRole("heading", { name: "Amina Okello" })).toBeVisible();
    await page.getByText("Menu").click();
    await page.getByRole("button", { name: "Français" }).filter({ visible: true }).click();
    await expect(page.getByText("Coordonnées")).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Bonjour Duka la Amani" })).toBeVisible();
  });
});

test("a busy day: money by the hour, an order handed over, a receipt sent again, twins merged, all by keyboard", async ({
  page,
  browser,
}) => {
  await openStore(page.context());
  const milk = await addLink(page, "Goat milk");
  await pay(browser, milk);
  await pay(browser, milk);
  await page.goto("/dashboard/products/new");
  await expect(page.locator("[name=kind]:checked")).toHaveCount(0);
  await expect(page.getByLabel("Paid", { exact: true })).toBeHidden();
  await page.getByLabel("Subscription").check();
  await expect(page.getByLabel("Paid", { exact: true })).toBeVisible();
  await page.getByLabel("Physical").check();
  await expect(page.getByLabel("Paid", { exact: true })).toBeHidden();
  await page.getByLabel("Name").fill("Clay pot");
  await expect(page.locator("[data-beside]").getByText("Clay pot")).toBeVisible();
  await page.getByLabel("Picture").setInputFiles({ name: "pot.png", mimeType: "image/png", buffer: logo });
  await expect(page.locator("canvas")).toBeVisible();
  await page.getByRole("button", { name: "Save and share" }).click();
  await expect(page.getByRole("alert")).toContainText("One thing to correct");
  // The picture is still chosen.
  await expect(page.locator("canvas")).toBeVisible();
  await page.getByLabel("Price in KES", { exact: true }).fill("1000");
  await page.getByRole("button", { name: "Save and share" }).click();
  await expect(page.getByRole("img", { name: "Clay pot" })).toBeVisible();
  const pot = await pageOfProduct(page);
  await pay(browser, pot, newPhone(), "The blue gate behind the church");

  await page.goto("/dashboard");
  await expect(page.getByText("KES 2,400 more than the 7 days before")).toBeVisible();
  await expect(page.getByRole("img", { name: "KES collected each hour today" })).toBeVisible();
  await page.getByRole("link", { name: "30 days" }).click();
  await expect(page.getByText("KES 2,400 more than the 30 days before")).toBeVisible();
  await expect(page.getByRole("img", { name: /^KES collected each day/ })).toBeVisible();
  await page.getByText("The same as a table").click();
  await expect(page.getByRole("table", { name: /^KES collected each day/ })).toContainText("KES 2,400");
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7/);

  await page.getByRole("link", { name: "Today", exact: true }).click();
  await page.getByRole("link", { name: "All orders" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  const file = readFileSync((await download.path()) ?? "", "utf8");
  expect(file.trim().split("\r\n")).toHaveLength(4);
  expect(file).toContain("Clay pot");
  expect(file).toContain("The blue gate behind the church");
  await page.getByRole("link", { name: /^ORD-000003/ }).click();
  await expect(page.getByText("The blue gate behind the church")).toBeVisible();
  await page.getByRole("button", { name: "Mark as handed over" }).click();
  await expect(page.getByText("The order is marked as handed over.")).toBeVisible();
  await page.getByRole("button", { name: "Send the receipt again" }).click();
  await expect(page.getByText(/^The receipt goes out again to/)).toBeVisible();
  await expect(page.getByText("Receipt sent again")).toBeVisible();
  await page.getByText("View as JSON").click();
  await expect(page.getByText('"fulfillment_status": "fulfilled"')).toBeVisible();

  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Amina Okello");
  await page.getByLabel("E-mail").fill("amina@example.com");
  await page.getByRole("button", { name: "Add the customer" }).click();
  // Going on while the form is sent would race with the page that it leads to.
  await expect(page.getByRole("heading", { level: 1, name: "Amina Okello" })).toBeVisible();
  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("amina okello");
  await page.getByLabel("Phone").fill("0722 111 222");
  await page.getByRole("button", { name: "Add the customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "amina okello" })).toBeVisible();
  // The keys work once the page's script has come.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.type("amina@");
  await page
    .getByRole("option", { name: /Amina Okello.*amina@/ })
    .first()
    .click();
  await expect(page.getByText("This may be the same person")).toBeVisible();
  await page.getByRole("link", { name: "See what merging does" }).click();
  await expect(page.getByText("Phone +254722111222")).toBeVisible();
  await page.getByRole("button", { name: "Merge them for good" }).click();
  await expect(page.getByText("They are one customer now: Amina Okello.")).toBeVisible();
  await expect(page.getByRole("link", { name: "+254722111222" })).toBeVisible();

  await page.goto("/dashboard/invoices/new");
  await page.getByLabel("Customer", { exact: true }).fill("Kilimani Bakery");
  const line = page.getByRole("group", { name: "Line 1" });
  await line.getByLabel("Description").fill("Water");
  await line.getByLabel("Unit price, KES").fill("1500");
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(line.getByLabel("Description")).toHaveValue("Water");
  await line.getByLabel("Quantity").fill("2");
  await page.getByRole("button", { name: "Save as draft" }).last().click();
  await expect(page.getByText("INV-000001 is saved.")).toBeVisible();
  await expect(page.locator("main").getByText("KES 3,000").first()).toBeVisible();
});

test("a bad day: the seller's server fails, and then the store is suspended", async ({
  page,
  browser,
  listener,
  demo,
}) => {
  const { storeName } = await openStore(page.context(), { storeName: `Duka ${Date.now()}` });
  listener.answers.push(...Array.from({ length: 20 }, () => 500));
  await addKey(page, "live");
  await page.goto("/dashboard/developers/endpoints/new?mode=live");
  await page.getByLabel("URL").fill(listener.url);
  await page.getByRole("button", { name: "Add webhook" }).click();
  await takeSecret(page, "Signing secret");
  const url = await addLink(page, "Goat milk");
  await pay(browser, url);
  await expect(async () => {
    await page.goto("/dashboard");
    await expect(page.getByText(/has been failing since/)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.getByRole("link", { name: "See the attempts" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await asOperator(browser, demo, async (operator) => {
    await operator.goto(`/ops/stores?search=${encodeURIComponent(storeName)}`);
    await operator.getByRole("row").getByRole("link", { name: storeName }).click();
    await operator.getByText("Suspend or block it").click();
    await operator.getByRole("link", { name: "Suspend the store" }).click();
    await operator.getByLabel("Why").fill("Somebody complained.");
    await operator.getByLabel("Your password").fill(demo.operator.password);
    await operator.getByRole("button", { name: "Suspend the store" }).click();
    await expect(operator.getByText(/^Done/)).toBeVisible();
  });
  await page.goto("/dashboard/orders");
  await expect(page.getByText("This store is suspended")).toBeVisible();
  await expect(page.getByText("Somebody complained.")).toBeVisible();
  const payer = await browser.newPage();
  await payer.goto(url);
  await expect(payer.getByText("This seller cannot take payments right now").first()).toBeVisible();
  await payer.context().close();
});

async function asOperator(browser: Browser, demo: Demo, act: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ baseURL: demo.site_url });
  await enter(page.context(), demo.operator.email);
  await act(page);
  await page.context().close();
}

test("days for free: the subscriber has them, and nobody paid", async ({ page, browser, api }) => {
  const store = await openStore(page.context());
  await pay(browser, await makePlan(store));
  const key = await makeKey(store, "live");
  const [before] = (await api(key, "/subscriptions")).body.data;

  await page.goto(`/dashboard/subscriptions/${before.id}`);
  await page.getByRole("link", { name: "Give days for free" }).click();
  await page.getByLabel("How many days").fill("400");
  await page.getByLabel("Why").fill("The server was down");
  await page.getByRole("button", { name: "Give the days" }).click();
  await expect(page.getByText("Type a whole number of days, from 1 to 366.").first()).toBeVisible();
  await expect(page.getByLabel("Why")).toHaveValue("The server was down");
  await page.getByLabel("How many days").fill("7");
  await page.getByRole("button", { name: "Give the days" }).click();
  await expect(page.getByText("7 days given")).toBeVisible();
  await expect(page.getByText("Given by you")).toBeVisible();
  await expect(page.getByText("Paid or given").first()).toBeVisible();

  const [after] = (await api(key, "/subscriptions")).body.data;
  const days = (Date.parse(after.current_period_end) - Date.parse(before.current_period_end)) / 86_400_000;
  expect([days, after.payments_count, after.total_paid]).toEqual([7, 1, before.total_paid]);
  await page.goto(after.manage_url);
  await expect(page.getByText("Nothing to pay")).toBeVisible();
});
