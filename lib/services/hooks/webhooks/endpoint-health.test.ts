import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "@/lib/services/core/world";
import { startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { deliverDueWebhooks } from "./deliver-due";
import { listEndpoints } from "./endpoint";
import { pingEndpoint } from "./manual-attempt";
import { resendMissed } from "./resend";
import { enableEndpoint } from "./save-endpoint";

const hourMs = 3_600_000;
const receiver = await startReceiver();
let world: TestWorld;
let store: TestStore;

afterAll(() => receiver.close());
beforeEach(async () => {
  world = testWorld();
  store = await testStore(world);
  receiver.answer = 500;
  receiver.received.length = 0;
});

test("five days without one success and ten failures switch an endpoint off, tell the owner and keep the events", async () => {
  const { id } = await endpointAt(world, store.live, receiver.url);
  await emitEvent(world, store.live);
  await run(4.9 * 24);
  expect(await endpointOf(store.live, id)).toMatchObject({ disabledAt: null, failuresInRow: 12 });
  world.clock.advance(3 * hourMs);
  const last = await emitEvent(world, store.live);
  await pass();
  expect(await endpointOf(store.live, id)).toMatchObject({
    disabledReason: "failing",
    failuresInRow: 13,
  });
  expect(await deliveryOf(last.id)).toMatchObject({
    status: "skipped",
    skippedReason: "endpoint_disabled",
    nextAttemptAt: null,
  });
  expect(await templates()).toEqual(["webhook_failing", "webhook_endpoint_disabled"]);

  const meanwhile = await emitEvent(world, store.live);
  expect(await deliveryOf(meanwhile.id)).toMatchObject({
    status: "skipped",
    skippedReason: "endpoint_disabled",
  });
  receiver.answer = 200;
  expect(await pingEndpoint(world, store.live, id, "Olive Owner")).toMatchObject({ ok: true });
  const { missed, missedSince } = await enableEndpoint(world, store.live, id);
  expect(missed).toBe(2);
  expect(await resendMissed(world, store.live, missedSince ?? world.clock.now(), "Olive Owner", id)).toEqual({
    queued: 2,
  });
  expect(await pass()).toMatchObject({ delivered: 2 });
});

test("sporadic failure never switches an endpoint off, and one success forgives all before it", async () => {
  const { id } = await endpointAt(world, store.live, receiver.url);
  for (let day = 0; day < 14; day += 1) {
    receiver.answer = 500;
    await emitEvent(world, store.live);
    await run(1);
    receiver.answer = 200;
    await run(23);
  }
  const endpoint = await endpointOf(store.live, id);
  expect(endpoint).toMatchObject({ disabledAt: null, failingSince: null, failuresInRow: 0 });
  expect(endpoint?.lastSuccessAt).toBeInstanceOf(Date);
  expect(await templates()).toEqual([]);
});

test("few failures over many days are not enough", async () => {
  const { id } = await endpointAt(world, store.live, receiver.url);
  receiver.answer = 410;
  for (let day = 0; day < 9; day += 1) {
    await emitEvent(world, store.live);
    await run(24);
  }
  expect(await endpointOf(store.live, id)).toMatchObject({ disabledAt: null, failuresInRow: 9 });
});

test("owners are warned at the first event that is given up, and at most once a day", async () => {
  await endpointAt(world, store.live, receiver.url);
  receiver.answer = 410;
  await emitEvent(world, store.live);
  await emitEvent(world, store.live);
  await pass();
  world.clock.advance(23 * hourMs);
  await emitEvent(world, store.live);
  await pass();
  expect(await templates()).toEqual(["webhook_failing"]);
  world.clock.advance(2 * hourMs);
  await emitEvent(world, store.live);
  await pass();
  expect(await templates()).toEqual(["webhook_failing", "webhook_failing"]);
  const [message] = await world.db.message.findMany({ where: { storeId: store.store.id } });
  expect(message).toMatchObject({ recipient: store.owner.email, channel: "email", status: "kept" });
  expect(message?.body).toContain("it answered 410");
});

test("test endpoints send no mail", async () => {
  const { id } = await endpointAt(world, store.test, receiver.url);
  for (let day = 0; day < 7; day += 1) {
    await emitEvent(world, store.test);
    await run(24);
  }
  expect(await endpointOf(store.test, id)).toMatchObject({ disabledReason: "failing" });
  expect(await templates()).toEqual([]);
});

/** Delivers whatever comes due within the next hours, at its time. */
async function run(hours: number): Promise<void> {
  const until = new Date(world.clock.now().getTime() + hours * hourMs);
  for (;;) {
    const { nextDueAt } = await pass();
    if (!nextDueAt || nextDueAt > until) break;
    world.clock.set(nextDueAt);
  }
  world.clock.set(until);
}

function pass() {
  return deliverDueWebhooks(world, { storeId: store.store.id });
}

async function deliveryOf(eventId: string) {
  return world.db.webhookDelivery.findFirstOrThrow({ where: { eventId } });
}

async function templates(): Promise<string[]> {
  const rows = await world.db.message.findMany({
    where: { storeId: store.store.id },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => row.template);
}

async function endpointOf(caller: Caller, id: number) {
  return (await listEndpoints(world, caller)).find((endpoint) => endpoint.id === id);
}
