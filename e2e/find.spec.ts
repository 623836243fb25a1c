import type { Page } from "@playwright/test";
import { makePlan, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

const dayMs = 24 * 60 * 60 * 1000;

test("find yesterday's payment by its M-PESA code, as it is read out, and among yesterday's orders", async ({
  page,
  browser,
}) => {
  const store = await openStore(page.context());
  const code = await payYesterday(page, store);
  await page.goto("/dashboard");
  const palette = page.getByRole("dialog", { name: "Search" });
  await page.keyboard.press("Control+k");
  // Before anything is typed it offers what can be begun, and the newest.
  await expect(palette.getByRole("option", { name: "New invoice" })).toBeVisible();
  await palette.getByRole("combobox").fill(code.slice(0, 7).toLowerCase());
  await expect(palette.getByRole("option", { name: `M-PESA code ${code}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/orders\/\d+$/);
  await expect(page.locator("dl").getByText("M-PESA code")).toBeVisible();

  await page.goto("/dashboard/orders?when=today");
  await expect(page.getByText("No order matches")).toBeVisible();
  await page.getByText("More filters, 1 on").click();
  await page.getByRole("link", { name: "Yesterday" }).click();
  await expect(page.locator(".ledger tbody tr")).toHaveCount(1);
  await page.getByText("Save these filters").click();
  await page.getByLabel("Name for these filters").fill("Of yesterday");
  await page.getByRole("button", { name: "Save" }).click();
  const views = page.getByRole("list", { name: "Saved filters" });
  await expect(views.getByRole("link", { name: "Of yesterday" })).toHaveAttribute("aria-current", "page");
  const notice = page.getByText("“Of yesterday” is saved above this list");
  await expect(notice).toBeVisible();
  await page.reload();
  await expect(views).toBeVisible();
  await expect(notice).toHaveCount(0);

  const { cookies } = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin });
  await plain.addCookies(cookies);
  const old = await plain.newPage();
  await old.goto("/dashboard/orders");
  await old.getByRole("link", { name: "Of yesterday" }).click();
  await expect(old.locator(".ledger tbody tr")).toHaveCount(1);
  await old.getByRole("link", { name: "Remove the filter Yesterday" }).click();
  await expect(old).toHaveURL(/\/dashboard\/orders$/);
  await old.getByRole("button", { name: "Delete the saved filter Of yesterday" }).click();
  await expect(old.getByText("“Of yesterday” is deleted")).toBeVisible();
  await old.goto(`/dashboard/search?q=${code}`);
  await expect(old.getByText(`M-PESA code ${code}`)).toBeVisible();
  await plain.close();
});

test("the palette opens over a page that is no longer as it was, and what was typed there stays", async ({
  page,
}) => {
  const store = await openStore(page.context());
  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Amina Okello");
  await store.world.db.store.update({
    where: { id: store.seller.storeId },
    data: { name: "Changed meanwhile" },
  });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox").fill("record a sale");
  await expect(palette.getByRole("option", { name: "Record a sale" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Amina Okello");
});

test("on a phone a row has two lines, three where a name is long, and the first is on the first screen", async ({
  page,
}) => {
  const store = await openStore(page.context());
  await payYesterday(page, store);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const list of ["orders", "customers", "subscriptions"]) {
    await page.goto(`/dashboard/${list}`);
    const box = await page.locator(".ledger tbody tr").first().boundingBox();
    expect.soft(box?.height, `a row of ${list}`).toBeLessThan(list === "orders" ? 88 : 68);
    expect.soft((box?.y ?? 0) + (box?.height ?? 0), `the first row of ${list}`).toBeLessThan(640);
  }
});

/** A payment of which the customer has the code, a day ago. */
async function payYesterday(page: Page, store: OpenedStore): Promise<string> {
  await page.goto(`${await makePlan(store)}?ref=user_41`);
  await payByPhone(page, newPhone());
  await answerOnPhone(page, "Approve");
  await page.getByRole("link", { name: "See the receipt" }).click();
  const code = await page
    .locator("dt", { hasText: "M-PESA code" })
    .locator("xpath=following-sibling::dd")
    .textContent();
  const { world, seller } = store;
  const createdAt = new Date(world.clock.now().getTime() - dayMs);
  await world.db.order.updateMany({ where: { storeId: seller.storeId }, data: { createdAt } });
  return code ?? "";
}
