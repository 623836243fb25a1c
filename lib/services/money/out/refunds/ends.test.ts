import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { hasAccess } from "@/lib/domain/subscription";
import type { TransferResult } from "@/lib/providers/rails/port";
import { endSubscription } from "@/lib/services/billing/subscriptions/end-now";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { previewChange } from "@/lib/services/money/checkout/preview-change";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { later, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import type { PaymentFor } from "../../checkout/purchase";
import { recordPayment } from "../../outside/record";
import { renewDue } from "../../renewal/renew-due";
import { pollOpenAttempts } from "../../settlement/poll";
import { quoteRefund } from "./quote";
import { requestRefund } from "./request";
import { checkRefund } from "./work";

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

inPayingWorld(sellingStore, (made) => {
  ({ world, shop } = made);
});
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
