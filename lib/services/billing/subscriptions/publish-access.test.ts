import { beforeAll, beforeEach, expect, test } from "vitest";
import { standardEventTypes } from "@/lib/domain/event-types";
import { graceMs } from "@/lib/domain/subscription";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { advanceDueSubscriptions } from "../reminders/sweeps";
import { startTestSubscription } from "../test-mode/start-subscription";
import { cancelSubscription } from "./cancel";

const start = new Date("2026-03-02T09:30:00.000Z");
let world: TestWorld;
let shop: TestStore;

beforeAll(() => {
  world = testWorld();
});
beforeEach(async () => {
  world.clock.set(start);
  shop = await testStore(world);
});

const pay = async () => {
  const input = { productId: shop.products[0].id, ref: "user_1", email: null, paymentKey: null };
  return (await startTestSubscription(world, shop.test, input)).row;
};
const goTo = async (at: Date) => {
  world.clock.set(at);
  await advanceDueSubscriptions(world);
};
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** What access.changed said: whether the user is let in, the status, and when. */
async function told(): Promise<[boolean, string, number][]> {
  const rows = await world.db.event.findMany({
    where: { storeId: shop.store.id, type: "access.changed" },
    orderBy: { sequence: "asc" },
  });
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
  return rows.map(({ payload, occurredAt }) => {
    const { data } = JSON.parse(payload);
    return [data.has_access, data.status, occurredAt.getTime()];
  });
}

test("the first payment opens, the end of grace closes, a later payment opens again", async () => {
  const row = await pay();
  const over = after(row.currentPeriodEnd, graceMs);
  await goTo(after(over, 5_000));
  const back = world.clock.now();
  await pay();
  expect(await told()).toEqual([
    [true, "active", start.getTime()],
    [false, "expired", over.getTime()],
    [true, "active", back.getTime()],
  ]);
});

test("renewals before the end and the start of grace change nothing", async () => {
  const row = await pay();
  await pay();
  await goTo(after(row.currentPeriodEnd, graceMs));
  const { currentPeriodEnd } = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
  await goTo(currentPeriodEnd);
  await pay();
  expect(await told()).toHaveLength(1);
});

test("cancelled with time left: access closes when that runs out, which no other event says", async () => {
  const row = await pay();
  await cancelSubscription(world, shop.test, row.id);
  expect(await told()).toHaveLength(1);
  await goTo(after(row.currentPeriodEnd, 90_000));
  const end = row.currentPeriodEnd.getTime();
  expect((await told())[1]).toEqual([false, "cancelled", end]);
  const { type } = await world.db.event.findFirstOrThrow({
    where: { objectId: row.id },
    orderBy: { sequence: "desc" },
  });
  expect(type).toBe("subscription.cancelled");
});

test("cancelled in grace: access closes at once", async () => {
  const row = await pay();
  await goTo(after(row.currentPeriodEnd, 60_000));
  await cancelSubscription(world, shop.test, row.id);
  expect((await told())[1]).toEqual([false, "cancelled", world.clock.now().getTime()]);
});

test("two sweeps at once tell it once", async () => {
  const row = await pay();
  world.clock.set(after(row.currentPeriodEnd, graceMs));
  await Promise.all([advanceDueSubscriptions(world), advanceDueSubscriptions(world)]);
  expect(await told()).toHaveLength(2);
});

test("it goes out behind the event that is its cause, each time", async () => {
  const receiver = await startReceiver((_request, response, { type }) => {
    // Whoever does not wait for the cause is quicker.
    setTimeout(() => response.end(), type === "access.changed" ? 0 : 30);
  });
  try {
    const { id } = await endpointAt(world, shop.test, receiver.url);
    await world.db.webhookEndpoint.update({
      where: { id },
      data: { types: [...standardEventTypes, "access.changed"] },
    });
    const row = await pay();
    for (let time = 0; time < 6; time += 1) {
      const { currentPeriodEnd } = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
      await goTo(after(currentPeriodEnd, 60_000));
      await cancelSubscription(world, shop.test, row.id);
      await pay();
    }
    await deliverDueWebhooks(world, { storeId: shop.store.id });
  } finally {
    await receiver.close();
  }
  const once = ["subscription.past_due", "subscription.cancelled", "access.changed"];
  const again = ["subscription.renewed", "access.changed"];
  expect(receiver.received.map(({ type }) => type)).toEqual([
    ...["subscription.activated", "access.changed"],
    ...Array.from({ length: 6 }, () => [...once, ...again]).flat(),
  ]);
});
