import type { Browser, Page } from "@playwright/test";
import { manageUrl, payForUrl } from "@/lib/services/core/manage-token";
import { makePlan, moveTransfers, type OpenedStore, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { answerOnPhone, masked, newPhone, payByPhone, send } from "./payer";

// What was agreed is what is taken, from whom it was agreed with, and what was paid back ends what it bought.

test.use({ javaScriptEnabled: false });
test.setTimeout(180_000);

test("a price that changes between page and press is shown before anything is asked", async ({
  page,
  complaints,
}) => {
  complaints.allow(/422/);
  const store = await openStore(page.context());
  const { storeId } = store.seller;
  await page.goto(`${await makePlan(store, "Gold")}?ref=user_1`);
  const phone = newPhone();
  await page.getByLabel("Mobile number").fill(phone);
  await store.world.db.product.updateMany({ where: { storeId }, data: { priceMinor: 180_000n } });
  await send(page, /^Pay KES 1,500/);
  await expect(page.getByText("KES 1,800").first()).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toHaveValue(phone);
  expect(await store.world.db.paymentAttempt.count({ where: { storeId } })).toBe(0);
  await send(page, /^Pay KES 1,800/);
  await answerOnPhone(page, "Approve");
  await paid(page);
});

test("a friend pays once, and is never asked again", async ({ page, browser }) => {
  const store = await openStore(page.context());
  const { manage, payFor } = await subscribed(page, store);
  const friend = newPhone("678");
  await paysFor(browser, payFor, friend);
  await page.goto(manage);
  await expect(page.getByRole("link", { name: "Receipt" })).toHaveCount(2);
  await expect(page.getByText(masked(friend))).toHaveCount(0);
});

test("a refund of all that was paid asks whether the subscription ends, and ends it", async ({ page }) => {
  const store = await openStore(page.context());
  const { manage } = await subscribed(page, store);
  const { seller, world } = store;
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: seller.storeId } });
  await page.goto(`/dashboard/orders/${order.number}`);
  await page.getByRole("link", { name: "Refund" }).click();
  await page.getByLabel("Why").fill("They ordered twice");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(/If it ends, access stops/)).toBeVisible();
  await expect(page.getByLabel("What becomes of the subscription")).toHaveValue("yes");
  await page.getByRole("button", { name: "Refund KES 1,500" }).click();
  const access = () => world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  await expect(async () => {
    await moveTransfers();
    expect((await access()).endedAt).not.toBeNull();
  }).toPass({ timeout: 90_000 });
  await page.goto(manage);
  await expect(page.getByText("KES 1,500 given back").or(page.getByText(/ended/i)).first()).toBeVisible();
});

/** Pays the first period from a phone of their own; the links of the subscription. */
async function subscribed(page: Page, store: OpenedStore) {
  const { world, seller } = store;
  await page.goto(`${await makePlan(store, "Gold")}?ref=user_1`);
  await payByPhone(page, newPhone());
  await answerOnPhone(page, "Approve");
  await paid(page);
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: seller.storeId } });
  const here = (url: string) => new URL(new URL(url).pathname, page.url()).toString();
  return { manage: here(manageUrl(world, row)), payFor: here(payForUrl(world, row)) };
}

async function paysFor(browser: Browser, address: string, phone: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await payByPhone(page, phone);
  await answerOnPhone(page, "Approve");
  await paid(page);
  await context.close();
}

async function paid(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: /receipt/i }).first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}
