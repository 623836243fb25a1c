import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ProductRow } from "@/lib/db/rows";
import { openApi } from "@/lib/testing/api/stage";
import { product } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";

const { world, call, shop, live, trial } = await openApi();
let pro: ProductRow;
let small: ProductRow;
let refs = 0;

beforeAll(async () => {
  const plan = { kind: "subscription" as const, interval: "month" as const };
  pro = await product(world, shop, { ...plan, name: "Pro", priceMinor: 100_000n });
  small = await product(world, shop, { ...plan, name: "Small", priceMinor: 20_000n });
});
let id: string;
beforeEach(async () => {
  refs += 1;
  ({ id } = await paidSubscription(world, shop, { livemode: true, ref: `user_${refs}` }));
});

const change = (body: unknown, key = shop.liveKey, of = id) =>
  call("POST", `/subscriptions/${of}/change`, { key, body });
const get = async (of = id, key = shop.liveKey) =>
  (await call("GET", `/subscriptions/${of}`, { key })).body.data;

test("up with something to pay: nothing changes, and the answer says where it is paid", async () => {
  const { status, body } = await change({ product_id: pro.id });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ object: "subscription_change", kind: "now", product: { id: pro.id, name: "Pro" } },
    ...{ credit: 50_000, amount_due: 50_000, currency: "UGX" },
  });
  expect(body.data.payment_url).toContain(`/change?to=${pro.id}`);
  expect((await get()).product.id).toBe(shop.products[0].id);
});

test("down: chosen, shown as pending_change, and undone; a preview chooses nothing", async () => {
  const preview = await change({ product_id: small.id, preview: true });
  const { current_period_end, pending_change } = await get();
  expect(pending_change).toBe(null);
  expect(preview.body.data).toMatchObject({
    ...{ kind: "at_period_end", credit: 0, amount_due: 0, payment_url: null },
    new_period_end: current_period_end,
  });
  expect((await change({ product_id: small.id })).body).toEqual(preview.body);
  expect((await get()).pending_change).toEqual({
    ...{ product: { id: small.id, name: "Small" }, amount: 20_000, interval: "month" },
    at: current_period_end,
  });
  const undone = await live("DELETE", `/subscriptions/${id}/change`);
  expect([undone.status, undone.body.data.pending_change]).toEqual([200, null]);
});

test("each refusal has its code, and what is no plan its field", async () => {
  const dollars = await product(world, shop, { kind: "subscription", interval: "year", currency: "USD" });
  const codeOf = async (productId: number, of = id) =>
    (await change({ product_id: productId }, shop.liveKey, of)).body.error;
  expect(await codeOf(shop.products[0].id)).toBe("same_plan");
  expect(await codeOf(dollars.id)).toBe("other_currency");
  await paidSubscription(world, shop, { livemode: true, ref: `user_${refs}`, product: 1 });
  expect(await codeOf(shop.products[1].id)).toBe("plan_taken");
  const missing = await change({ product_id: 2_000_000_000 });
  expect([missing.status, Object.keys(missing.body.errors)]).toEqual([422, ["product_id"]]);
  await live("POST", `/subscriptions/${id}/cancel`);
  expect(await codeOf(pro.id)).toBe("not_changeable");
});

test("a test key sees and changes test subscriptions alone", async () => {
  expect((await change({ product_id: small.id }, shop.testKey)).status).toBe(404);
  const mine = await paidSubscription(world, shop, { livemode: false, ref: "test_1" });
  expect((await change({ product_id: small.id }, shop.testKey, mine.id)).status).toBe(200);
  await trial("POST", `/test/subscriptions/${mine.id}/advance`, { to: "end_period" });
  await trial("POST", `/test/subscriptions/${mine.id}/advance`, { to: "renew" });
  expect(await get(mine.id, shop.testKey)).toMatchObject({
    ...{ product: { id: small.id, name: "Small" }, amount: 20_000, pending_change: null, status: "active" },
  });
  const where = { storeId: shop.store.id, objectId: mine.id };
  const events = await world.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  expect(events.map(({ type }) => type.replace("subscription.", ""))).toEqual([
    ...["activated", "past_due", "changed", "renewed"],
  ]);
});
