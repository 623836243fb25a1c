import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { hasAccess } from "@/lib/domain/subscription";
import type { TransferResult } from "@/lib/providers/rails/port";
import { endSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { Changed, sealShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, sellingStore } from "@/lib/testing/money";
import { press, withRail } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { previewChange } from "../../checkout/pages/read-manage-page";
import type { PaymentFor } from "../../checkout/purchase";
import { recordPayment } from "../../outside/record";
import { renewDue } from "../../renewal/renew-due";
import { pollOpenAttempts } from "../../settlement/poll";
import { quoteRefund, refundShown } from "./quote";
import { requestRefund } from "./request";
import { checkRefund } from "./work";

const { world, shop } = await openShop(sellingStore);
beforeEach(async () => {
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  await world.db.subscription.updateMany({ data: { nextRenewalTryAt: null, nextDueAt: null } });
});
afterEach(async () => {
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

const box = { text: "Charge this card by itself.", language: "en" };
const dayMs = 86_400_000;
const row = (id: string): Promise<SubscriptionRow> =>
  world.db.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });
const mayIn = async (id: string) => hasAccess(await row(id), world.clock.now());
const messages = async (id: string) =>
  (await world.db.message.findMany({ where: { objectId: id } })).map(({ template }) => template);

/** One payment by card, whose payer keeps the card if they are asked. */
async function pays(paymentFor: PaymentFor, keeps = false): Promise<number> {
  const { id } = await press(world, shop, {
    ...{ for: paymentFor, method: "card", email: "ann@example.com", phone: undefined },
    ...(keeps ? { renews: { ...box, text: () => box.text } } : {}),
  });
  const card = { number: "4242424242424242", expiry: "12/30", cvc: "123" };
  const step = await world.sandbox.cardPage.pay(id, card);
  if (step.kind === "three_d_secure") await world.sandbox.cardPage.confirm(id, true);
  await comes();
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).orderId;
}

async function comes(): Promise<void> {
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** When somebody waits for a lock. */
const whenWaiting = () =>
  vi.waitFor(async () => {
    const waits =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    expect((await world.pool.query(waits)).rowCount).toBeGreaterThan(0);
  });

async function subscriber(): Promise<{ id: string; orderId: number }> {
  const start = { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" } as const;
  const orderId = await pays(start, true);
  const { subscriptionId } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  return { id: subscriptionId ?? "", orderId };
}

const refund = (orderId: number, more: { ends?: boolean; amountMinor?: bigint } = {}, on = world) =>
  requestRefund(on, shop.seller, { orderId, reason: "Sorry", requestKey: randomUUID(), ...more });

/** The day before the period ends, when the card is charged. */
async function dueDay(id: string): Promise<number> {
  world.clock.set(new Date((await row(id)).currentPeriodEnd.getTime() - 28 * 3_600_000));
  await renewDue(world);
  await comes();
  return (await row(id)).paymentsCount;
}

describe("the whole refund of a subscription's payment", () => {
  test("that ends it leaves nothing of the time before, whoever pays for it again", async () => {
    const { id, orderId } = await subscriber();
    await pays({ kind: "subscription_renewal", subscriptionId: id });
    await refund(orderId, { ends: true });
    await comes();
    expect(await mayIn(id)).toBe(false);
    await later(world, 3 * dayMs);
    await pays({ kind: "subscription_renewal", subscriptionId: id });
    expect(await row(id)).toMatchObject({ status: "active", paymentsCount: 3 });
    // Of the new period alone: the one that was ended is worth nothing any more.
    const { quote } = await previewChange(world, shop.live, id, shop.products[1].id);
    expect(quote.creditMinor).toBe(50_000n);
  });

  test("that ends it, and a payment in the same millisecond, are one after the other", async () => {
    const { id, orderId } = await subscriber();
    await refund(orderId, { ends: true });
    await comes();
    // The payer paid in the very millisecond in which access ended: an end does not belong to its period.
    const { endedAt } = await row(id);
    world.clock.set(endedAt ?? world.clock.now());
    await pays({ kind: "subscription_renewal", subscriptionId: id });
    expect(await row(id)).toMatchObject({ status: "active", currentPeriodStart: endedAt, endedAt: null });
  });

  test("that ends it calls off the payment that its payer is asked for", async () => {
    const { id, orderId } = await subscriber();
    await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id } });
    await refund(orderId, { ends: true });
    const open = { subscriptionId: id, id: { not: orderId } };
    expect(await world.db.order.findFirst({ where: open })).toMatchObject({ orderStatus: "cancelled" });
    await comes();
    await comes();
    expect(await mayIn(id)).toBe(false);
    expect(await row(id)).toMatchObject({ paymentsCount: 1 });
  });

  test("that ends it leaves what was paid after it had been asked for", async () => {
    const { id, orderId } = await subscriber();
    const waits = async (): Promise<TransferResult> => ({ kind: "pending", railRef: "r" });
    const { id: refundId } = await refund(orderId, { ends: true }, withRail(world, { refund: waits }));
    await later(world, 1_000);
    await pays({ kind: "subscription_renewal", subscriptionId: id });
    const before = await row(id);
    expect(before).toMatchObject({ paymentsCount: 2, endedAt: null });
    const arrives = async (): Promise<TransferResult> => ({
      kind: "succeeded",
      railRef: "r",
      at: world.clock.now(),
    });
    await checkRefund(withRail(world, { refundStatus: arrives }), refundId);
    const after = await row(id);
    expect(after.currentPeriodEnd < before.currentPeriodEnd).toBe(true);
    expect(await mayIn(id)).toBe(true);
  });

  test("is not asked for from a page on which its subscription ended earlier", async () => {
    const { id, orderId } = await subscriber();
    const quote = await quoteRefund(world, shop.live, { orderId, amount: "" });
    const seen = sealShown(world, `refund/${orderId}`, refundShown(quote, quote.order));
    await pays({ kind: "subscription_renewal", subscriptionId: id });
    const pressed = requestRefund(
      world,
      { ...shop.seller, seen },
      {
        ...{ orderId, reason: "Sorry", requestKey: randomUUID(), ends: true },
      },
    );
    await expect(pressed).rejects.toThrow(Changed);
    expect(await world.db.refund.count({ where: { orderId } })).toBe(0);
  });

  test("nor from one on which its end moves in the very moment of the press", async () => {
    const { id, orderId } = await subscriber();
    const quote = await quoteRefund(world, shop.live, { orderId, amount: "" });
    const seen = sealShown(world, `refund/${orderId}`, refundShown(quote, quote.order));
    const ask = { orderId, reason: "Sorry", requestKey: randomUUID(), ends: true };
    const pressed = await transact(world, async (unit) => {
      await lockSubscription(unit, shop.live, id);
      const answer = requestRefund(world, { ...shop.seller, seen }, ask).catch((error) => error);
      await whenWaiting();
      const currentPeriodEnd = new Date((quote.subscription?.row.currentPeriodEnd.getTime() ?? 0) + dayMs);
      await unit.tx.subscription.update({ where: { id }, data: { currentPeriodEnd } });
      return { answer };
    });
    expect(await pressed.answer).toBeInstanceOf(Changed);
    expect(await world.db.refund.count({ where: { orderId } })).toBe(0);
    await world.db.subscription.update({
      where: { id },
      data: { currentPeriodEnd: quote.subscription?.row.currentPeriodEnd },
    });
  });

  test("without an answer nothing is charged by itself any more, and the seller can end it", async () => {
    const { id, orderId } = await subscriber();
    await refund(orderId);
    const [consent] = await world.db.renewalConsent.findMany({ where: { subscriptionId: id } });
    expect(consent).toMatchObject({ endedBy: "refunded", endedAt: world.clock.now() });
    await comes();
    expect(await row(id)).toMatchObject({ renewalMode: "manual", status: "active" });
    expect(await dueDay(id)).toBe(1);
    await endSubscription(world, shop.seller, id);
    expect(await mayIn(id)).toBe(false);
  });

  test("that ends it ends access once the money has arrived, in the name of who asked", async () => {
    const { id, orderId } = await subscriber();
    await refund(orderId, { ends: true });
    expect(await row(id)).toMatchObject({ renewalMode: "manual", endedAt: null });
    await comes();
    expect(await row(id)).toMatchObject({ status: "cancelled", endedAt: world.clock.now() });
    expect(await messages(id)).toContain("subscription_cancelled_at_once");
    const where = { action: "subscription.ended", target: `subscription:${id}` };
    expect(await world.db.auditEntry.findFirst({ where })).toMatchObject({ actor: `user:${shop.owner.id}` });
  });

  test("that lets it go on renews it as was agreed", async () => {
    const { id, orderId } = await subscriber();
    await refund(orderId, { ends: false });
    await comes();
    expect(await mayIn(id)).toBe(true);
    expect(await dueDay(id)).toBe(2);
  });

  test("that fails ends nothing; nothing is charged by itself", async () => {
    const { id, orderId } = await subscriber();
    const failed: TransferResult = { kind: "failed", failure: { reason: "unknown", railCode: "no" } };
    await refund(orderId, { ends: true }, withRail(world, { refund: async () => failed }));
    expect(await row(id)).toMatchObject({ status: "active", endedAt: null, renewalMode: "manual" });
    await expect(endSubscription(world, shop.seller, id)).rejects.toThrow("not_cancellable");
  });

  test("that comes back after it ended access leaves that ended: the seller decides again", async () => {
    const { id, orderId } = await subscriber();
    const { id: refundId } = await refund(orderId, { ends: true });
    await comes();
    const back: TransferResult = { kind: "reversed", railRef: "r" };
    await checkRefund(withRail(world, { refundStatus: async () => back }), refundId);
    expect(await mayIn(id)).toBe(false);
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ paymentStatus: "paid", refundedMinor: 0n });
  });

  test("of a part, then of the rest, is whole at the rest; a part alone changes nothing", async () => {
    const { id, orderId } = await subscriber();
    await refund(orderId, { amountMinor: 20_000n, ends: true });
    await comes();
    expect(await row(id)).toMatchObject({ renewalMode: "charge", endedAt: null });
    await refund(orderId, { ends: true });
    await comes();
    expect(await row(id)).toMatchObject({ renewalMode: "manual", endedAt: world.clock.now() });
  });

  test("given back by hand, has arrived when it is recorded", async () => {
    const { id } = await press(world, shop, { phone: "0772 123 139" });
    await comes();
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    await recordPayment(world, shop.seller, {
      ...{ id: randomUUID(), for: { kind: "order", orderId }, method: "cash", amount: "" },
      ...{ day: "2026-03-12", reference: "", agrees: false },
    });
    const sub = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
    await refund(orderId, { ends: true });
    expect(await mayIn(sub.id)).toBe(false);
  });

  test("of a plan change: it goes on with the new plan, and what went back is worth nothing later", async () => {
    const { id } = await subscriber();
    world.clock.advance(dayMs);
    const to = shop.products[1].id;
    const orderId = await pays({ kind: "subscription_change", subscriptionId: id, productId: to });
    const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const carried = order.discountMinor;
    const { subscription } = await quoteRefund(world, shop.seller, { orderId, amount: "" });
    expect(subscription).toMatchObject({ isOnlyPayment: false, row: { id, renewalMode: "charge" } });
    await refund(orderId, { ends: false });
    await comes();
    const top = await product(world, shop, {
      ...{ kind: "subscription", interval: "year", priceMinor: 900_000n, name: "Top" },
    });
    const { quote } = await previewChange(world, shop.live, id, top.id);
    // No more than the rest of the month, which was paid and did not go back.
    expect(quote.creditMinor).toBeLessThanOrEqual(carried);
    expect(subscription?.creditMinor).toBeGreaterThanOrEqual(quote.creditMinor);
    expect(Number((subscription?.creditMinor ?? 0n) - quote.creditMinor)).toBeLessThan(100);
    expect(await mayIn(id)).toBe(true);
  });
});
