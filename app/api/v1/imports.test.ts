import { beforeAll, beforeEach, expect, test } from "vitest";
import { badTexts } from "@/lib/testing/api/bad-values";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";

const { world, call, shop, live } = await openApi();
const start = world.clock.now();
let product: number;
let people = 0;

beforeAll(async () => {
  product = shop.products[0].id;
});
beforeEach(() => world.clock.set(start));

type Body = Record<string, unknown>;
const end = "2026-03-31T10:00:00+00:00";

function move(body: Body = {}, key = shop.liveKey, headers: Record<string, string> = {}) {
  people += 1;
  const whole = {
    ...{ product_id: product, start: "import", ref: `user_${people}`, email: `p${people}@example.com` },
    ...{ started_at: "2026-01-31T10:00:00Z", current_period_end: "2026-03-31T10:00:00Z" },
  };
  return call("POST", "/subscriptions", { key, headers, body: { ...whole, ...body } });
}

const subscriptions = () => world.db.subscription.count({ where: { storeId: shop.store.id } });

test("a server brings one along: 201 with its dates, and the same in the answer to GET /access", async () => {
  const { status, body } = await move({
    ...{ ref: "amina", phone: "0772 123456", name: "Amina", external_id: "SUB_1", amount: 30_000 },
    metadata: { seat: "4" },
  });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    ...{ object: "subscription", status: "active", has_access: true, ref: "amina", amount: 30_000 },
    ...{ payments_count: 0, total_paid: 0, imported_from: "api", current_period_end: end },
    ...{ started_at: "2026-01-31T10:00:00+00:00", access_ends_at: "2026-04-03T10:00:00+00:00" },
    metadata: { seat: "4" },
    customer: { name: "Amina", email: expect.stringContaining("@example.com"), phone: "+256772123456" },
    renewal: { mode: "manual", card: null },
  });
  const access = await live("GET", "/access?ref=amina");
  expect(access.body.data ?? access.body).toMatchObject({
    ...{ has_access: true, status: "active" },
    subscription: { id: body.data.id },
  });
  // Of the price here, where nothing else is said.
  expect((await move()).body.data).toMatchObject({ amount: 50_000, currency: "UGX" });
});

test("nobody is told and no money is written: no event, no message, no alert, no order", async () => {
  const before = await subscriptions();
  expect((await move({ phone: "0772 555 222" })).status).toBe(201);
  expect((await subscriptions()) - before).toBe(1);
  const where = { storeId: shop.store.id };
  expect(await world.db.event.count({ where })).toBe(0);
  expect(await world.db.message.count({ where })).toBe(0);
  expect(await world.db.alert.count({ where })).toBe(0);
  expect(await world.db.order.count({ where })).toBe(0);
  expect(await world.db.subscriptionPeriod.count({ where: { ...where, paidMinor: { gt: 0 } } })).toBe(0);
});

test("what has ended there is over here, and grace follows paid time", async () => {
  const ended = (current_period_end: string, more: Body = {}) =>
    move({ current_period_end, started_at: "2025-12-01T00:00:00Z", ...more });
  const states = [
    await ended("2026-03-01T00:00:00Z"),
    await ended("2026-02-01T00:00:00Z"),
    await ended("2026-03-20T00:00:00Z", { status: "cancelled" }),
  ];
  expect(states.map(({ body }) => [body.data.status, body.data.has_access])).toEqual([
    ["past_due", true],
    ["expired", false],
    ["cancelled", true],
  ]);
});

test("who is here already stays as they are: 422 already_subscribed, by ref, customer or the other id", async () => {
  const first = await move({ ref: "here", email: "here@example.com", external_id: "SUB_here" });
  const noRef = await move({ ref: null, email: "alone@example.com" });
  expect([first.status, noRef.status]).toEqual([201, 201]);
  const before = await subscriptions();
  for (const body of [
    { ref: "here", current_period_end: "2026-12-31T00:00:00Z" },
    { external_id: "SUB_here" },
    { ref: null, email: "alone@example.com" },
  ]) {
    const { status, body: answer } = await move(body);
    expect([status, answer.error]).toEqual([422, "already_subscribed"]);
  }
  expect(await subscriptions()).toBe(before);
  const { body } = await live("GET", `/subscriptions/${first.body.data.id}`);
  expect(body.data.current_period_end).toBe(end);
});

test("the same request again is answered with the same bytes, and makes nothing more", async () => {
  const headers = { "Idempotency-Key": "move-1" };
  const body = { ref: "once", email: "once@example.com" };
  const first = await move(body, shop.liveKey, headers);
  const before = await subscriptions();
  const again = await move(body, shop.liveKey, headers);
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  expect(await subscriptions()).toBe(before);
});

test("ten at once for one user make one", async () => {
  const body = { ref: "rush", email: "rush@example.com" };
  const all = await Promise.all(Array.from({ length: 10 }, () => move(body)));
  expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(422)]);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id, ref: "rush" } })).toBe(1);
});

test.each<[string, Body, string]>([
  ["no end", { current_period_end: null }, "current_period_end"],
  ["an end that is no date", { current_period_end: "soon" }, "current_period_end"],
  ["a day that is not", { current_period_end: "2026-02-31T00:00:00Z" }, "current_period_end"],
  ["an end in a hundred years", { current_period_end: "2099-01-01T00:00:00Z" }, "current_period_end"],
  ["an end of another age", { current_period_end: "0001-01-01T00:00:00Z" }, "current_period_end"],
  ["a start behind its end", { started_at: "2026-04-30T00:00:00Z" }, "started_at"],
  ["a start that is to come", { started_at: "2026-03-20T00:00:00Z" }, "started_at"],
  ["a start that is no date", { started_at: 5 }, "started_at"],
  ["a state that nobody knows", { status: "sleeping" }, "status"],
  ["nothing for a price", { amount: 0 }, "amount"],
  ["less than nothing", { amount: -1 }, "amount"],
  ["a part of the smallest coin", { amount: 0.001 }, "amount"],
  ["more than can be counted", { amount: 1e21 }, "amount"],
  ["a text for a price", { amount: "50000" }, "amount"],
  ["a product of nobody", { product_id: 2_000_000_000 }, "product_id"],
  ["nobody to write to", { email: null, phone: null }, "email"],
  ["a phone that is none", { phone: "12" }, "phone"],
  ["metadata that is no text", { metadata: { seat: 4 } }, "metadata.seat"],
])("%s is a 422 on its field, and nothing is made", async (_, body, field) => {
  const before = await subscriptions();
  const answer = await move(body);
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors ?? {})).toContain(field);
  expect(await subscriptions()).toBe(before);
});

test("whatever is sent in a field, the answer is never a 5xx", async () => {
  const fields = [
    "current_period_end",
    "started_at",
    "status",
    "external_id",
    "ref",
    "name",
    "phone",
    "amount",
  ];
  const odd: unknown[] = [...badTexts.slice(0, 25), 1e308, -0, [], {}, true];
  for (const field of fields)
    for (const value of odd) {
      const { status } = await move({ [field]: value });
      expect([field, value, status < 500]).toEqual([field, value, true]);
    }
});

test("a key that only reads, and a product of another store, are refused", async () => {
  const read = await move({}, shop.liveReadKey);
  expect(read.status).toBe(403);
  const other = await newShop(world);
  const foreign = await move({ product_id: other.products[0].id });
  expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["product_id"]]);
});

test("a test key makes a test subscription, which no live list shows", async () => {
  const { status, body } = await move({ ref: "trying" }, shop.testKey);
  expect([status, body.data.livemode, body.data.imported_from]).toEqual([201, false, "api"]);
  const listed = await live("GET", `/subscriptions/${body.data.id}`);
  expect(listed.status).toBe(404);
});
