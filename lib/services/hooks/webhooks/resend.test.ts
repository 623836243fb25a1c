import { afterAll, beforeEach, expect, test } from "vitest";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { readEvent } from "../events/read";
import { deliverDueWebhooks } from "./deliver-due";
import { pingEndpoint } from "./manual-attempt";
import { resendDelivery, resendEvent, resendEvents, resendMissed } from "./resend";
import { disableEndpoint, enableEndpoint, rotateSecret, switchSecret, updateEndpoint } from "./save-endpoint";

const [receiver, other] = [await startReceiver(), await startReceiver()];
let world: TestWorld;
let store: TestStore;
let endpoint: { id: number; secret: string };

afterAll(() => Promise.all([receiver.close(), other.close()]));
beforeEach(async () => {
  world = testWorld();
  store = await testStore(world);
  for (const one of [receiver, other]) reset(one);
  endpoint = await endpointAt(world, store.live, receiver.url);
});

test("a resend has the same id and bytes, and goes to the current URL with the current secret", async () => {
  const event = await emitEvent(world, store.live);
  await pass();
  await updateEndpoint(world, store.live, endpoint.id, { url: other.url });
  await rotateSecret(world, store.live, endpoint.id);
  await switchSecret(world, store.live, endpoint.id);
  const [result] = await resendEvent(world, store.live, event.id, "Olive Owner");
  expect(result).toMatchObject({ ok: true, statusCode: 200, endpointId: endpoint.id, responseBody: "ok" });
  expect(other.received).toHaveLength(1);
  expect(other.received[0]?.body).toBe(receiver.received[0]?.body);
  expect(other.received[0]?.id).toBe(event.id);
  expect(other.received[0]?.headers["x-service-signature"]).not.toBe(
    receiver.received[0]?.headers["x-service-signature"],
  );
  const details = await readEvent(world, store.live, event.id);
  expect(details.deliveries[0]?.attempts.map((attempt) => [attempt.sentBy, attempt.url])).toEqual([
    ["Olive Owner", other.url],
    [null, receiver.url],
  ]);
});

test("a resend that succeeds cancels the retries; one that fails leaves the plan as it was", async () => {
  receiver.answer = 500;
  const event = await emitEvent(world, store.live);
  await pass();
  const before = await deliveryOf(event.id);
  const failed = await resendDelivery(world, store.live, before.id, "Olive Owner");
  expect(failed).toMatchObject({ ok: false, statusCode: 500 });
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "pending",
    attemptsMade: 1,
    nextAttemptAt: before.nextAttemptAt,
  });
  receiver.answer = 200;
  expect(await resendDelivery(world, store.live, before.id, "Olive Owner")).toMatchObject({ ok: true });
  expect(await deliveryOf(event.id)).toMatchObject({
    status: "succeeded",
    attemptsMade: 1,
    nextAttemptAt: null,
  });
  world.clock.advance(86_400_000);
  expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: null });
  expect(receiver.received).toHaveLength(3);
});

test("a fresh endpoint can be given an event from before it", async () => {
  const event = await emitEvent(world, store.live);
  await pass();
  const fresh = await endpointAt(world, store.live, other.url);
  other.answer = 500;
  expect(await resendEvent(world, store.live, event.id, "Olive Owner", fresh.id)).toMatchObject([
    { ok: false },
  ]);
  other.answer = 200;
  world.clock.advance(60_000);
  expect(await pass()).toMatchObject({ delivered: 1 });
  expect(other.received.map((one) => one.id)).toEqual([event.id, event.id]);
  expect(receiver.received).toHaveLength(1);
});

test("everything missed since a time goes out again, and nothing else", async () => {
  const early = await emitEvent(world, store.live);
  await disableEndpoint(world, store.live, endpoint.id);
  world.clock.advance(1000);
  const since = world.clock.now();
  const missed = await emitEvent(world, store.live);
  await enableEndpoint(world, store.live, endpoint.id);
  receiver.answer = 410;
  const failed = await emitEvent(world, store.live);
  await pass();
  receiver.answer = 200;
  const fine = await emitEvent(world, store.live);
  await pass();
  receiver.received.length = 0;
  world.woken.length = 0;
  expect(await resendMissed(world, store.live, since, "Olive Owner")).toEqual({ queued: 2 });
  expect(world.woken).toEqual(["webhooks"]);
  await pass();
  expect(receiver.received.map((one) => one.id).sort()).toEqual([missed.id, failed.id].sort());
  expect(await deliveryOf(early.id)).toMatchObject({ status: "skipped", skippedReason: "endpoint_disabled" });
  expect(await deliveryOf(fine.id)).toMatchObject({ status: "succeeded" });
});

test("a selection is sent together, up to 20", async () => {
  const events = [await emitEvent(world, store.live), await emitEvent(world, store.live)];
  const ids = events.map((event) => event.id);
  expect(await resendEvents(world, store.live, ids, "Olive Owner")).toMatchObject([
    { ok: true },
    { ok: true },
  ]);
  await expect(resendEvents(world, store.live, Array(21).fill(ids[0]), "Olive Owner")).rejects.toThrow(
    Invalid,
  );
});

test("a ping goes once to its endpoint only, and is in the log", async () => {
  await endpointAt(world, store.live, other.url);
  receiver.answer = 503;
  const result = await pingEndpoint(world, store.live, endpoint.id, "Olive Owner");
  expect(result).toMatchObject({ ok: false, statusCode: 503 });
  expect(receiver.received).toMatchObject([{ type: "ping", id: result.eventId }]);
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    type: "ping",
    livemode: true,
    data: { livemode: true },
  });
  world.clock.advance(86_400_000);
  expect(await pass()).toEqual({ delivered: 0, failed: 0, nextDueAt: null });
  expect(other.received).toEqual([]);
  expect(await readEvent(world, store.live, result.eventId)).toMatchObject({
    type: "ping",
    deliveries: [{ status: "failed", triesLeft: 0, attempts: [{ sentBy: "Olive Owner", statusCode: 503 }] }],
  });
  receiver.answer = 200;
  expect(await resendEvent(world, store.live, result.eventId, "Olive Owner")).toMatchObject([{ ok: true }]);
});

test("what belongs to others or to the other mode is not there", async () => {
  const event = await emitEvent(world, store.live);
  const [delivery] = event.deliveries;
  const stranger = await testStore(world);
  for (const caller of [stranger.live, store.test]) {
    await expect(resendEvent(world, caller, event.id, "x")).rejects.toThrow(NotFound);
    await expect(resendDelivery(world, caller, delivery?.id ?? 0n, "x")).rejects.toThrow(NotFound);
    await expect(readEvent(world, caller, event.id)).rejects.toThrow(NotFound);
    await expect(pingEndpoint(world, caller, endpoint.id, "x")).rejects.toThrow(NotFound);
    expect(await resendMissed(world, caller, new Date(0), "x")).toEqual({ queued: 0 });
  }
  for (const id of ["", "evt_\0", "evt_x' OR 1=1", `${event.id}0`])
    await expect(readEvent(world, store.live, id)).rejects.toThrow(NotFound);
  expect(receiver.received).toEqual([]);
});

test("without webhooks in the plan there is neither ping nor resend", async () => {
  const poor = await testStore(world, { includesApi: false });
  const { id } = await endpointAt(world, poor.live, receiver.url);
  const event = await emitEvent(world, poor.live);
  expect(event.deliveries).toMatchObject([{ status: "skipped", skippedReason: "plan_required" }]);
  await expect(pingEndpoint(world, poor.live, id, "x")).rejects.toThrow(Refusal);
  await expect(resendEvent(world, poor.live, event.id, "x")).rejects.toThrow(Refusal);
  expect(receiver.received).toEqual([]);
});

function pass() {
  return deliverDueWebhooks(world, { storeId: store.store.id });
}

async function deliveryOf(eventId: string) {
  return world.db.webhookDelivery.findFirstOrThrow({ where: { eventId } });
}

function reset(one: Receiver): void {
  one.answer = 200;
  one.received.length = 0;
}
