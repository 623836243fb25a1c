import type { Page, Route } from "@playwright/test";
import { type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";

// The line breaks while a form is on its way: nothing that was typed is lost, and nothing is done twice.

test.beforeEach(({ complaints }) => complaints.allow(/net::ERR|Failed to load resource/));

const form = "**/dashboard/customers/new";

async function typeCustomer(page: Page): Promise<OpenedStore> {
  const shop = await openStore(page.context());
  await page.goto("/dashboard/customers/new");
  await page.getByLabel("Name", { exact: true }).fill("Amina Okello");
  await page.getByLabel("E-mail").fill("amina@example.com");
  return shop;
}

const press = (page: Page) => page.getByRole("button", { name: "Add the customer" }).click();
const made = ({ world, seller }: OpenedStore) =>
  world.db.customer.count({ where: { accountId: seller.accountId } });

/** The next press of the form meets this; those after it a good line. */
async function next(page: Page, meets: (route: Route) => Promise<void>): Promise<void> {
  let isMet = false;
  await page.route(form, async (route) => {
    if (isMet || route.request().method() !== "POST") return route.continue();
    isMet = true;
    await meets(route);
  });
}

test("an answer that is lost is asked for: the customer is there once, and the page says so", async ({
  page,
}) => {
  const shop = await typeCustomer(page);
  await next(page, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  await press(page);
  await expect(page.getByText("It was saved when you pressed the button before.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Amina Okello" })).toBeVisible();
  expect(await made(shop)).toBe(1);
});

test("a press that never arrived: the form stands there, nothing was saved, the next press saves it", async ({
  page,
}) => {
  const shop = await typeCustomer(page);
  await next(page, (route) => route.abort("connectionreset"));
  await press(page);
  await expect(page.getByText("Nothing was saved. Press again when you are ready.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Amina Okello");
  expect(await made(shop)).toBe(0);
  await press(page);
  await expect(page.getByRole("heading", { name: "Amina Okello" })).toBeVisible();
  expect(await made(shop)).toBe(1);
});

test("a press that arrives after its page was told that nothing was saved does nothing", async ({ page }) => {
  const shop = await typeCustomer(page);
  let arrive = async () => {};
  await next(page, async (route) => {
    const late = { headers: await route.request().allHeaders(), body: route.request().postDataBuffer() };
    arrive = async () => {
      await page.request.post("/dashboard/customers/new", {
        headers: late.headers,
        data: late.body ?? Buffer.alloc(0),
        maxRedirects: 0,
      });
    };
    await route.abort("connectionreset");
  });
  await press(page);
  await expect(page.getByText("Nothing was saved. Press again when you are ready.")).toBeVisible();
  await arrive();
  expect(await made(shop)).toBe(0);
});

test("a line that brings a press three times brings one customer", async ({ page }) => {
  const shop = await typeCustomer(page);
  await next(page, async (route) => {
    const again = () => route.fetch({ maxRedirects: 0 });
    const [answer] = await Promise.all([again(), again(), again()]);
    await route.fulfill({ response: answer });
  });
  await press(page);
  await expect(page.getByRole("heading", { name: "Amina Okello" })).toBeVisible();
  expect(await made(shop)).toBe(1);
});

test("without a connection nothing is sent; what was typed stays, also after a closed tab, and goes once it is saved", async ({
  page,
}) => {
  const shop = await typeCustomer(page);
  // Its script is on its way until then.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await press(page);
  await expect(page.getByText("No connection. Nothing was saved.")).toBeVisible();
  await page.context().setOffline(false);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("typed ")));
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto("/dashboard/customers/new");
  await expect(tab.getByText("What you typed here before is back.")).toBeVisible();
  await expect(tab.getByLabel("Name", { exact: true })).toHaveValue("Amina Okello");
  await press(tab);
  await expect(tab.getByRole("heading", { name: "Amina Okello" })).toBeVisible();
  expect(await made(shop)).toBe(1);
  await tab.goto("/dashboard/customers/new");
  await expect(tab.getByLabel("Name", { exact: true })).toHaveValue("");
  expect(
    await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("typed "))),
  ).toEqual([]);
});

test("a press is seen at once, and a refused field is said in place without loading the page anew", async ({
  page,
}) => {
  await typeCustomer(page);
  await page.getByLabel("E-mail").fill("nobody");
  await next(page, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await press(page);
  await expect(page.getByRole("button", { name: "Sending…" })).toHaveAttribute("aria-busy", "true");
  await expect(page.locator("[data-problems]")).toBeFocused();
  expect(await page.evaluate(() => (window as { isSame?: boolean }).isSame)).toBe(true);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Amina Okello");
  // The palette opens over a page that an answer put in place too.
  await page.keyboard.press("Escape");
  await page.locator("#content").focus();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
});

test("what our doors refuse is said in their words, and the form stays", async ({ page }) => {
  await typeCustomer(page);
  await next(page, (route) =>
    route.fulfill({ status: 503, contentType: "text/plain; charset=utf-8", body: "This copy is paused." }),
  );
  await press(page);
  await expect(page.getByText("This copy is paused.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Amina Okello");
});
