import { beforeEach, describe, expect, test } from "vitest";
import { accessEndsAt, hasAccess } from "@/lib/domain/subscription";
import { setRenewalMode } from "@/lib/services/billing/renewal/change";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { advanceTestSubscription, type TestMove } from "./advance-subscription";
import { deleteTestData, type NewTestSubscription, startTestSubscription } from "./start-subscription";

let world: TestWorld;
let shop: TestStore;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
});

function start(input: Partial<NewTestSubscription> = {}) {
  const whole = { productId: shop.products[0].id, ref: "user_1", email: null, paymentKey: null, ...input };
  return startTestSubscription(world, shop.test, whole);
}

async function told(id: string): Promise<string[]> {
  const events = await world.db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } });
  return events.map((event) => event.type);
}

describe("Payment succeeds", () => {
  test("starts one subscription with one period and tells subscription.activated to test endpoints only", async () => {
    await createEndpoint(world, shop.test, { url: "http://localhost:4000/test" });
    await createEndpoint(world, shop.live, { url: "http://localhost:4000/live" });
    const { row, created } = await start();
    expect(created).toBe(true);
    expect(row).toMatchObject({
      status: "active",
      ref: "user_1",
      paymentsCount: 1,
      totalPaidMinor: 50_000n,
      livemode: false,
    });
    const deliveries = await world.db.webhookDelivery.findMany({
      where: { event: { objectId: row.id } },
      include: { endpoint: true },
    });
    expect(deliveries.map((delivery) => [delivery.endpoint.livemode, delivery.status])).toEqual([
      [false, "pending"],
    ]);
    expect(world.woken).toContain("webhooks");
  });

  test("pressed twice with one payment key pays once", async () => {
    const first = await start({ paymentKey: "press" });
    const again = await Promise.all(Array.from({ length: 10 }, () => start({ paymentKey: "press" })));
    expect(again.map(({ row, created }) => [row.id, row.paymentsCount, created])).toEqual(
      Array.from({ length: 10 }, () => [first.row.id, 1, false]),
    );
    expect(await told(first.row.id)).toEqual(["subscription.activated"]);
  });

  test("two first payments at once for one ref and product are one subscription with two periods", async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => start({ paymentKey: `press ${index}` })),
    );
    expect(new Set(results.map(({ row }) => row.id)).size).toBe(1);
    const id = results[0]?.row.id ?? "";
    const periods = await world.db.subscriptionPeriod.findMany({
      where: { subscriptionId: id },
      orderBy: { number: "asc" },
    });
    expect(periods).toHaveLength(8);
    for (const [index, period] of periods.entries())
      if (index > 0) expect(period.startsAt).toEqual(periods[index - 1]?.endsAt);
    expect(await told(id)).toEqual(["subscription.activated", ...Array(7).fill("subscription.renewed")]);
  });

  test("without a ref the e-mail says who it is; without both it is somebody new", async () => {
    const first = await start({ ref: null, email: "a@example.com" });
    const second = await start({ ref: null, email: "a@example.com" });
    const stranger = await start({ ref: null });
    const another = await start({ ref: null });
    expect(second.row.id).toBe(first.row.id);
    expect(new Set([first.row.id, stranger.row.id, another.row.id]).size).toBe(3);
  });

  test("is refused while test mode is off, and for a product that is another store's or not on sale", async () => {
    const off = await testStore(world, { store: { testModeSince: null } });
    const input = { productId: off.products[0].id, ref: "u", email: null, paymentKey: null };
    await expect(startTestSubscription(world, off.test, input)).rejects.toMatchObject({
      code: "test_mode_off",
    });
    await expect(start({ productId: off.products[0].id })).rejects.toMatchObject({ name: "NotFound" });
    await world.db.product.update({ where: { id: shop.products[0].id }, data: { status: "draft" } });
    await expect(start()).rejects.toMatchObject({ name: "NotFound" });
  });

  test("25 periods is the most it can hold: the running one and 24 ahead", async () => {
    let { row } = await start();
    for (let count = 2; count <= 25; count += 1) row = (await start()).row;
    expect(row.paymentsCount).toBe(25);
    await expect(start()).rejects.toMatchObject({ code: "renewal_limit" });
  });
});

describe("the four buttons", () => {
  const cases: { from: string; before: TestMove[]; legal: Partial<Record<TestMove, [string, string]>> }[] = [
    {
      from: "active",
      before: [],
      legal: {
        renew: ["active", "subscription.renewed"],
        end_period: ["past_due", "subscription.past_due"],
        cancel: ["cancelled", "subscription.cancelled"],
      },
    },
    {
      from: "past_due",
      before: ["end_period"],
      legal: {
        renew: ["active", "subscription.renewed"],
        end_grace: ["expired", "subscription.expired"],
        cancel: ["cancelled", "subscription.cancelled"],
      },
    },
    {
      from: "expired",
      before: ["end_period", "end_grace"],
      legal: { renew: ["active", "subscription.renewed"] },
    },
    { from: "cancelled", before: ["cancel"], legal: { renew: ["active", "subscription.renewed"] } },
  ];
  const refusals: Record<TestMove, string> = {
    renew: "renewal_limit",
    end_period: "not_active",
    end_grace: "not_past_due",
    end_trial: "not_in_trial",
    cancel: "not_cancellable",
    fail_renewal: "not_active",
  };

  for (const { from, before, legal } of cases)
    for (const move of ["renew", "end_period", "end_grace", "end_trial", "cancel"] as const) {
      const wanted = legal[move];
      test(`${move} from ${from} ${wanted ? `leads to ${wanted[0]} and tells ${wanted[1]}` : `is refused with ${refusals[move]}`}`, async () => {
        const { row } = await start();
        for (const earlier of before) await advanceTestSubscription(world, shop.test, row.id, earlier);
        const count = (await told(row.id)).length;
        const act = advanceTestSubscription(world, shop.test, row.id, move);
        if (!wanted) {
          await expect(act).rejects.toMatchObject({ code: refusals[move] });
          expect(await told(row.id)).toHaveLength(count);
          return;
        }
        const after = await act;
        expect(after.status).toBe(wanted[0]);
        expect((await told(row.id)).slice(count)).toEqual([wanted[1]]);
      });
    }

  test("A renewal fails: it renews by itself from then on, its failure is told, and the seller can only switch it off", async () => {
    const { row } = await start();
    const before = await told(row.id);
    const failed = await advanceTestSubscription(world, shop.test, row.id, "fail_renewal");
    expect(failed).toMatchObject({
      ...{ renewalMode: "charge", renewalFailure: "insufficient_funds", nextRenewalTryAt: null },
      status: "active",
    });
    expect((await told(row.id)).slice(before.length)).toEqual([
      "subscription.renewal_changed",
      "subscription.renewal_failed",
    ]);
    await expect(setRenewalMode(world, shop.test, row.id, "prompt")).rejects.toMatchObject({
      code: "payer_consent_required",
    });
    expect(await setRenewalMode(world, shop.test, row.id, "manual")).toMatchObject({ renewalMode: "manual" });
    await advanceTestSubscription(world, shop.test, row.id, "cancel");
    await expect(advanceTestSubscription(world, shop.test, row.id, "fail_renewal")).rejects.toMatchObject({
      code: "not_active",
    });
    expect(await world.db.message.count({ where: { objectId: row.id } })).toBe(0);
    await deleteTestData(world, shop.test);
    expect(await world.db.renewalConsent.count({ where: { subscriptionId: row.id } })).toBe(0);
  });

  test("End the period leaves 72 hours of grace from this instant; End grace period ends access now", async () => {
    const { row } = await start();
    const now = world.clock.now();
    const ended = await advanceTestSubscription(world, shop.test, row.id, "end_period");
    expect(ended.currentPeriodEnd).toEqual(now);
    expect(accessEndsAt(ended).getTime() - now.getTime()).toBe(72 * 60 * 60 * 1000);
    const expired = await advanceTestSubscription(world, shop.test, row.id, "end_grace");
    expect(expired.endedAt).toEqual(now);
    expect(hasAccess(expired, now)).toBe(false);
  });

  test("periods stay contiguous while dates are moved, also with renewals stacked ahead", async () => {
    const { row } = await start();
    const moves: TestMove[] = [
      "renew",
      "renew",
      "end_period",
      "renew",
      "end_period",
      "end_grace",
      "renew",
      "renew",
    ];
    for (const move of moves) {
      await advanceTestSubscription(world, shop.test, row.id, move);
      world.clock.advance(60_000);
    }
    const periods = await world.db.subscriptionPeriod.findMany({
      where: { subscriptionId: row.id },
      orderBy: { number: "asc" },
    });
    const current = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
    expect(periods).toHaveLength(6);
    expect(current.currentPeriodEnd).toEqual(periods.at(-1)?.endsAt);
    for (const [index, period] of periods.entries()) {
      const previous = periods[index - 1];
      if (previous) expect(period.startsAt.getTime()).toBeGreaterThanOrEqual(previous.endsAt.getTime());
    }
  });

  test("a live subscription and another store's are out of their reach", async () => {
    const other = await testStore(world);
    const { row } = await start();
    await expect(advanceTestSubscription(world, other.test, row.id, "renew")).rejects.toMatchObject({
      name: "NotFound",
    });
  });
});

describe("Delete test data", () => {
  test("removes every test row of this store and no other's", async () => {
    const other = await testStore(world);
    await createEndpoint(world, shop.test, { url: "http://localhost:4000/test" });
    await start();
    await start({ ref: null, email: "b@example.com" });
    const kept = await startTestSubscription(world, other.test, {
      productId: other.products[0].id,
      ref: "u",
      email: null,
      paymentKey: null,
    });
    expect(await deleteTestData(world, shop.test)).toEqual({ subscriptions: 2 });
    const scope = { storeId: shop.store.id, livemode: false };
    expect(await world.db.subscription.count({ where: scope })).toBe(0);
    expect(await world.db.event.count({ where: scope })).toBe(0);
    expect(await world.db.customer.count({ where: { accountId: shop.accountId } })).toBe(0);
    expect(await world.db.subscription.count({ where: { id: kept.row.id } })).toBe(1);
    expect(await world.db.event.count({ where: { objectId: kept.row.id } })).toBe(1);
  });
});

test("test mode writes no order, ledger row, payout, message or invoice", async () => {
  const { row } = await start({ email: "payer@example.com" });
  for (const move of ["renew", "end_period", "end_grace", "renew", "cancel"] as const)
    await advanceTestSubscription(world, shop.test, row.id, move);
  const counts = await Promise.all([
    world.db.order.count(),
    world.db.paymentAttempt.count(),
    world.db.ledgerTransaction.count(),
    world.db.payout.count(),
    world.db.invoice.count(),
    world.db.message.count(),
    world.db.customer.count({ where: { livemode: true } }),
  ]);
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
