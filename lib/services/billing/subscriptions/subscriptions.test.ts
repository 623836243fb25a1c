import { beforeEach, describe, expect, test } from "vitest";
import { graceMs } from "@/lib/domain/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { checkAccess } from "../access/check-access-in-one";
import { advanceDueSubscriptions } from "../reminders/sweeps";
import { startTestSubscription } from "../test-mode/start-subscription";
import { cancelSubscription } from "./cancel";
import { listSubscriptions } from "./list";
import { readSubscription } from "./read";

const dayMs = 24 * 60 * 60 * 1000;
let world: TestWorld;
let shop: TestStore;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
});

async function subscribe(
  ref: string | null = "user_1",
  product = shop.products[0].id,
  email: string | null = null,
) {
  const input = { productId: product, ref, email, paymentKey: null };
  return (await startTestSubscription(world, shop.test, input)).row;
}

async function eventTypes(id: string): Promise<string[]> {
  const events = await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } });
  return events.map((event) => event.type);
}

describe("the recorder", () => {
  test("asleep over both edges, it tells past_due and then expired, each at its true instant", async () => {
    const row = await subscribe();
    const end = row.currentPeriodEnd;
    world.clock.set(new Date(end.getTime() + 40 * dayMs));
    await advanceDueSubscriptions(world);
    const events = await world.db.event.findMany({
      where: { objectId: row.id },
      orderBy: { sequence: "asc" },
    });
    expect(
      events.map(({ type, occurredAt, sequence }) => ({ type, at: occurredAt.getTime(), sequence })),
    ).toEqual([
      { type: "subscription.activated", at: row.startedAt.getTime(), sequence: 1 },
      { type: "subscription.past_due", at: end.getTime(), sequence: 2 },
      { type: "subscription.expired", at: end.getTime() + graceMs, sequence: 3 },
    ]);
    const [, pastDue, expired] = events.map((event) => JSON.parse(event.payload));
    expect(pastDue.data).toMatchObject({ status: "past_due", has_access: true, previous_status: "active" });
    expect(expired.data).toMatchObject({ status: "expired", has_access: false, previous_status: "past_due" });
  });

  test("a second sweep, or two at once, tell nothing twice", async () => {
    const row = await subscribe();
    world.clock.set(row.currentPeriodEnd);
    await Promise.all([advanceDueSubscriptions(world), advanceDueSubscriptions(world)]);
    await advanceDueSubscriptions(world);
    expect(await eventTypes(row.id)).toEqual(["subscription.activated", "subscription.past_due"]);
  });

  test("while it never runs, reads and the access check are right at every hour of 40 days", async () => {
    const row = await subscribe();
    for (let hour = 0; hour <= 40 * 24; hour += 7) {
      world.clock.set(new Date(row.startedAt.getTime() + hour * 60 * 60 * 1000));
      const shown = await checkAccess(world, shop.test, { ref: "user_1" }, null);
      const now = world.clock.now();
      const wanted =
        now < row.currentPeriodEnd
          ? "active"
          : now.getTime() < row.currentPeriodEnd.getTime() + graceMs
            ? "past_due"
            : "expired";
      const found = await listSubscriptions(world, shop.test, { status: wanted }, { skip: 0, take: 10 });
      expect(found.rows.map((one) => one.id)).toEqual([row.id]);
      expect(shown?.id).toBe(row.id);
    }
  });

  test("one row that cannot be advanced holds up no other", async () => {
    const first = await subscribe("user_1");
    const second = await subscribe("user_2");
    await world.db.event.create({
      data: {
        id: `evt_taken${first.id}`,
        storeId: shop.store.id,
        livemode: false,
        type: "ping",
        objectId: "x",
        sequence: 1,
        dedupeKey: "unrelated",
        payload: "{}",
        occurredAt: world.clock.now(),
        createdAt: world.clock.now(),
      },
    });
    await world.db
      .$executeRaw`UPDATE subscriptions SET "interval" = 'month', currency = 'XXX' WHERE id = ${first.id}`;
    world.clock.set(second.currentPeriodEnd);
    const result = await advanceDueSubscriptions(world);
    expect(result.failed).toBe(1);
    expect(await eventTypes(second.id)).toContain("subscription.past_due");
    await world.db.subscription.update({ where: { id: first.id }, data: { nextDueAt: null } });
  });
});

describe("cancelling", () => {
  test("from active, access runs to the end of the paid period and then ends without an event", async () => {
    const row = await subscribe();
    const cancelled = await cancelSubscription(world, shop.test, row.id);
    expect(cancelled).toMatchObject({ status: "cancelled", endedAt: null, cancelledAt: world.clock.now() });
    world.clock.set(row.currentPeriodEnd);
    await advanceDueSubscriptions(world);
    const ended = await readSubscription(world, shop.test, row.id);
    expect(ended).toMatchObject({ status: "cancelled", endedAt: row.currentPeriodEnd, nextDueAt: null });
    expect(await eventTypes(row.id)).toEqual(["subscription.activated", "subscription.cancelled"]);
  });

  test("from past_due, access ends at that instant", async () => {
    const row = await subscribe();
    world.clock.set(new Date(row.currentPeriodEnd.getTime() + dayMs));
    const cancelled = await cancelSubscription(world, shop.test, row.id);
    expect(cancelled.endedAt).toEqual(world.clock.now());
    expect(await eventTypes(row.id)).toEqual([
      "subscription.activated",
      "subscription.past_due",
      "subscription.cancelled",
    ]);
  });

  test("a second time is refused with not_cancellable and tells nothing", async () => {
    const row = await subscribe();
    await cancelSubscription(world, shop.test, row.id);
    await expect(cancelSubscription(world, shop.test, row.id)).rejects.toMatchObject({
      code: "not_cancellable",
    });
    expect(await eventTypes(row.id)).toHaveLength(2);
  });

  test("twenty at once cancel once", async () => {
    const row = await subscribe();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => cancelSubscription(world, shop.test, row.id)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect(await eventTypes(row.id)).toEqual(["subscription.activated", "subscription.cancelled"]);
  });

  test("in test mode nobody is written to", async () => {
    const row = await subscribe("user_1", shop.products[0].id, "payer@example.com");
    await cancelSubscription(world, shop.test, row.id);
    expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
  });

  test("in live mode the subscriber is told by e-mail, in the same transaction", async () => {
    const row = await liveSubscription();
    await cancelSubscription(world, shop.live, row.id);
    const [message] = await world.db.message.findMany({ where: { storeId: shop.store.id } });
    expect(message).toMatchObject({ channel: "email", recipient: "payer@example.com", status: "kept" });
    expect(message?.body).toContain("/manage/");
  });

  test("another store's and the other mode's subscription are the same NotFound", async () => {
    const row = await subscribe();
    const other = await testStore(world);
    for (const caller of [other.test, other.live, shop.live])
      await expect(cancelSubscription(world, caller, row.id)).rejects.toMatchObject({ name: "NotFound" });
    expect(await eventTypes(row.id)).toEqual(["subscription.activated"]);
  });
});

describe("the access check", () => {
  test("shows the one that lasts longest, and the latest when none gives access", async () => {
    const monthly = await subscribe("user_1", shop.products[0].id);
    world.clock.advance(1000);
    const yearly = await subscribe("user_1", shop.products[1].id);
    expect((await checkAccess(world, shop.test, { ref: "user_1" }, null))?.id).toBe(yearly.id);
    expect((await checkAccess(world, shop.test, { ref: "user_1" }, shop.products[0].id))?.id).toBe(
      monthly.id,
    );
    world.clock.advance(800 * dayMs);
    expect((await checkAccess(world, shop.test, { ref: "user_1" }, null))?.id).toBe(yearly.id);
  });

  test("a ref is exact, and live and test do not see each other", async () => {
    await subscribe("user_1");
    expect(await checkAccess(world, shop.test, { ref: "USER_1" }, null)).toBeNull();
    expect(await checkAccess(world, shop.live, { ref: "user_1" }, null)).toBeNull();
  });

  test("a product of another store is a validation problem", async () => {
    const other = await testStore(world);
    await expect(checkAccess(world, shop.test, { ref: "x" }, other.products[0].id)).rejects.toMatchObject({
      errors: { product_id: [expect.objectContaining({ code: expect.any(String) })] },
    });
  });
});

/** A live row as a first payment leaves it. */
async function liveSubscription() {
  const now = world.clock.now();
  const customer = await world.db.customer.create({
    data: {
      accountId: shop.accountId,
      livemode: true,
      name: "Njeri Kamau",
      email: "payer@example.com",
      source: "subscription",
      customerSince: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  const end = new Date(now.getTime() + 31 * dayMs);
  return world.db.subscription.create({
    data: {
      id: `sub_live${customer.id}aaaaaaaaaaaaaaaaaaaa`,
      storeId: shop.store.id,
      accountId: shop.accountId,
      livemode: true,
      productId: shop.products[0].id,
      customerId: customer.id,
      ref: "user_1",
      status: "active",
      interval: "month",
      currency: "UGX",
      amountMinor: 50_000n,
      anchorAt: now,
      anchorPeriods: 1,
      startedAt: now,
      currentPeriodStart: now,
      currentPeriodEnd: end,
      graceEndsAt: new Date(end.getTime() + 3 * dayMs),
      nextDueAt: end,
      paymentsCount: 1,
      totalPaidMinor: 50_000n,
      createdAt: now,
      updatedAt: now,
    },
  });
}
