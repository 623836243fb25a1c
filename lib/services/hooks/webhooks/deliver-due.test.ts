import { afterAll, beforeEach, expect, test } from "vitest";
import { transact } from "@/lib/services/core/unit";
import { newCourier } from "@/lib/services/core/world";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { deliverDueWebhooks } from "./deliver-due";

const open: Receiver[] = [];
let world: TestWorld;
let store: TestStore;
let receiver: Receiver;

beforeEach(async () => {
  world = testWorld();
  store = await testStore(world);
  receiver = await newReceiver();
});
afterAll(() => Promise.all(open.map((one) => one.close())));

test("an event is delivered once, with what came back kept in the log", async () => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = (_request, response) => response.writeHead(201, { "x-reply": "1" }).end("thanks");
  const event = await emitEvent(world, store.live);
  expect(world.woken).toEqual(["webhooks"]);
  expect(await pass()).toEqual({ delivered: 1, failed: 0, nextDueAt: null });
  expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: null });
  expect(receiver.received.map((one) => one.id)).toEqual([event.id]);
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "succeeded",
    attemptsMade: 1,
    nextAttemptAt: null,
    attempts: [{ statusCode: 201, responseBody: "thanks", sentBy: null, errorClass: null }],
  });
});

test("a failing receiver is tried 12 times at the planned times, the last between 9:45 and 10:15", async () => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = 500;
  const event = await emitEvent(world, store.live);
  const startedAt = world.clock.now().getTime();
  const times: number[] = [];
  for (let next: Date | null = world.clock.now(); next; ) {
    world.clock.set(next);
    const result = await pass();
    expect(result).toMatchObject({ delivered: 0, failed: 1 });
    times.push((next.getTime() - startedAt) / 1000);
    next = result.nextDueAt;
  }
  const plan = [0, 10, 60, 300, 900, 1800, 3600, 7200, 10_800, 18_000, 27_000, 36_000];
  expect(times).toHaveLength(12);
  for (const [index, planned] of plan.entries())
    expect(Math.abs((times[index] ?? 0) - planned)).toBeLessThanOrEqual(
      0.1 * (planned - (plan[index - 1] ?? 0)) + 0.001,
    );
  expect(times[11]).toBeGreaterThanOrEqual(9.75 * 3600);
  expect(times[11]).toBeLessThanOrEqual(10.25 * 3600);
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "failed",
    attemptsMade: 12,
    nextAttemptAt: null,
  });
  expect(new Set(receiver.received.map((one) => `${one.id} ${one.body}`)).size).toBe(1);
  const stamps = receiver.received.map((one) => Number(one.headers["webhook-timestamp"]));
  expect(new Set(stamps).size).toBe(12);
});

test("only a 2xx is success: redirects, errors and silence are tried again", async () => {
  for (const status of [199, 301, 304, 400, 404, 503]) {
    const fresh = await newReceiver((_request, response) => {
      if (status === 199) response.destroy();
      else response.writeHead(status, { location: receiver.url }).end();
    });
    const own = await testStore(world);
    await endpointAt(world, own.live, fresh.url);
    const event = await emitEvent(world, own.live);
    expect(await deliverDueWebhooks(world, { storeId: own.store.id })).toMatchObject({ failed: 1 });
    expect(await deliveryOf(event.id)).toMatchObject({ status: "pending", attemptsMade: 1 });
  }
  expect(receiver.received).toEqual([]);
});

test("204 is success; 410 ends that event at once", async () => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = 204;
  const first = await emitEvent(world, store.live);
  await pass();
  receiver.answer = 410;
  const second = await emitEvent(world, store.live);
  expect(await pass()).toEqual({ delivered: 0, failed: 1, nextDueAt: null });
  expect(await deliveryOf(first.id)).toMatchObject({ status: "succeeded" });
  expect(await deliveryOf(second.id)).toMatchObject({ status: "failed", attemptsMade: 1 });
});

test.each([
  ["30", 60],
  ["90", 90],
  ["Mon, 02 Mar 2026 09:31:40 GMT", 100],
  ["999999", 110],
  ["soon", 60],
])("after 429 with Retry-After %s the third attempt keeps inside its plan", async (value, seconds) => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = 500;
  await emitEvent(world, store.live);
  await pass();
  const firstAt = world.clock.now().getTime();
  world.clock.advance(11_000);
  receiver.answer = (_request, response) => response.writeHead(429, { "retry-after": value }).end();
  const { nextDueAt } = await pass();
  // Planned at 60 s ± 5, may be moved back by the gap of 50 s; after 429 at least a minute of rest, from 11 s on.
  const waited = ((nextDueAt?.getTime() ?? 0) - firstAt) / 1000;
  expect(waited).toBeGreaterThanOrEqual(Math.max(71, seconds - 5));
  expect(waited).toBeLessThanOrEqual(Math.max(71, seconds + 11));
});

test("a worker that dies between sending and recording loses nothing: same id and bytes again after its lease", async () => {
  await endpointAt(world, store.live, receiver.url);
  const event = await emitEvent(world, store.live);
  const dying = {
    ...world,
    post: (async (request) => {
      await world.post(request);
      throw new Error("killed");
    }) satisfies typeof world.post,
  };
  await deliverDueWebhooks(dying, { storeId: store.store.id });
  const leaseEnds = new Date(world.clock.now().getTime() + 60_000);
  expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: leaseEnds });
  world.clock.set(leaseEnds);
  expect(await pass()).toMatchObject({ delivered: 1 });
  const [first, second] = receiver.received;
  expect(receiver.received).toHaveLength(2);
  expect(second?.body).toBe(first?.body);
  expect(second?.id).toBe(event.id);
  expect(first?.headers["x-service-signature"]).toBe(second?.headers["x-service-signature"]);
});

test("whoever lost the lease changes nothing", async () => {
  await endpointAt(world, store.live, receiver.url);
  const event = await emitEvent(world, store.live);
  const slow = {
    ...anotherProcess(),
    post: (async () => {
      world.clock.advance(61_000);
      await pass();
      return { kind: "response", status: 500, headers: {}, body: "", durationMs: 61_000 };
    }) satisfies typeof world.post,
  };
  await deliverDueWebhooks(slow, { storeId: store.store.id });
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "succeeded",
    attemptsMade: 1,
    attempts: [{}, {}],
  });
});

test("3 processes share 240 events of 4 endpoints: each arrives once at each, at most 4 at a time from each process", async () => {
  const receivers = await Promise.all([1, 2, 3, 4].map(() => newReceiver(pausing(5))));
  for (const one of receivers) await endpointAt(world, store.live, one.url);
  const ids: string[] = [];
  for (let index = 0; index < 60; index += 1) ids.push((await emitEvent(world, store.live)).id);
  const results = await Promise.all([1, 2, 3].map(() => pass(anotherProcess())));
  expect(results.reduce((sum, result) => sum + result.delivered, 0)).toBe(240);
  for (const one of receivers) {
    expect(one.received.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(one.mostAtOnce).toBeLessThanOrEqual(12);
  }
});

test("four at a time go to one endpoint", async () => {
  receiver.answer = pausing(300);
  await endpointAt(world, store.live, receiver.url);
  for (let index = 0; index < 20; index += 1) await emitEvent(world, store.live);
  expect(await pass()).toMatchObject({ delivered: 20 });
  expect(receiver.mostAtOnce).toBe(4);
});

test("an answer gives back one place, though it does so before it is recorded", async () => {
  await endpointAt(world, store.live, receiver.url);
  const hangs: (() => void)[] = [];
  receiver.answer = (_request, response) => {
    if (hangs.length < 3) hangs.push(() => response.end());
    else setTimeout(() => response.end(), 20);
  };
  for (let index = 0; index < 20; index += 1) await emitEvent(world, store.live);
  const passing = pass();
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(20);
  for (const answer of hangs) answer();
  expect(await passing).toMatchObject({ delivered: 20 });
  expect(receiver.mostAtOnce).toBe(4);
});

test("first attempts about one object go out in its order; a failed one does not hold up the next", async () => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = (_request, response, { body }) => {
    const first = JSON.parse(body).type === "subscription.activated";
    setTimeout(() => response.writeHead(first ? 500 : 200).end(), first ? 50 : 0);
  };
  const types = [
    "subscription.activated",
    "subscription.renewed",
    "subscription.past_due",
    "subscription.expired",
  ];
  const objectId = "sub_in_order";
  for (const [index, type] of types.entries())
    await emitEvent(world, store.live, {
      type: type as "subscription.activated",
      objectId,
      sequence: index + 1,
    });
  expect(await pass()).toMatchObject({ delivered: 3, failed: 1 });
  expect(receiver.received.map((one) => one.type)).toEqual(types);
  // Sent at once they may arrive in order too, by luck.
  expect(receiver.mostAtOnce).toBe(1);
});

test("events of one transaction have ids in the order in which they were told, and are sent in it", async () => {
  receiver.answer = (_request, response) => void setTimeout(() => response.end(), Math.random() * 10);
  await endpointAt(world, store.live, receiver.url);
  const objectId = "customer/in_order";
  await transact(world, async (unit) => {
    for (let sequence = 1; sequence <= 30; sequence += 1) {
      unit.emit({
        ...{ type: "subscription.renewed", storeId: store.store.id, livemode: true, objectId, sequence },
        ...{ dedupeKey: `${objectId}/${sequence}`, at: unit.now, data: {} },
      });
      // What is written in parts keeps its order too.
      if (sequence % 10 === 0) await unit.flush();
    }
  });
  await pass();
  const rows = await world.db.event.findMany({ where: { objectId }, orderBy: { sequence: "asc" } });
  const ids = rows.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(receiver.received.map(({ id }) => id)).toEqual(ids);
  expect(receiver.mostAtOnce).toBe(1);
});

test("an endpoint that hangs slows nobody else", async () => {
  const hanging = await newReceiver(() => {});
  await endpointAt(world, store.live, hanging.url);
  await endpointAt(world, store.live, receiver.url);
  for (let index = 0; index < 10; index += 1) await emitEvent(world, store.live);
  let ended = false;
  const passing = pass().finally(() => {
    ended = true;
  });
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(10);
  await expect.poll(() => hanging.mostAtOnce, { timeout: 20_000 }).toBe(4);
  await emitEvent(world, store.live);
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(11);
  expect(ended, "the pass still waits for the hanging one").toBe(false);
  await hanging.close();
  await passing;
});

test("a pass beside one that waits makes it look, ends at once, and says when the next plan is due", async () => {
  const hanging = await newReceiver(() => {});
  await endpointAt(world, store.live, hanging.url);
  await endpointAt(world, store.live, receiver.url);
  for (let index = 0; index < 10; index += 1) await emitEvent(world, store.live);
  const arrived = new Map<string, number>();
  receiver.answer = (_request, response, { id }) => {
    arrived.set(id, performance.now());
    response.end();
  };
  const waiting = pass();
  await expect.poll(() => arrived.size).toBe(10);
  const waits: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const { id } = await emitEvent(world, store.live);
    const startedAt = performance.now();
    // Never that of the hanging endpoint's backlog, which would be now: a caller who goes on at once would never end.
    expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: null });
    await expect.poll(() => arrived.get(id), { interval: 2 }).toBeGreaterThan(0);
    waits.push((arrived.get(id) ?? Infinity) - startedAt);
  }
  // Looking by itself, it would find the half of them after more than 250 ms.
  expect(waits.filter((wait) => wait < 250).length).toBeGreaterThan(15);
  const later = new Date(world.clock.now().getTime() + 20_000);
  const { id } = await emitEvent(world, store.live);
  await expect.poll(() => arrived.has(id)).toBe(true);
  await world.db.webhookDelivery.updateMany({
    where: { eventId: id, status: "pending" },
    data: { nextAttemptAt: later },
  });
  expect((await pass()).nextDueAt).toEqual(later);
  await hanging.close();
  expect((await waiting).delivered).toBeGreaterThanOrEqual(31);
});

test("an unreachable endpoint is an attempt with its class of error", async () => {
  await endpointAt(world, store.live, receiver.url);
  await receiver.close();
  open.splice(open.indexOf(receiver), 1);
  const event = await emitEvent(world, store.live);
  await pass();
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "pending",
    attempts: [{ statusCode: null, errorClass: "refused", responseHeaders: null }],
  });
});

test("a store that may not use webhooks any more is not sent to; the events stay and can be sent later", async () => {
  await endpointAt(world, store.live, receiver.url);
  const event = await emitEvent(world, store.live);
  await world.db.store.update({ where: { id: store.store.id }, data: { status: "suspended" } });
  expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: null });
  expect(await deliveryOf(event.id)).toMatchObject({ status: "skipped", skippedReason: "store_suspended" });
  expect(receiver.received).toEqual([]);
});

/** The same data, but nothing is known of what the others are sending. */
function anotherProcess(): TestWorld {
  return { ...world, courier: newCourier() };
}

function pass(of = world) {
  return deliverDueWebhooks(of, { storeId: store.store.id });
}

async function deliveryOf(eventId: string) {
  return world.db.webhookDelivery.findFirstOrThrow({ where: { eventId }, include: { attempts: true } });
}

async function newReceiver(answer: Receiver["answer"] = 200): Promise<Receiver> {
  const one = await startReceiver(answer);
  open.push(one);
  return one;
}

function pausing(ms: number): Receiver["answer"] {
  return (_request, response) => void setTimeout(() => response.end(), ms);
}
