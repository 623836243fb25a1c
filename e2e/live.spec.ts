import type { Page } from "@playwright/test";
import { addCustomer } from "@/lib/services/people/customers/save";
import { type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";

// A page shows by itself what happens in its store while it is looked at.

const add = ({ world, seller }: OpenedStore, name: string) => {
  const rest = { phone: "", company: "", country: "", city: "", address: "" };
  return addCustomer(world, seller, { ...rest, name, email: `${name.toLowerCase()}@example.com` });
};

async function follow(page: Page, address: string): Promise<void> {
  const listens = page.waitForResponse(/\/dashboard\/live\?/);
  await page.goto(address);
  await listens;
}

test("a list shows what comes while it is looked at, without loading the page, and not under somebody's fingers", async ({
  page,
}) => {
  const shop = await openStore(page.context());
  await follow(page, "/dashboard/customers");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await add(shop, "Amina");
  await expect(page.getByRole("main").getByText("Amina").first()).toBeVisible();
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);

  const link = page.getByRole("main").getByRole("link").first();
  await link.focus();
  await add(shop, "Zuri");
  await expect(page.getByRole("main").getByText("Zuri").first()).toBeVisible();
  await expect(link).toBeFocused();

  const search = page.getByRole("main").locator("input[type=search], input[type=text]").first();
  await search.fill("Be");
  await add(shop, "Ben");
  await page.waitForTimeout(4_000);
  await expect(search).toHaveValue("Be");
  await expect(page.getByRole("main").getByText("Ben", { exact: true })).toHaveCount(0);
});

test("what happens before a page is connected shows as soon as it is", async ({ page }) => {
  const shop = await openStore(page.context());
  await page.route(/\/dashboard\/live\?/, async (route) => {
    await add(shop, "Amina");
    await route.continue();
  });
  await follow(page, "/dashboard/customers");
  await expect(page.getByRole("main").getByText("Amina").first()).toBeVisible();
});

test("what was just done stays said when the page reads itself anew", async ({ page }) => {
  const shop = await openStore(page.context());
  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Amina");
  await page.getByLabel("E-mail").fill("amina@example.com");
  await page.getByRole("button", { name: "Add the customer" }).click();
  const said = page.locator("[data-flash]");
  await expect(said).toBeFocused();
  await add(shop, "Zuri");
  await page.waitForResponse((answer) => answer.url() === page.url());
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(said).toBeVisible();
  await expect(said).toBeFocused();
});

test("a page without a connection says how old it is, and reads itself anew when the line is back", async ({
  page,
  complaints,
}) => {
  complaints.allow(/net::ERR|Failed to load resource/);
  const shop = await openStore(page.context());
  await follow(page, "/dashboard/customers");
  // Its script is on its way until then.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await expect(page.getByText("No connection. This page is as it was at")).toBeVisible();
  await add(shop, "Amina");
  await page.context().setOffline(false);
  await expect(page.getByRole("main").getByText("Amina").first()).toBeVisible();
  await expect(page.getByText("No connection.")).toHaveCount(0);
});

test("what a form was answered stays, whatever happens meanwhile; so does what is typed into any field", async ({
  page,
}) => {
  const shop = await openStore(page.context());
  await follow(page, "/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Amina");
  await page.getByLabel("E-mail").fill("nobody");
  await page.getByRole("button", { name: "Add the customer" }).click();
  await expect(page.locator("[data-problems]")).toBeFocused();
  await add(shop, "Ben");
  await page.waitForTimeout(4_000);
  await expect(page.locator("[data-problems]")).toBeVisible();

  await page.goto("/dashboard/customers/new");
  await page.getByText(/^More:/).click();
  await page.getByLabel("Address").fill("Kampala Road 1");
  await page.getByLabel("Address").blur();
  await page.evaluate(() => localStorage.clear());
  await add(shop, "Chai");
  await page.waitForTimeout(4_000);
  await expect(page.getByLabel("Address")).toHaveValue("Kampala Road 1");
});

test("without scripts a page says how to look again", async ({ browser, page, demo }) => {
  const shop = await openStore(page.context());
  const context = await browser.newContext({ baseURL: demo.site_url, javaScriptEnabled: false });
  await context.addCookies(await page.context().cookies());
  const plain = await context.newPage();
  await plain.goto("/dashboard/customers?search=amina");
  await add(shop, "Amina");
  await plain.getByRole("link", { name: "Look again" }).click();
  await expect(plain.getByRole("main").getByText("Amina").first()).toBeVisible();
  await expect(plain).toHaveURL(/search=amina/);
  await context.close();
});
