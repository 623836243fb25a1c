import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { paidSubscription } from "@/lib/testing/subscription";

const { world, call, keyed, ...stage } = await openApi();
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const trial = keyed(() => shop.testKey);
const start = world.clock.now();
const dayMs = 86_400_000;

beforeEach(() => world.clock.set(start));

const get = (path: string, key = shop.liveKey) => call("GET", path, { key });
const at = (row: { currentPeriodEnd: Date }, days: number) =>
  world.clock.set(new Date(row.currentPeriodEnd.getTime() + days * dayMs));

describe("cancelling", () => {
  const pay = (ref: string, email: string | null = "amina@example.com") =>
    paidSubscription(world, shop, { livemode: true, ref, email });
  const cancel = (id: string) => live("POST", `/subscriptions/${id}/cancel`);
  const events = async (id: string) =>
    (await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } })).map(
      (one) => one.type,
    );
  const mails = () => world.db.message.count({ where: { storeId: shop.store.id } });

  beforeAll(async () => {});

  test("an active one keeps its access to the end of the paid period", async () => {
    const row = await pay("active");
    const { status, body } = await cancel(row.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: row.id, status: "cancelled", has_access: true, ended_at: null });
    expect(body.data.cancelled_at).toBe("2026-03-02T09:30:00+00:00");
    expect(body.data.access_ends_at).toBe("2026-04-02T09:30:00+00:00");
    expect(await events(row.id)).toEqual(["subscription.activated", "subscription.cancelled"]);
    expect(await mails()).toBe(1);
  });

  test("a past due one ends at once", async () => {
    const row = await pay("past_due");
    at(row, 1);
    const { status, body } = await cancel(row.id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: "cancelled", has_access: false });
    const now = "2026-04-03T09:30:00+00:00";
    expect([body.data.ended_at, body.data.access_ends_at]).toEqual([now, now]);
    expect(await events(row.id)).toEqual([
      "subscription.activated",
      "subscription.past_due",
      "subscription.cancelled",
    ]);
  });

  test("a cancelled or expired one is a 422 not_cancellable and stays as it was", async () => {
    const cancelled = await pay("cancelled");
    await cancel(cancelled.id);
    const expired = await pay("expired", null);
    const sent = await mails();
    for (const [row, days] of [
      [cancelled, -1],
      [cancelled, 30],
      [expired, 3],
    ] as const) {
      at(row, days);
      const before = (await get(`/subscriptions/${row.id}`)).body;
      expect(await cancel(row.id)).toMatchObject({ status: 422, body: { error: "not_cancellable" } });
      expect((await get(`/subscriptions/${row.id}`)).body).toEqual(before);
    }
    expect(await mails()).toBe(sent);
  });

  test("of twenty at once one succeeds, with one event and one e-mail", async () => {
    const row = await pay("race");
    const sent = await mails();
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(row.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)]);
    expect(await events(row.id)).toEqual(["subscription.activated", "subscription.cancelled"]);
    expect(await mails()).toBe(sent + 1);
  });

  test("a test subscription is cancelled with a test key, without an e-mail", async () => {
    const row = await paidSubscription(world, shop, {
      livemode: false,
      ref: "t",
      email: "amina@example.com",
    });
    const sent = await mails();
    const { body } = await trial("POST", `/subscriptions/${row.id}/cancel`);
    expect(body.data).toMatchObject({ status: "cancelled", livemode: false });
    expect(await mails()).toBe(sent);
  });
});

test("one subscription has the members of the spec in the envelope of one object", async () => {
  shop = await newShop(world);
  const row = await paidSubscription(world, shop, {
    livemode: true,
    ref: "user_1",
    email: "amina@example.com",
  });
  const { body } = await get(`/subscriptions/${row.id}`);
  expect(body).toEqual({
    data: {
      id: row.id,
      object: "subscription",
      status: "active",
      has_access: true,
      ref: "user_1",
      customer: { id: row.customer.id, name: "Amina", email: "amina@example.com", phone: null },
      product: { id: shop.products[0].id, name: "Gold, each month" },
      amount: 50_000,
      currency: "UGX",
      interval: "month",
      imported_from: null,
      started_at: "2026-03-02T09:30:00+00:00",
      current_period_start: "2026-03-02T09:30:00+00:00",
      current_period_end: "2026-04-02T09:30:00+00:00",
      access_ends_at: "2026-04-05T09:30:00+00:00",
      trial_ends_at: null,
      cancelled_at: null,
      ended_at: null,
      payments_count: 1,
      total_paid: 50_000,
      manage_url: expect.stringMatching(/^http:\/\/localhost:3000\/manage\//),
      pending_change: null,
      discount: null,
      next_amount: 50_000,
      renewal: { mode: "manual", card: null, phone: null, next_try_at: null, last_failure: null },
      metadata: {},
    },
  });
});

describe("the list", () => {
  const count = 61;

  beforeAll(async () => {
    world.clock.set(start);
    shop = await newShop(world);
    for (let i = 0; i < count; i += 1) {
      await paidSubscription(world, shop, {
        livemode: true,
        ref: `user_${i}`,
        email: i % 2 ? "odd@example.com" : "even@example.com",
        product: i % 3 === 0 ? 1 : 0,
        // Many in one millisecond, so that the order of equal times matters.
        at: new Date(start.getTime() - Math.floor(i / 10) * 1_000),
      });
    }
  });

  test("is walked by its links without gap or repetition, newest first", async () => {
    const seen: { id: string; started_at: string }[] = [];
    let next: string | null = "/subscriptions?per_page=7";
    const pages: number[] = [];
    while (next) {
      const { body } = await get(next);
      seen.push(...body.data);
      pages.push(body.meta.current_page);
      next = body.links.next?.replace("http://localhost:3000/api/v1", "") ?? null;
    }
    expect(pages).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(count);
    const times = seen.map((one) => one.started_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("has 25 on a page, links and meta", async () => {
    const { body } = await get("/subscriptions");
    expect(Object.keys(body)).toEqual(["data", "links", "meta"]);
    expect(body.data).toHaveLength(25);
    const url = "http://localhost:3000/api/v1/subscriptions?page=";
    expect(body.links).toEqual({ first: `${url}1`, last: `${url}3`, prev: null, next: `${url}2` });
    expect(body.meta).toEqual({ current_page: 1, last_page: 3, per_page: 25, total: count });
  });

  test("its links keep all filters", async () => {
    const { body } = await get("/subscriptions?email=ODD@example.com&status=active&per_page=500&x=1&page=2");
    const url = new URL(body.links.first);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      email: "ODD@example.com",
      status: "active",
      per_page: "100",
      page: "1",
    });
    expect(body.links.prev).toBe(body.links.first);
    expect(body.meta).toEqual({ current_page: 2, last_page: 1, per_page: 100, total: 30 });
    expect(body.data).toEqual([]);
  });

  test.each([
    "page=0",
    "page=-1",
    "page=x",
    "page=1.5",
    "page=99999999999999999999",
    "page=1e3",
    "page=%2B1",
  ])("%s is a 422 on page", async (query) => {
    const { status, body } = await get(`/subscriptions?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, ["page"]]);
  });

  test.each(["per_page=0", "per_page=-5", "per_page=x", "per_page=2.5", "per_page=00"])(
    "%s is a 422 on per_page",
    async (query) => {
      const { status, body } = await get(`/subscriptions?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, ["per_page"]]);
    },
  );

  test("a page past the end is empty and 200, however far", async () => {
    for (const page of [4, 1_000, 2_147_483_647]) {
      const { data, meta, links } = (await get(`/subscriptions?page=${page}`)).body;
      expect([data, meta.current_page, links.next]).toEqual([[], page, null]);
    }
    const { body } = await get("/subscriptions?ref=nobody");
    expect(body.meta).toEqual({ current_page: 1, last_page: 1, per_page: 25, total: 0 });
  });

  test("is filtered by ref, email and product, alone and together", async () => {
    const total = async (query: string) => (await get(`/subscriptions?${query}`)).body.meta.total;
    expect(await total("ref=user_3")).toBe(1);
    expect(await total("ref=USER_3")).toBe(0);
    expect(await total("email=%20ODD@example.com")).toBe(30);
    expect(await total(`product_id=${shop.products[1].id}`)).toBe(21);
    expect(await total(`product_id=${shop.products[1].id}&email=odd@example.com`)).toBe(10);
  });

  test("is filtered by the status that is true now, which adds up at every moment", async () => {
    const month = shop.products[0].id;
    for (const [days, expected] of [
      [-1, "active"],
      [1, "past_due"],
      [4, "expired"],
    ] as const) {
      at({ currentPeriodEnd: new Date("2026-04-02T09:30:00.000Z") }, days);
      for (const status of ["active", "past_due", "cancelled", "expired"]) {
        const { body } = await get(`/subscriptions?status=${status}&product_id=${month}&per_page=100`);
        expect(body.meta.total).toBe(status === expected ? 40 : 0);
        for (const one of body.data) expect(one.status).toBe(status);
      }
    }
    const { status, body } = await get("/subscriptions?status=paused");
    expect([status, body.errors]).toEqual([
      422,
      { status: ["Use one of: active, past_due, cancelled, expired."] },
    ]);
  });
});

describe("metadata", () => {
  beforeAll(async () => {
    shop = await newShop(world);
  });
  const patch = (id: string, body: object, key = shop.liveKey) =>
    call("PATCH", `/subscriptions/${id}`, { key, body });

  test("is set by the seller's software, replaced as a whole, and told with the subscription", async () => {
    const row = await paidSubscription(world, shop, { livemode: true, ref: "meta", email: null });
    const set = await patch(row.id, { metadata: { seat: "14", campaign: "march" } });
    expect([set.status, set.body.data.metadata]).toEqual([200, { seat: "14", campaign: "march" }]);
    expect((await get(`/subscriptions/${row.id}`)).body.data.metadata).toEqual({
      seat: "14",
      campaign: "march",
    });
    expect((await patch(row.id, {})).body.data.metadata).toEqual({ seat: "14", campaign: "march" });
    await patch(row.id, { metadata: { seat: "15" } });
    await live("POST", `/subscriptions/${row.id}/cancel`);
    const events = await world.db.event.findMany({
      where: { objectId: row.id },
      orderBy: { sequence: "asc" },
    });
    expect(events.map(({ type }) => type)).toEqual(["subscription.activated", "subscription.cancelled"]);
    expect(JSON.parse(events[1]?.payload ?? "").data.metadata).toEqual({ seat: "15" });
    expect((await patch(row.id, { metadata: {} })).body.data.metadata).toEqual({});
  });

  test("keeps to its limits: 50 keys of 40 characters, texts of 500", async () => {
    const row = await paidSubscription(world, shop, { livemode: true, ref: "limits", email: null });
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, "v"]));
    expect((await patch(row.id, { metadata: keys(50) })).status).toBe(200);
    expect((await patch(row.id, { metadata: { ["k".repeat(40)]: "v".repeat(500) } })).status).toBe(200);
    for (const metadata of [
      keys(51),
      { ["k".repeat(41)]: "v" },
      { "": "v" },
      { k: "v".repeat(501) },
      { k: 1 },
      { k: null },
      { "n\u0000": "v" },
      [],
      "text",
    ])
      expect([metadata, (await patch(row.id, { metadata })).status]).toEqual([metadata, 422]);
  });

  test("of a test subscription is set with a test key, and of nobody else's", async () => {
    const row = await paidSubscription(world, shop, { livemode: false, ref: "test", email: null });
    expect((await patch(row.id, { metadata: { a: "b" } }, shop.testKey)).body.data.metadata).toEqual({
      a: "b",
    });
    expect((await patch(row.id, { metadata: {} })).status).toBe(404);
    const other = await newShop(world);
    expect((await patch(row.id, { metadata: {} }, other.testKey)).status).toBe(404);
  });
});
