import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { listen } from "@/lib/testing/listen";
import { makePlan, makeProduct, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, newPhone, payByPhone } from "./payer";

/** The seller's own site, on another origin, with the strictest rules that the docs name. */
async function hostPage(body: string, service: string) {
  const { port, close } = await listen((_, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; script-src ${service} 'sha256-${listenerHash}'; connect-src ${service}; require-trusted-types-for 'script'`,
    );
    response.end(
      `<!doctype html><html lang=en><title>Shop</title>${body}<script>${listener}</script></html>`,
    );
  });
  return { origin: `http://localhost:${port}`, close };
}

/** What the seller's own script does: it hears the event, with the button that it is about. */
const listener = `heard=[];addEventListener("sente:paid",function(e){heard.push([e.composedPath()[0].textContent,e.detail.kind])})`;
const listenerHash = createHash("sha256").update(listener).digest("base64");

async function heard(page: Page): Promise<unknown> {
  return page.evaluate(() => (window as unknown as { heard: unknown }).heard);
}

/** The snippet as the dashboard gives it. */
async function snippet(page: Page, product: number | null, label: string | RegExp): Promise<string> {
  await page.goto(`/dashboard/settings/sites${product === null ? "" : `?product=${product}`}`);
  return page.getByLabel(label).inputValue();
}

async function productId({ world, seller }: OpenedStore, name: string): Promise<number> {
  return (await world.db.product.findFirstOrThrow({ where: { storeId: seller.storeId, name } })).id;
}

test("a button and a price table on a strict page of another origin: paid in a window, heard once", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const store = await openStore(context);
  await makePlan(store, "Gold <img src=x onerror=alert(1)>");
  await makeProduct(store, "Kericho tea");
  const button = await snippet(page, await productId(store, "Kericho tea"), "Button for Kericho tea");
  const table = await snippet(page, null, "Price table of the store");
  const script = await snippet(page, null, "The script, once on each page");
  const service = new URL(page.url()).origin;
  const host = await hostPage(`<p>${button}</p>${table}${script}`, service);
  const other = await hostPage(`<p>${button}</p>${script}`, service);

  await page.getByLabel("Your sites").last().fill(`${host.origin}/x`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("is not the address of a site").first()).toBeVisible();
  await page.getByLabel("Your sites").last().fill(`https://shop.example\n${host.origin}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your sites are saved.")).toBeVisible();

  const shop = await context.newPage();
  await shop.goto(host.origin);
  const plan = shop.getByRole("listitem").filter({ hasText: "Gold <img src=x onerror=alert(1)>" });
  await expect(plan).toContainText("KES 1,500");
  await expect(plan.getByRole("link", { name: "Subscribe" })).toBeVisible();

  // The product, by the button.
  const opened = shop.waitForEvent("popup");
  await shop.getByRole("link", { name: "Kericho tea", exact: true }).click();
  const view = await opened;
  await payByPhone(view, newPhone());
  // Whoever is no window of the button, or of another origin, is not heard.
  await shop.evaluate(() => window.postMessage({ type: "sente:done", kind: "order" }, "*"));
  const stranger = await openAnother(shop, `${service}/docs`);
  await stranger.evaluate(() => window.opener?.postMessage({ type: "sente:done", kind: "order" }, "*"));
  await stranger.close();
  expect(await heard(shop)).toEqual([]);
  await answerOnPhone(view, "Approve");
  await view.getByRole("link", { name: "See the receipt" }).waitFor();
  await expect.poll(() => heard(shop)).toEqual([["Kericho tea", "order"]]);
  await view.getByRole("link", { name: "See the receipt" }).click();
  await view.reload();
  expect(await heard(shop)).toEqual([["Kericho tea", "order"]]);
  const [order] = await store.world.db.order.findMany({ where: { storeId: store.seller.storeId } });
  expect(order).toMatchObject({ source: "embed", paymentStatus: "paid" });
  await view.close();

  // The plan, by the table.
  const second = shop.waitForEvent("popup");
  await plan.getByRole("link", { name: "Subscribe" }).click();
  const subscribing = await second;
  await payByPhone(subscribing, newPhone());
  await answerOnPhone(subscribing, "Approve");
  await expect
    .poll(() => heard(shop), { timeout: 20_000 })
    .toEqual([
      ["Kericho tea", "order"],
      ["Subscribe", "subscription"],
    ]);
  await subscribing.close();

  // A site that the seller did not list sells as well, and hears nothing.
  const unlisted = await context.newPage();
  await unlisted.goto(other.origin);
  const third = unlisted.waitForEvent("popup");
  await unlisted.getByRole("link", { name: "Kericho tea", exact: true }).click();
  const paid = await third;
  await payByPhone(paid, newPhone());
  await answerOnPhone(paid, "Approve");
  await paid.getByRole("link", { name: "See the receipt" }).waitFor();
  expect(await heard(unlisted)).toEqual([]);
  await host.close();
  await other.close();
});

test("without JavaScript the button is a link to the same page, and the table a link to the store", async ({
  browser,
  page,
  context,
}) => {
  const store = await openStore(context);
  await makeProduct(store, "Kericho tea");
  const button = await snippet(page, await productId(store, "Kericho tea"), "Button for Kericho tea");
  const table = await snippet(page, null, "Price table of the store");
  const script = await snippet(page, null, "The script, once on each page");
  const host = await hostPage(`<p>${button}</p>${table}${script}`, new URL(page.url()).origin);
  const bare = await browser.newContext({ javaScriptEnabled: false });
  const shop = await bare.newPage();
  await shop.goto(host.origin);
  await shop.getByRole("link", { name: "Kericho tea" }).click();
  await payByPhone(shop, newPhone());
  await answerOnPhone(shop, "Approve");
  await expect(async () => {
    await shop.reload();
    await expect(shop.getByRole("link", { name: "See the receipt" })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
  const orders = await store.world.db.order.findMany({ where: { storeId: store.seller.storeId } });
  expect(orders).toMatchObject([{ source: "embed", paymentStatus: "paid" }]);
  await shop.goto(host.origin);
  await expect(shop.locator("[data-sente-prices] a")).toHaveAttribute("href", /\/store\//);
  await bare.close();
  await host.close();
});

async function openAnother(shop: Page, address: string): Promise<Page> {
  const opened = shop.waitForEvent("popup");
  await shop.evaluate((to) => void window.open(to, "another"), address);
  const stranger = await opened;
  await stranger.waitForLoadState();
  return stranger;
}
