import type { Locator, Page } from "@playwright/test";
import { makeProduct, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { makeOneOfEach } from "./one-of-each";

// What a seller has in sight, and where their thumb finds it, on the smallest phone; and how a large screen is used.

const smallest = { width: 320, height: 568 };
const longName = "Tabitha Nduta Wanjiru Kamau-Odhiambo";

async function shopOn(page: Page, size: { width: number; height: number }) {
  const shop = await openStore(page.context());
  await makeOneOfEach(shop);
  await page.setViewportSize(size);
  return shop;
}

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not there.");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test("a list begins in the first half of the screen, and names of customers are whole", async ({ page }) => {
  const { world, seller } = await shopOn(page, smallest);
  const { accountId, storeId } = seller;
  await world.db.customer.updateMany({ where: { accountId }, data: { name: longName } });
  await world.db.invoice.updateMany({ where: { storeId }, data: { customerName: longName } });
  for (const path of ["orders", "invoices", "customers"]) {
    await page.goto(`/dashboard/${path}`);
    const row = page.locator("main tbody tr").first();
    expect.soft((await boxOf(row)).y, path).toBeLessThan(smallest.height / 2);
    const name = row.getByText(longName).first();
    const isCut = await name.evaluate((element) => {
      for (let at: Element | null = element; at && at.tagName !== "TR"; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible" && at.scrollWidth > at.clientWidth + 1) return true;
      return false;
    });
    expect.soft(isCut, path).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(smallest.width);
  }
});

test("at the counter a tile with its price and number is in sight above the bar, which says what is done", async ({
  page,
}) => {
  const store = await openStore(page.context());
  for (const name of ["Kericho tea", "Ugali flour", "Sugar"]) await makeProduct(store, name);
  await page.setViewportSize(smallest);
  await page.goto("/dashboard/orders/sell");
  const bar = page.locator("[data-bar]");
  const tile = page.locator("[data-tile]").first();
  const inSight = async (what: Locator) =>
    expect.soft((await boxOf(what)).bottom).toBeLessThanOrEqual((await boxOf(bar)).y);
  await inSight(tile.getByText("KES 1,200"));
  await inSight(tile.getByRole("spinbutton"));
  await tile.locator("b").click();
  await inSight(tile.getByRole("button", { name: "One less" }));
  const phone = page.locator("#customerPhone");
  await expect(phone).toHaveAttribute("placeholder", "Phone to ask");
  await expect(phone).toHaveAttribute("aria-required", "true");
  await expect(page.getByRole("button", { name: "Ask to pay" })).toBeInViewport();
  await bar.getByText("Cash", { exact: true }).click();
  await expect(phone).toHaveAttribute("placeholder", "Phone for the receipt, if any");
  await expect(phone).toHaveAttribute("aria-required", "false");
  await expect(page.getByRole("button", { name: "Record the sale" })).toBeInViewport();
});

test("at the counter four whole tiles are in sight, and no field's words are cut", async ({ page }) => {
  const store = await openStore(page.context());
  for (const name of ["Kericho tea", "Ugali flour", "Sugar", "Salt", "Rice"]) await makeProduct(store, name);
  await page.setViewportSize(smallest);
  await page.goto("/dashboard/orders/sell");
  const foot = (await boxOf(page.locator("[data-bar]"))).y;
  const tiles = await page.locator("[data-tile]").all();
  const ends = await Promise.all(tiles.map(async (tile) => (await boxOf(tile)).bottom));
  expect(ends.filter((end) => end <= foot).length).toBeGreaterThanOrEqual(4);
  await page.locator("[data-bar]").getByText("Cash", { exact: true }).click();
  const phone = page.locator("#customerPhone");
  const room = await phone.evaluate((field: HTMLInputElement) => {
    const pen = document.createElement("canvas").getContext("2d");
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    if (pen) pen.font = font;
    const inside = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return inside - (pen?.measureText(field.placeholder).width ?? 0);
  });
  expect(room).toBeGreaterThanOrEqual(0);
});

test("what can be done with an order is on its first screen", async ({ page }) => {
  const { world, seller } = await shopOn(page, smallest);
  const { storeId } = seller;
  const { id } = await world.db.order.findFirstOrThrow({
    where: { storeId, livemode: true, paymentStatus: "paid", subscriptionId: null },
  });
  await page.goto(`/dashboard/orders/${id}`);
  const refund = page.locator("main").getByRole("link", { name: "Refund", exact: true });
  expect((await boxOf(refund)).bottom).toBeLessThan(smallest.height);
});

test("what is said beside a field goes once the field is changed", async ({ page }) => {
  await openStore(page.context());
  await page.goto("/dashboard/settings");
  const phone = page.getByLabel("Contact phone");
  await phone.fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator("#contactPhone-error")).toBeVisible();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  const red = await phone.evaluate((field) => getComputedStyle(field).borderTopColor);
  await phone.fill("0712 000 111");
  await expect(page.locator("#contactPhone-error")).toHaveCount(0);
  await expect(phone).not.toHaveAttribute("aria-invalid");
  await expect(page.locator("[data-problems]")).toBeHidden();
  expect(await phone.evaluate((field) => getComputedStyle(field).borderTopColor)).not.toBe(red);
});

test("each page of the settings stands in its tabs once, and none is cut", async ({ page }) => {
  await openStore(page.context());
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 568 });
    for (const path of ["", "/verification", "/tax", "/notifications"]) {
      await page.goto(`/dashboard/settings${path}`);
      const tabs = page.locator("main nav a:not([href='/dashboard'])");
      const names = await tabs.allTextContents();
      expect(names.length).toBeGreaterThanOrEqual(5);
      expect(new Set(names).size).toBe(names.length);
      for (const tab of await tabs.all()) expect((await boxOf(tab)).right).toBeLessThanOrEqual(width);
    }
  }
});

test("what needs the seller has its buttons on the same side of every line", async ({ page }) => {
  const { world, seller } = await shopOn(page, smallest);
  const kinds = { dispute_opened: "ORD-000001", paid_late: "ORD-000002", suspense: "ORD-000003" };
  for (const [kind, order] of Object.entries(kinds))
    await world.db.task.create({
      data: {
        ...{ storeId: seller.storeId, kind, subject: kind, createdAt: new Date() },
        details: { order, reason: "less", amount: "KES 789999" },
      },
    });
  await world.db.invoice.updateMany({
    where: { storeId: seller.storeId },
    data: { dueOn: new Date("2026-01-02") },
  });
  const edges = async (rows: Locator, edge: "x" | "right") => {
    const all: number[] = [];
    for (const row of await rows.all())
      all.push(Math.round((await boxOf(row.locator("a, button").first()))[edge]));
    return all;
  };
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/dashboard/tasks");
    const first = await edges(page.locator("main [id^=task-]"), "x");
    expect(first.length).toBeGreaterThan(2);
    expect(new Set(first).size, `tasks at ${width}: ${first}`).toBe(1);
    await page.goto("/dashboard");
    const needs = page.locator("section", { has: page.getByRole("heading", { name: "Needs you" }) });
    const last = await edges(needs.getByRole("listitem"), "right");
    expect(last.length).toBeGreaterThan(3);
    expect(new Set(last).size, `overview at ${width}: ${last}`).toBe(1);
  }
});

test("a large screen is used, and the bar above ends where the page ends", async ({ page }) => {
  await shopOn(page, { width: 1600, height: 900 });
  for (const width of [1280, 1600, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/dashboard/orders");
    const table = await boxOf(page.locator("main table"));
    expect(
      Math.abs(table.right - (await boxOf(page.locator("[data-top] > :last-child"))).right),
    ).toBeLessThan(2);
    expect(table.width).toBeGreaterThan(Math.min(width - 216, 1440) - 80);
  }
});

test("the paper beside an empty invoice is an example, until something is typed", async ({ page }) => {
  await openStore(page.context());
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard/invoices/new");
  const paper = page.locator("[data-paper]");
  await expect(paper.getByText("An example")).toBeVisible();
  await expect(paper.getByText("KES 3,000").first()).toBeVisible();
  await page.getByLabel("Customer", { exact: true }).fill("Amina Okello");
  await expect(paper.getByText("Amina Okello")).toBeVisible();
  await expect(paper.getByText("An example")).toBeHidden();
});

test("what became of a press on a broken line comes into sight", async ({ page, complaints }) => {
  complaints.allow(/net::ERR|Failed to load resource/);
  await openStore(page.context());
  await page.setViewportSize(smallest);
  for (const path of ["products/new", "invoices/new", "settings/selling"]) {
    await page.goto(`/dashboard/${path}`);
    await page.context().setOffline(true);
    // By the Enter key: the foot of the form is below the screen.
    await page
      .locator("main form input:not([type=hidden],[type=radio],[type=checkbox])")
      .first()
      .press("Enter");
    await expect(page.locator("[data-line=lineNone]")).toBeInViewport();
    await page.context().setOffline(false);
  }
});

test("a form that was saved elsewhere meanwhile says what is saved now, and where to see it", async ({
  page,
}) => {
  const { world, seller } = await shopOn(page, smallest);
  const product = await world.db.product.findFirstOrThrow({
    where: { storeId: seller.storeId, name: "A cut" },
  });
  await page.goto(`/dashboard/products/${product.id}/edit`);
  await world.db.product.update({
    where: { id: product.id },
    data: { priceMinor: 640_000n, name: "A long cut", updatedAt: new Date() },
  });
  await page
    .getByLabel(/^Price/)
    .first()
    .fill("7000");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("was changed meanwhile")).toBeVisible();
  await expect(page.getByRole("link", { name: "Price in KES: 6400 is saved now." })).toBeVisible();
  await expect(page.locator("#name-error")).toContainText("Name: A long cut is saved now.");
  const see = page.getByRole("link", { name: "See what is saved now" });
  await expect(see).toHaveAttribute("target", "_blank");
  await expect(see).toHaveAttribute("href", `/dashboard/products/${product.id}`);
});

test("a link is copied by its button, which shows once the page listens", async ({ page }) => {
  const store = await openStore(page.context());
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const address = await makeProduct(store, "Kericho tea");
  const { id } = await store.world.db.product.findFirstOrThrow({ where: { storeId: store.seller.storeId } });
  await page.goto(`/dashboard/products/${id}`);
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
});

test("what opens has a sign that it does", async ({ page }) => {
  await openStore(page.context());
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/dashboard/products/new");
  for (const opener of [page.locator("aside summary"), page.locator("main summary > .opens").first()]) {
    const sign = () => opener.evaluate((element) => getComputedStyle(element, "::after").content);
    expect(await sign()).toContain("▾");
  }
});

test("in the dark an empty box is drawn as a field, and the two columns of signing up begin at one line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/sign-up");
  const tops = await page
    .locator("main .border-ink")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(tops.length).toBe(2);
  expect(tops[0]).toBe(tops[1]);
  await openStore(page.context());
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/dashboard/products/new");
  const colourOf = (what: Locator) => what.evaluate((element) => getComputedStyle(element).backgroundColor);
  const box = page.locator("[name=kind]:not(:checked)").first();
  expect(await colourOf(box)).toBe(await colourOf(page.locator("#name")));
  expect((await boxOf(box)).width).toBeGreaterThan(12);
});
