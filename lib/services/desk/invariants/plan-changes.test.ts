import { beforeAll, expect, test } from "vitest";
import { changePlan } from "@/lib/services/money/checkout/change-plan";
import type { PaymentFor } from "@/lib/services/money/checkout/purchase";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { foundAfter } from "@/lib/testing/found-after";
import { openStage } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";

const world = await openStage();
let shop: TestStore;

const dayMs = 86_400_000;

/** One subscription that was changed upward twice and waits to be changed down; one whose next plan is paid for ahead. */
beforeAll(async () => {
  world.clock.set(new Date("2026-04-01T09:00:00Z"));
  shop = await testStore(world);
  const [basic] = shop.products;
  const plan = (name: string, priceMinor: bigint) =>
    product(world, shop, { kind: "subscription", interval: "month", name, priceMinor });
  const pro = await plan("Pro", 100_000n);
  const top = await plan("Top", 200_000n);
  const up = await subscribed(basic.id, "up");
  const ahead = await subscribed(pro.id, "ahead");
  world.clock.advance(10 * dayMs);
  await pay({ kind: "subscription_change", subscriptionId: up, productId: pro.id });
  world.clock.advance(10 * dayMs);
  await pay({ kind: "subscription_change", subscriptionId: up, productId: top.id });
  await changePlan(world, shop.live, up, basic.id);
  await changePlan(world, shop.live, ahead, basic.id);
  await pay({ kind: "subscription_renewal", subscriptionId: ahead });
});

async function subscribed(productId: number, ref: string): Promise<string> {
  await pay({ kind: "subscription_start", productId, ref });
  return (await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id, ref } })).id;
}

async function pay(paymentFor: PaymentFor): Promise<void> {
  await press(world, shop, { for: paymentFor });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

test("changes of plan that went right break nothing", async () => {
  expect(await foundAfter(world, shop, "SELECT 1")).toEqual([]);
  expect(await world.db.planChange.count({ where: { storeId: shop.store.id, number: { not: null } } })).toBe(
    3,
  );
  const where = { storeId: shop.store.id };
  expect(await world.db.subscription.count({ where: { ...where, planFrom: { not: null } } })).toBe(1);
  expect(await world.db.subscription.count({ where: { ...where, pendingProductId: { not: null } } })).toBe(1);
});

const up = "ref = 'up'";
const ahead = "ref = 'ahead'";
const lost = "does not carry over what was left";
const last = "does not have the plan that was changed to last";
const coming = "does not fit its subscription";

test.each<[number, string, string, string]>([
  [42, lost, "one unit too much", "UPDATE subscription_periods SET credit_minor = credit_minor + 1"],
  [42, lost, "one unit too little", "UPDATE subscription_periods SET credit_minor = credit_minor - 1"],
  [42, lost, "what had gone back", "UPDATE subscription_periods SET lost_minor = 5 WHERE cut_at IS NOT NULL"],
  [
    42,
    lost,
    "a cut period that goes on",
    "UPDATE subscription_periods SET ends_at = ends_at + interval '1 day' WHERE cut_at IS NOT NULL",
  ],
  [
    42,
    lost,
    "another sum than that of its periods",
    "UPDATE plan_changes SET credit_minor = credit_minor + 1",
  ],
  [
    42,
    lost,
    "a cut without a change",
    "DELETE FROM plan_changes WHERE subscription_id = (SELECT id FROM subscriptions WHERE ref = 'up')",
  ],
  [43, last, "a change without its period", "UPDATE plan_changes SET number = number + 9"],
  [43, last, "another price", "UPDATE plan_changes SET amount_minor = amount_minor + 1"],
  [43, last, "another order", "UPDATE plan_changes SET order_id = NULL"],
  [43, last, "another plan", `UPDATE subscriptions SET product_id = previous_product_id WHERE ${up}`],
  [43, last, "another interval", `UPDATE subscriptions SET interval = 'year' WHERE ${up}`],
  [43, last, "another amount", `UPDATE subscriptions SET amount_minor = 1 WHERE ${up}`],
  [
    44,
    coming,
    "the plan that it has",
    `UPDATE subscriptions SET pending_product_id = product_id WHERE ${up}`,
  ],
  [44, coming, "one that is cancelled", `UPDATE subscriptions SET status = 'cancelled' WHERE ${up}`],
  [44, coming, "half a plan", `UPDATE subscriptions SET pending_interval = NULL WHERE ${up}`],
  [44, coming, "half a plan of before", `UPDATE subscriptions SET previous_amount_minor = NULL WHERE ${up}`],
  [
    44,
    coming,
    "one paid for ahead without the one that runs",
    `UPDATE subscriptions SET previous_product_id = NULL, previous_interval = NULL, previous_amount_minor = NULL WHERE ${ahead}`,
  ],
  [
    44,
    coming,
    "one paid for ahead that begins with no period",
    `UPDATE subscriptions SET plan_from = plan_from + interval '1 hour' WHERE ${ahead}`,
  ],
])("%i %s: %s", async (number, says, _what, change) => {
  const found = await foundAfter(world, shop, change);
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${number} .*${says}`)));
});
