import { afterAll, beforeEach, expect, test } from "vitest";
import { standardEventTypes } from "@/lib/domain/event-types";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { listEvents } from "../events/read";
import { deliverDueWebhooks } from "./deliver-due";
import { endpointStats, listEndpoints } from "./endpoint";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  revealSecret,
  rotateSecret,
  switchSecret,
  updateEndpoint,
} from "./save-endpoint";

const receiver = await startReceiver();
const page = { skip: 0, take: 20 };
let world: TestWorld;
let store: TestStore;

afterAll(() => receiver.close());
beforeEach(async () => {
  world = testWorld();
  store = await testStore(world);
  receiver.answer = 200;
  receiver.received.length = 0;
});

test("a store has up to 5 live and 5 test endpoints, however many are made at once", async () => {
  const tries = Array.from({ length: 8 }, () => createEndpoint(world, store.live, { url: receiver.url }));
  const results = await Promise.allSettled(tries);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(5);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "endpoint_limit" });
  for (let index = 0; index < 5; index += 1) await endpointAt(world, store.test, receiver.url);
  await expect(endpointAt(world, store.test, receiver.url)).rejects.toThrow(Refusal);
  const [first] = await listEndpoints(world, store.live);
  await deleteEndpoint(world, store.live, first?.id ?? 0);
  await endpointAt(world, store.live, receiver.url);
  expect(await listEndpoints(world, store.live)).toHaveLength(5);
});

test("an endpoint takes the seven types of the spec unless it chooses others", async () => {
  const { endpoint } = await createEndpoint(world, store.live, { url: receiver.url });
  expect(endpoint.types).toEqual([...standardEventTypes]);
  await updateEndpoint(world, store.live, endpoint.id, { types: ["customer.created", "customer.created"] });
  expect((await emitEvent(world, store.live, { type: "order.paid" })).deliveries).toEqual([]);
  expect((await emitEvent(world, store.live, { type: "customer.created" })).deliveries).toHaveLength(1);
});

test.each([
  [{ url: "http://example.com/" }, "url"],
  [{ url: "https://10.0.0.1/" }, "url"],
  [{ url: "nonsense" }, "url"],
  [{ url: "https://localhost.localdomain/" }, "url"],
  [{ url: "http://localhost:4000/", types: [] }, "types"],
  [{ url: "http://localhost:4000/", types: ["ping"] }, "types"],
  [{ url: "http://localhost:4000/", description: "a\0b" }, "description"],
  [{ url: "http://localhost:4000/", description: "x".repeat(256) }, "description"],
])("%j cannot be registered: a sentence on %s", async (input, field) => {
  const error: unknown = await createEndpoint(world, store.live, input).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Invalid);
  expect(Object.keys((error as Invalid).errors)).toEqual([field]);
});

test("http to localhost is for installations that allow it", async () => {
  const strict = testWorld({ config: { ...world.config, allowLocalWebhooks: false } });
  for (const url of ["http://localhost:4000/", "https://localhost:4000/", "https://127.0.0.1/"])
    await expect(createEndpoint(strict, store.live, { url })).rejects.toThrow(Invalid);
});

test("test events go to test endpoints and live events to live ones, of their own store alone", async () => {
  const stranger = await testStore(world);
  const callers = { live: store.live, test: store.test, otherLive: stranger.live, otherTest: stranger.test };
  const endpoints = new Map<number, string>();
  for (const [name, caller] of Object.entries(callers)) {
    const { id } = await endpointAt(world, caller, `${receiver.url}/${name}`);
    endpoints.set(id, name);
  }
  for (const [name, caller] of Object.entries(callers)) {
    receiver.received.length = 0;
    const event = await emitEvent(world, caller);
    await deliverDueWebhooks(world, { storeId: caller.storeId });
    expect(receiver.received.map((one) => one.path)).toEqual([`/hooks/${name}`]);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ livemode: caller.livemode });
    for (const [otherName, other] of Object.entries(callers)) {
      const { rows, total } = await listEvents(world, other, {}, page);
      expect(rows.some((row) => row.id === event.id)).toBe(otherName === name);
      expect(total).toBeLessThanOrEqual(1);
    }
  }
  for (const [id, name] of endpoints)
    for (const [otherName, caller] of Object.entries(callers)) {
      if (otherName === name) continue;
      const acts = [
        revealSecret,
        rotateSecret,
        switchSecret,
        disableEndpoint,
        enableEndpoint,
        deleteEndpoint,
      ];
      for (const act of acts) await expect(act(world, caller, id)).rejects.toThrow(NotFound);
      await expect(updateEndpoint(world, caller, id, {})).rejects.toThrow(NotFound);
    }
});

test("deleting an endpoint skips what waits for it and leaves its past in the log", async () => {
  const { id } = await endpointAt(world, store.live, receiver.url);
  const event = await emitEvent(world, store.live);
  await deleteEndpoint(world, store.live, id);
  expect(await deliverDueWebhooks(world, { storeId: store.store.id })).toMatchObject({
    delivered: 0,
    nextDueAt: null,
  });
  const { rows } = await listEvents(world, store.live, { endpointId: id, status: "skipped" }, page);
  expect(rows).toMatchObject([{ id: event.id, deliveries: [{ skippedReason: "endpoint_deleted" }] }]);
  expect((await listEndpoints(world, store.live)).map((endpoint) => endpoint.id)).not.toContain(id);
});

test("the log filters by type, state, endpoint and time; an endpoint's day is summed up", async () => {
  const { id } = await endpointAt(world, store.live, receiver.url);
  const old = await emitEvent(world, store.live, { type: "order.paid" });
  await deliverDueWebhooks(world, { storeId: store.store.id });
  world.clock.advance(25 * 3_600_000);
  const since = world.clock.now();
  const fine = await emitEvent(world, store.live);
  await deliverDueWebhooks(world, { storeId: store.store.id });
  receiver.answer = 500;
  const failing = await emitEvent(world, store.live);
  await deliverDueWebhooks(world, { storeId: store.store.id });
  const ids = async (filters: Parameters<typeof listEvents>[2]) =>
    (await listEvents(world, store.live, filters, page)).rows.map((row) => row.id).sort();
  expect(await ids({})).toEqual([old.id, fine.id, failing.id].sort());
  expect(await ids({ type: "order.paid" })).toEqual([old.id]);
  expect(await ids({ status: "pending" })).toEqual([failing.id]);
  expect(await ids({ createdAfter: since })).toEqual([fine.id, failing.id].sort());
  expect(await ids({ endpointId: id + 1000 })).toEqual([]);
  expect((await endpointStats(world, store.live)).get(id)).toEqual({
    successShare: 0.5,
    attempted: 2,
    lastDeliveryAt: world.clock.now(),
  });
});
