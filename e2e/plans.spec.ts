import type { Page } from "@playwright/test";
import { manageUrl } from "@/lib/services/core/manage-token";
import { makePlan, openStore } from "./backstage";
import { expect, test } from "./fixtures";
import { payAndSee, send } from "./payer";

type Store = Awaited<ReturnType<typeof openStore>>;

test.use({ javaScriptEnabled: false });

/** A subscriber of Gold, on their own page; Platinum costs twice as much, and both may be chosen. */
async function subscriber(page: Page): Promise<Store> {
  const store = await openStore(page.context());
  const address = await makePlan(store);
  await makePlan(store, "Platinum");
  const ofStore = { storeId: store.seller.storeId };
  await store.world.db.product.updateMany({ where: ofStore, data: { isChoosable: true } });
  await store.world.db.product.updateMany({
    where: { ...ofStore, name: "Platinum" },
    data: { priceMinor: 300_000n },
  });
  await page.goto(`${address}?ref=user_1`);
  await payAndSee(page);
  await openOwnPage(page, store);
  return store;
}

async function openOwnPage(page: Page, { world, seller }: Store): Promise<void> {
  const { storeId } = seller;
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId } });
  await page.goto(manageUrl(world, row));
}

test("a subscriber sees what a dearer plan costs, less what was not used, and has it once it is paid", async ({
  page,
}) => {
  const store = await subscriber(page);
  await page.getByRole("link", { name: "Choose another plan" }).click();
  await page.getByRole("link", { name: "Platinum" }).click();
  await expect(page.getByText("Unused time of Gold")).toBeVisible();
  await expect(page.getByText("The new plan begins as soon as this is done")).toBeVisible();
  await payAndSee(page);
  await openOwnPage(page, store);
  await expect(page.getByText("Platinum").first()).toBeVisible();

  // Down again waits for the end of the paid time, and one press keeps the plan.
  await page.getByRole("link", { name: "Choose another plan" }).click();
  await page.getByRole("link", { name: "Gold" }).click();
  await expect(page.getByText("Nothing is paid now: your next payment buys Gold")).toBeVisible();
  await send(page, "Change at the end of the paid time");
  await expect(page.getByText(/^From .*: Gold, KES 1,500/)).toBeVisible();
  await send(page, "Keep Platinum");
  await expect(page.getByText(/^From .*: Gold/)).toHaveCount(0);
});
