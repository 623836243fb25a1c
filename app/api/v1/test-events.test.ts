import { beforeEach, expect, test } from "vitest";
import { transact } from "@/lib/services/core/unit";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";

const { world, call, keyed, ...stage } = await openApi();
let { shop } = stage;
const live = keyed(() => shop.liveKey);
const trial = keyed(() => shop.testKey);

beforeEach(async () => {
  shop = await newShop(world);
});

const get = (path: string) => trial("GET", path);
const sample = (type = "order.paid") => trial("POST", "/test/events", { type });
const cursorNow = async () => (await get("/test/listener")).body.data.cursor;

async function walk(after: string): Promise<string[]> {
  const { body } = await get(`/test/events?after=${after}`);
  const ids = body.data.map(({ id }: { id: string }) => id);
  return ids.length === 0 ? ids : [...ids, ...(await walk(body.cursor))];
}

test("an event that came while the request waited is in its answer", async () => {
  const cursor = await cursorNow();
  const waiting = get(`/test/events?after=${cursor}&wait=25`);
  const { body } = await sample();
  // Whoever looked too late for the first look finds it all the same.
  expect((await waiting).body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
});

test("one event says how each test endpoint took it; several do not", async () => {
  const receiver = await startReceiver(503);
  const { id: endpoint } = await endpointAt(world, shop.test, receiver.url);
  const { body } = await sample();
  const { id } = body.data;
  const before = (await get(`/test/events/${id}`)).body.data.deliveries;
  const waiting = { endpoint_url: receiver.url, status: "pending", attempts: 0, status_code: null };
  expect(before).toMatchObject([{ ...waiting, last_attempt_at: null, error: null }]);
  await deliverDueWebhooks(world);
  const after = (await get(`/test/events/${id}`)).body.data.deliveries;
  expect(after).toMatchObject([{ ...waiting, attempts: 1, status_code: 503 }]);
  expect([after[0].last_attempt_at, after[0].next_attempt_at]).not.toContain(null);
  await receiver.close();
  await world.db.webhookEndpoint.update({ where: { id: endpoint }, data: { deletedAt: new Date() } });
  const listed = (await get("/test/events?after=0")).body.data;
  expect(listed.map((one: object) => "deliveries" in one)).not.toContain(true);
});

test("nothing new: an empty answer with the same cursor, after the wait", async () => {
  const cursor = await cursorNow();
  const { status, body } = await get(`/test/events?after=${cursor}&wait=3`);
  expect([status, body]).toEqual([200, { data: [], cursor }]);
});

test("a listener who walks while events are written by many at once gets each of them once", async () => {
  const cursor = await cursorNow();
  const made: string[] = [];
  const writers = Array.from({ length: 8 }, async () => {
    for (let n = 0; n < 20; n += 1) made.push((await sample()).body.data.id);
  });
  const seen: string[] = [];
  let at = cursor;
  const reader = (async () => {
    while (seen.length < 160) {
      const { body } = await get(`/test/events?after=${at}&wait=1`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      at = body.cursor;
    }
  })();
  await Promise.all([...writers, reader]);
  expect(seen.sort()).toEqual(made.sort());
  expect((await walk(cursor)).sort()).toEqual(made);
}, 60_000);

test("a transaction that commits late is not passed over", async () => {
  const cursor = await cursorNow();
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const began = new Promise<void>((resolve) => {
    written = resolve;
  });
  const slow = transact(world, async (unit) => {
    unit.emit({
      ...{ type: "order.paid", storeId: shop.store.id, livemode: false, objectId: "slow", sequence: 1 },
      ...{ dedupeKey: `slow/${shop.store.id}`, at: unit.now, data: {} },
    });
    await unit.flush();
    written();
    await held;
  });
  await began;
  // The second one waits for the first; it may not get an earlier place than what it was waiting for.
  const quick = sample();
  expect(await walk(cursor)).toEqual([]);
  commit();
  await slow;
  const { body } = await quick;
  const ids = await walk(cursor);
  expect([ids.length, ids[1]]).toEqual([2, body.data.id]);
});

test.each([
  ["after=yesterday", "after"],
  ["after=-1", "after"],
  ["wait=26", "wait"],
  ["wait=1.5", "wait"],
])("%s is a validation problem", async (query, field) => {
  const { status, body } = await get(`/test/events?${query}`);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});

test("the listen secret is each store's own, the same every time", async () => {
  const other = await newShop(world);
  const secret = async (key: string) => (await call("GET", "/test/listener", { key })).body.data.secret;
  expect(await secret(shop.testKey)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await secret(shop.testKey)).toBe(await secret(shop.testKey));
  expect(await secret(other.testKey)).not.toBe(await secret(shop.testKey));
});

test("made-up events go with Delete test data, and are never seen by a live key", async () => {
  const { body } = await sample();
  for (const path of [`/test/events/${body.data.id}`, "/test/events", "/test/listener"])
    expect((await live("GET", path)).body.error).toBe("test_key_required");
  await trial("DELETE", "/test/data");
  expect((await get(`/test/events/${body.data.id}`)).status).toBe(404);
});
