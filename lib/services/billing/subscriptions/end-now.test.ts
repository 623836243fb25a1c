import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Refusal } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { Changed, sealShown } from "@/lib/services/core/shown";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { settle } from "@/lib/services/money/settlement/settle";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openShop } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { checkAccess } from "../access/check-access-in-one";
import { cancelSubscription, endSubscription, shortenSubscription } from "./cancel";
import { extendSubscription, takeDiscount } from "./give";
import { runningShown } from "./read";

const { world, shop } = await openShop(sellingStore, "own");

async function subscribed() {
  const { attemptId, orderId } = await paidPayment(world, shop);
  const order = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true },
  });
  const id = order.subscriptionId ?? "";
  const ref = order.subscription?.ref ?? "";
  return {
    attemptId,
    id,
    mayIn: async () => {
      const found = await checkAccess(world, shop.live, { ref }, null);
      return found !== null && hasAccess(found, world.clock.now());
    },
    row: () => world.db.subscription.findUniqueOrThrow({ where: { id } }),
    told: async () => {
      const where = { storeId: shop.store.id, objectId: { in: [id, `access/${id}`] } };
      return (await world.db.event.findMany({ where, orderBy: { createdAt: "asc" } })).map(
        ({ type }) => type,
      );
    },
  };
}

async function takesBack(attemptId: string, minor = 50_000n): Promise<void> {
  const amount = { minor, currency: "UGX" };
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { railRef: `sbx_${attemptId}`, amount, paidAt: world.clock.now(), method: "mobile_money" },
  });
}

test("a payment that is taken back leaves access as it is, unless the store wants it otherwise", async () => {
  const { attemptId, mayIn, row } = await subscribed();
  world.clock.advance(2 * 86_400_000);
  await takesBack(attemptId);
  expect(await mayIn()).toBe(true);
  expect((await row()).status).toBe("active");
});

test("where the store wants it so, access ends the moment that the bank takes the payment back", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
  const { attemptId, mayIn, row, told } = await subscribed();
  world.clock.advance(2 * 86_400_000);
  await takesBack(attemptId, 10_000n);
  expect(await mayIn()).toBe(true);
  await takesBack(attemptId);
  expect(await mayIn()).toBe(false);
  expect(await row()).toMatchObject({ status: "cancelled", endedAt: world.clock.now() });
  expect((await told()).sort()).toEqual([
    ...["access.changed", "access.changed"],
    ...["subscription.activated", "subscription.cancelled"],
  ]);
});

test("what a seller does to a subscription, from a page that said another end, is not done", async () => {
  const { attemptId, id, row } = await subscribed();
  await takesBack(attemptId);
  const seen = sealShown(world, `subscription/${id}`, runningShown(await row()));
  const seller = { ...shop.seller, seen };
  const days = { days: 3, reason: "Sorry" };
  await extendSubscription(world, seller, id, days);
  const { currentPeriodEnd } = await row();
  // The same form again gives nothing again, and what was paid for meanwhile is not ended.
  await expect(extendSubscription(world, seller, id, days)).rejects.toThrow(Changed);
  await expect(endSubscription(world, seller, id)).rejects.toThrow(Changed);
  await expect(shortenSubscription(world, seller, id)).rejects.toThrow(Changed);
  await expect(takeDiscount(world, seller, id)).rejects.toThrow(Changed);
  expect(await row()).toMatchObject({ currentPeriodEnd, status: "active" });
});

describe("the bank takes back a month whose rest was carried into a year", () => {
  /** A month, and a day later the year for what was left of it. The attempt that paid the month. */
  async function upgraded() {
    const month = await subscribed();
    world.clock.advance(86_400_000);
    const { id } = await press(world, shop, {
      ...{ id: randomUUID(), phone: "0772 123 789" },
      for: { kind: "subscription_change", subscriptionId: month.id, productId: shop.products[1].id },
    });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    return { ...month, changeId: id };
  }
  const creditOf = async (id: string) => {
    const [first] = await world.db.subscriptionPeriod.findMany({ where: { subscriptionId: id, number: 1 } });
    return first?.creditMinor ?? 0n;
  };
  /** What of a year a credit was, of its price of 500,000. */
  const daysOf = (minor: bigint) => (Number(minor) / 500_000) * 365;
  const daysBetween = (one: Date, other: Date) => (other.getTime() - one.getTime()) / 86_400_000;

  test("where the store ends access for that: the year is shorter by what the month had brought, and the rest stays", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
    const { attemptId, id, mayIn, row, told } = await upgraded();
    const credit = await creditOf(id);
    const before = await row();
    world.clock.advance(86_400_000);
    await takesBack(attemptId);
    const after = await row();
    expect(daysBetween(after.currentPeriodEnd, before.currentPeriodEnd)).toBeCloseTo(daysOf(credit), 2);
    expect(after).toMatchObject({ status: "active", anchorAt: after.currentPeriodEnd, anchorPeriods: 0 });
    expect(await mayIn()).toBe(true);
    expect(await creditOf(id)).toBe(0n);
    expect((await told()).filter((type) => type === "subscription.changed")).toHaveLength(2);
    // Told again, it takes nothing more.
    await takesBack(attemptId);
    expect((await row()).currentPeriodEnd).toEqual(after.currentPeriodEnd);
  });

  test("else nothing happens by itself: the seller shortens it, once", async () => {
    const { attemptId, id, row } = await upgraded();
    const credit = await creditOf(id);
    const before = await row();
    await expect(shortenSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
    await takesBack(attemptId);
    expect((await row()).currentPeriodEnd).toEqual(before.currentPeriodEnd);
    await shortenSubscription(world, shop.seller, id);
    const { currentPeriodEnd } = await row();
    expect(daysBetween(currentPeriodEnd, before.currentPeriodEnd)).toBeCloseTo(daysOf(credit), 2);
    await expect(shortenSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
  });

  test("and the year's own payment: what is left is what the month had brought", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
    const { changeId, id, mayIn, row } = await upgraded();
    const began = world.clock.now();
    const credit = await creditOf(id);
    const { amountMinor } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: changeId } });
    await takesBack(changeId, amountMinor);
    expect(daysBetween(began, (await row()).currentPeriodEnd)).toBeCloseTo(daysOf(credit), 1);
    expect(await mayIn()).toBe(true);
  });

  test("a month paid ahead and taken back takes its own time: the month that runs stays", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
    const { id, attemptId, row, mayIn } = await subscribed();
    const paidUntil = (await row()).currentPeriodEnd;
    const renewal = { kind: "subscription_renewal", subscriptionId: id } as const;
    const { id: ahead } = await press(world, shop, { for: renewal, phone: "0772 124 789" });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    await takesBack(ahead);
    expect(await mayIn()).toBe(true);
    // A period is never without length.
    expect((await row()).currentPeriodEnd.getTime()).toBe(paidUntil.getTime() + 1);
    await takesBack(attemptId);
    expect(await mayIn()).toBe(false);
  });
});

test("the seller can end it now once a payment of it was taken back, and not before", async () => {
  const { attemptId, id, mayIn, told } = await subscribed();
  await expect(endSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
  await takesBack(attemptId);
  const viewer = { ...shop.seller, role: "viewer" as const };
  await expect(endSubscription(world, viewer, id)).rejects.toThrow(NotAllowed);
  await endSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(false);
  expect(await told()).toContain("subscription.cancelled");
  await expect(endSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
});

test("one that was cancelled and still runs can be ended too: then access alone has changed", async () => {
  const { attemptId, id, mayIn, told } = await subscribed();
  await takesBack(attemptId);
  await cancelSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(true);
  await endSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(false);
  const types = await told();
  expect(types.filter((type) => type === "subscription.cancelled")).toHaveLength(1);
  expect(types.filter((type) => type === "access.changed")).toHaveLength(2);
});
