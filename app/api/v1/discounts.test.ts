import { expect, test } from "vitest";
import { openApi } from "@/lib/testing/api/stage";
import { paidSubscription } from "@/lib/testing/subscription";

const { world, call, shop, live, trial } = await openApi();

const create = (body: object) => live("POST", "/discounts", body);
const usual = { name: "Launch", type: "percent", percent: 12.5 };

test("creating answers 201 with every member, and either key reads it", async () => {
  const { status, body } = await create({ ...usual, code: " launch-1 ", max_redemptions: 0 });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...{ object: "discount", name: "Launch", code: "LAUNCH-1", is_automatic: false, type: "percent" },
    ...{ percent: 12.5, amount: null, currency: "UGX", duration: "once", duration_periods: null },
    ...{ product_ids: [], min_amount: null, first_time_only: false, max_redemptions: 0 },
    // 0 left is used up; null would be no limit.
    ...{ status: "used_up", redemptions_count: 0, total_discounted: 0, is_active: true },
  });
  const read = await trial("GET", `/discounts/${body.data.id}`);
  expect(read.body.data).toEqual(body.data);
  const listed = await trial("GET", "/discounts?code=launch-1&status=used_up");
  expect(listed.body.data).toEqual([body.data]);
  expect((await trial("POST", "/discounts", usual)).body.error).toBe("live_key_required");
});

test.each([
  [{ type: "percent" }, "percent"],
  [{ type: "percent", percent: 0 }, "percent"],
  [{ type: "percent", percent: 100.01 }, "percent"],
  [{ type: "percent", percent: 12.345 }, "percent"],
  [{ type: "amount" }, "amount"],
  [{ type: "amount", amount: 0.5 }, "amount"],
  [{ type: "share", percent: 5 }, "type"],
  [{ ...usual, code: "AB" }, "code"],
  [{ ...usual, code: "A B C" }, "code"],
  [{ ...usual, code: "SAVE", is_automatic: true }, "code"],
  [{ ...usual, duration: "periods" }, "duration_periods"],
  [{ ...usual, duration: "periods", duration_periods: 61 }, "duration_periods"],
  [{ ...usual, product_ids: [2_000_000_000] }, "product_ids"],
  [{ ...usual, expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
  [{ ...usual, starts_at: "2100-01-02T00:00:00Z", expires_at: "2100-01-01T00:00:00Z" }, "expires_at"],
  [{ ...usual, max_redemptions: -1 }, "max_redemptions"],
])("%j is refused on %s", async (body, field) => {
  const answer = await create({ name: "X", ...body });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([field]);
});

test("a code is one discount's: taken is said on the code, and a deleted one is free again", async () => {
  const { body } = await create({ ...usual, code: "ONLY" });
  const again = await create({ ...usual, code: "only" });
  expect(again).toMatchObject({ status: 422, body: { error: "discount_code_taken" } });
  expect(Object.keys(again.body.errors)).toEqual(["code"]);
  const gone = await live("DELETE", `/discounts/${body.data.id}`);
  expect(gone.body.data).toEqual({ id: body.data.id, object: "discount", deleted: true });
  expect((await live("GET", `/discounts/${body.data.id}`)).status).toBe(404);
  expect((await create({ ...usual, code: "ONLY" })).status).toBe(201);
});

test("a batch of codes: as many as asked, all different, none for what applies by itself", async () => {
  const { body } = await create(usual);
  const path = `/discounts/${body.data.id}/codes`;
  const batch = await live("POST", path, { count: 1_000, prefix: "gym" });
  expect(batch.status).toBe(201);
  expect(new Set(batch.body.data.codes).size).toBe(1_000);
  expect(batch.body.data).toMatchObject({ object: "discount_batch", batch: 1, max_redemptions: 1 });
  expect(batch.body.data.codes[0]).toMatch(/^GYM-[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  const many = await live("POST", path, { count: 1_001 });
  expect(Object.keys(many.body.errors)).toEqual(["count"]);
  const offer = await create({ ...usual, is_automatic: true });
  const none = await call("POST", `/discounts/${offer.body.data.id}/codes`, {
    ...{ key: shop.liveKey, body: { count: 1 } },
  });
  expect(none.body.error).toBe("discount_automatic");
});

test("a test subscription is given a discount and loses it, and nothing is counted", async () => {
  const { body } = await create({ ...usual, code: "TESTED", duration: "forever" });
  const { id } = await paidSubscription(world, shop, { livemode: false, ref: "tester" });
  const path = `/subscriptions/${id}/discount`;
  const given = await trial("POST", path, { code: "tested" });
  expect(given.body.data).toMatchObject({
    ...{ amount: 43_750, next_amount: 43_750 },
    discount: { id: body.data.id, code: "TESTED", percent: 12.5, amount: null, periods_left: null },
  });
  const unknown = await trial("POST", path, { code: "nope" });
  expect(unknown.body).toMatchObject({ error: "discount_not_found", errors: { code: [expect.any(String)] } });
  const frozen = await live("PATCH", `/discounts/${body.data.id}`, { percent: 5 });
  expect(frozen.body.error).toBe("discount_in_use");
  const taken = await trial("DELETE", path);
  expect(taken.body.data).toMatchObject({ amount: 50_000, discount: null });
  const read = await live("GET", `/discounts/${body.data.id}`);
  expect(read.body.data.redemptions_count).toBe(0);
});
