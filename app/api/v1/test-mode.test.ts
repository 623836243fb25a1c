import { beforeEach, describe, expect, test } from "vitest";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { paidSubscription } from "@/lib/testing/subscription";

const { world, call, keyed, ...stage } = await openApi();
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const trial = keyed(() => shop.testKey);

beforeEach(async () => {
  shop = await newShop(world);
});

const post = (path: string, body?: unknown) => trial("POST", path, body);
const start = (input: object = {}) =>
  post("/test/subscriptions", {
    product_id: shop.products[0].id,
    ref: "user_1",
    email: "a@example.com",
    ...input,
  });
const advance = (id: string, to: string) => post(`/test/subscriptions/${id}/advance`, { to });

describe("starting a test subscription", () => {
  test("answers 201 with it, then 200 with the same one and a period more", async () => {
    const first = await start();
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      status: "active",
      has_access: true,
      livemode: false,
      ref: "user_1",
      customer: { email: "a@example.com" },
      payments_count: 1,
    });
    const second = await start();
    expect([second.status, second.body.data.id, second.body.data.payments_count]).toEqual([
      200,
      first.body.data.id,
      2,
    ]);
  });

  test("takes a ref, an e-mail, both or neither; null and empty are none", async () => {
    for (const input of [
      { email: undefined },
      { ref: null },
      { ref: "", email: "" },
      { ref: null, email: " B@Example.com " },
    ]) {
      expect((await start(input)).status).toBe(201);
    }
    const { body } = await trial("GET", "/subscriptions?email=b@example.com");
    expect(body.meta.total).toBe(1);
  });

  test.each([
    ["product_id", { product_id: undefined }, "This field is required."],
    ["product_id", { product_id: "1" }, "This must be the integer id of a product."],
    ["product_id", { product_id: 1.5 }, "This must be the integer id of a product."],
    [
      "product_id",
      { product_id: 2_147_483_647 },
      "This is not a subscription product of your store that is on sale.",
    ],
    ["product_id", { product_id: 1e21 }, "This is not a subscription product of your store that is on sale."],
    ["ref", { ref: 5 }, "This must be a string."],
    ["ref", { ref: "x".repeat(192) }, "Use at most 191 characters."],
    ["ref", { ref: "a\0" }, "Control characters are not allowed here."],
    ["ref", { ref: "\ud800" }, "This text is not valid Unicode."],
    ["email", { email: "nobody" }, "Enter an e-mail address, such as name@example.com."],
  ])("a wrong %s is a 422 on it (%o)", async (field, input, problem) => {
    const { status, body } = await start(input);
    expect([status, body.errors, body.message]).toEqual([
      422,
      { [field]: [problem] },
      `${field}: ${problem}`,
    ]);
  });

  test("tells of all problems at once", async () => {
    const { body } = await start({ product_id: "x", ref: 5, email: "x" });
    expect(Object.keys(body.errors)).toEqual(["product_id", "ref", "email"]);
    expect(body.message).toMatch(/\(and 2 more problems\)$/);
  });

  test("a draft or another kind of product is a 422 on product_id", async () => {
    await world.db.product.update({ where: { id: shop.products[0].id }, data: { status: "draft" } });
    expect(Object.keys((await start()).body.errors)).toEqual(["product_id"]);
  });
});

describe("advancing it", () => {
  test("goes the way of the spec: past due, expired, renewed, cancelled", async () => {
    const { id } = (await start()).body.data;
    const states = [];
    for (const to of ["end_period", "end_grace", "renew", "cancel"]) {
      const { status, body } = await advance(id, to);
      states.push([status, body.data.status, body.data.has_access]);
      const seen = await trial("GET", "/access?ref=user_1");
      expect([seen.body.status, seen.body.has_access]).toEqual([body.data.status, body.data.has_access]);
    }
    expect(states).toEqual([
      [200, "past_due", true],
      [200, "expired", false],
      [200, "active", true],
      [200, "cancelled", true],
    ]);
    const events = await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } });
    expect(events.map((event) => event.type.replace("subscription.", ""))).toEqual([
      "activated",
      "past_due",
      "expired",
      "renewed",
      "cancelled",
    ]);
  });

  test("refuses the move that does not apply, with its own code", async () => {
    const { id } = (await start()).body.data;
    expect((await advance(id, "end_grace")).body.error).toBe("not_past_due");
    await advance(id, "end_period");
    expect((await advance(id, "end_period")).body.error).toBe("not_active");
    await advance(id, "end_grace");
    expect((await advance(id, "cancel")).body.error).toBe("not_cancellable");
    expect((await advance(id, "pause")).body.errors).toEqual({
      to: ["Use one of: renew, end_period, end_grace, end_trial, cancel, fail_renewal."],
    });
    expect((await advance(id, "")).status).toBe(422);
  });

  test("a live subscription is not there, and a wrong body does not change that", async () => {
    const { id } = await paidSubscription(world, shop, { livemode: true, ref: "live" });
    for (const body of [{ to: "end_period" }, { to: 1 }, "{", "x".repeat(300_000)]) {
      expect((await post(`/test/subscriptions/${id}/advance`, body)).status).toBe(404);
    }
  });
});

test("deleting test data removes every test subscription and nothing live", async () => {
  const real = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  await start();
  await start({ ref: "user_2" });
  const { status, body } = await trial("DELETE", "/test/data");
  expect([status, body]).toEqual([200, { data: { object: "test_data", deleted: true, subscriptions: 2 } }]);
  const total = async (key: string) => (await call("GET", "/subscriptions", { key })).body.meta.total;
  expect([await total(shop.testKey), await total(shop.liveKey)]).toEqual([0, 1]);
  expect((await live("GET", `/subscriptions/${real.id}`)).status).toBe(200);
  const again = await trial("DELETE", "/test/data");
  expect(again.body.data.subscriptions).toBe(0);
});

test("a live key is refused with 403 test_key_required and nothing is written", async () => {
  const { id } = (await start()).body.data;
  for (const [method, path] of [
    ["POST", "/test/subscriptions"],
    ["POST", `/test/subscriptions/${id}/advance`],
    ["DELETE", "/test/data"],
  ] as const) {
    const { status, body } = await live(method, path, { to: "cancel" });
    expect([status, body.error]).toEqual([403, "test_key_required"]);
  }
  const rows = await world.db.subscription.findMany({ where: { storeId: shop.store.id } });
  expect(rows.map((row) => row.status)).toEqual(["active"]);
});

test("test mode writes no order, no message and no ledger row", async () => {
  const { id } = (await start()).body.data;
  for (const to of ["renew", "end_period", "cancel"]) await advance(id, to);
  expect([
    await world.db.order.count(),
    await world.db.message.count(),
    await world.db.ledgerTransaction.count(),
  ]).toEqual([0, 0, 0]);
});
