import { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { OrderRow, SubscriptionRow } from "@/lib/db/rows";
import { noDiscount } from "@/lib/domain/discount";
import type { Interval } from "@/lib/domain/interval";
import { addWorth, noPlanChange, planAt } from "@/lib/domain/plan-change";
import { activate, dueSteps, nextDueAt, type Period, renew, type Step } from "@/lib/domain/subscription";
import { composeId } from "@/lib/domain/token";
import {
  type AppliedChange,
  applyChange,
  prepareNow,
  preparePending,
} from "@/lib/services/billing/changes/apply-change";
import { isPlanTaken } from "@/lib/services/billing/changes/change";
import { voidOtherOrders } from "@/lib/services/billing/orders/unpaid";
import { newRenewal } from "@/lib/services/billing/renewal/renewing";
import { pricesOf, recordPrices } from "@/lib/services/billing/subscriptions/publish";
import { lockSubscriber, lockSubscription } from "@/lib/services/billing/subscriptions/read";
import {
  changesOfPeriod,
  type NewPeriod,
  recordDueSteps,
  recordPeriod,
  recordStep,
} from "@/lib/services/billing/subscriptions/record";
import { afterRedemption, type Redeemed } from "@/lib/services/catalog/discounts/redeem";
import type { Unit } from "@/lib/services/core/world";

/**
 * A locked subscription and the period that an order will add to it; nothing is published yet. `written`: it is new,
 * and was written with what the payment changes.
 */
export interface Prepared
  extends Pick<NewPeriod, "kind" | "period" | "step" | "price" | "discount" | "written"> {
  row: SubscriptionRow;
  /** Another plan, which is published before the period. */
  change?: AppliedChange | null;
}

/**
 * Finds or creates the subscription that an order pays for. `paidAt` decides where the new period goes: steps that came
 * due before it are recorded first; steps due after it never happened, because the payment was in time.
 */
export async function prepareSubscription(
  unit: Unit,
  order: OrderRow,
  paidAt: Date,
  { kind, redeemed }: Pick<Prepared, "kind"> & { redeemed: Redeemed | null },
): Promise<Prepared> {
  const item = order.items.find(({ productId }) => productId !== null);
  if (!item?.productId) throw new Error(`Order ${order.id} names no product.`);
  // What this period takes and what later ones cost are two numbers: a discount is of this order alone.
  const price = { listMinor: item.totalMinor, discountMinor: order.discountMinor };
  const scope = { storeId: order.storeId, livemode: true };
  const wanted = { productId: item.productId, ref: order.subscriberRef, customerId: order.customerId };
  if (order.subscriptionId === null) lockSubscriber(unit, wanted);
  const [sold] = await Promise.all([
    order.subscriptionId === null ? readSold(unit, scope, wanted) : null,
    // Read on the same way: all that follows needs it.
    unit.store(order.storeId),
  ]);
  const id = order.subscriptionId ?? sold?.subscriptionId ?? null;
  const found = id === null ? null : await lockSubscription(unit, scope, id);
  if (!found) return start(unit, order, { sold, kind, price, redeemed, paidAt });
  let row = found;
  for (const due of dueSteps(row, paidAt)) row = await recordStep(unit, row, due);
  if (item.productId !== row.productId)
    return {
      kind,
      price,
      ...(await prepareOtherPlan(unit, order, row, { ...price, productId: item.productId, paidAt })),
    };
  const { period, ...step } = renew(row, paidAt);
  const discount = afterRedemption(row, redeemed, order.discountCode);
  return { row, kind, period, step, price, discount };
}

/**
 * Adds the period and publishes it; then records what came due since the payment, if the payment is that old. `payer`
 * is the customer as updated by the payment, who need not be the subscriber.
 */
export async function recordPaid(
  unit: Unit,
  prepared: Prepared,
  paidBy: { orderId: number; attemptId: string | null },
  payer: SubscriptionRow["customer"],
): Promise<SubscriptionRow> {
  const { row: before, change, ...added } = prepared;
  const known = before.customer.id === payer.id ? { ...before, customer: payer } : before;
  const row = change ? await applyChange(unit, known, change, paidBy.orderId) : known;
  const paid = await recordPeriod(unit, row, { ...added, paymentKey: null, paidBy });
  // A code that reduces later periods too.
  if (!added.written && paid.discountId !== null && paid.discountId !== row.discountId)
    recordPrices(unit, [paid], "discount", "payer");
  return recordDueSteps(unit, paid);
}

/** The product of a first payment, and the subscription to it that this user may already have. */
interface Sold {
  id: number;
  name: string;
  interval: Interval | null;
  subscriptionId: string | null;
}

async function readSold(
  unit: Unit,
  { storeId }: { storeId: number },
  { productId, ref, customerId }: { productId: number; ref: string | null; customerId: number },
): Promise<Sold | null> {
  const whose =
    ref === null ? Prisma.sql`s.ref IS NULL AND s.customer_id = ${customerId}` : Prisma.sql`s.ref = ${ref}`;
  const [sold = null] = await unit.tx.$queryRaw<Sold[]>`/* one plan */
    SELECT p.id, p.name, p.interval, (SELECT s.id FROM subscriptions s
      WHERE s.store_id = ${storeId} AND s.livemode AND s.product_id = p.id AND ${whose}
      ORDER BY s.created_at DESC LIMIT 1) AS "subscriptionId"
    FROM products p WHERE p.id = ${productId}`;
  return sold;
}

async function start(
  unit: Unit,
  order: OrderRow,
  {
    sold,
    kind,
    price,
    redeemed,
    paidAt,
  }: {
    sold: Sold | null;
    redeemed: Redeemed | null;
    paidAt: Date;
  } & Pick<Prepared, "kind" | "price">,
): Promise<Prepared> {
  if (!sold?.interval) throw new Error(`Order ${order.id} is for no subscription.`);
  const { facts, period, event } = activate({ interval: sold.interval, at: paidAt });
  const made = {
    ...facts,
    id: composeId("sub_", unit.now.getTime(), unit.world.random.bytes(24)),
    storeId: order.storeId,
    accountId: order.accountId,
    livemode: true,
    productId: sold.id,
    customerId: order.customerId,
    ref: order.subscriberRef,
    currency: order.currency,
    amountMinor: price.listMinor,
    ...noDiscount,
    ...afterRedemption(null, redeemed, order.discountCode),
    paymentsCount: 0,
    totalPaidMinor: 0n,
    manageVersion: 1,
    remindersSent: [],
    remindedFor: null,
    nextReminderAt: null,
    eventSequence: 0,
    nextDueAt: nextDueAt(facts),
    createdAt: unit.now,
    updatedAt: unit.now,
  };
  const shown = { id: sold.id, name: sold.name };
  const row: SubscriptionRow = {
    ...noPlanChange,
    ...made,
    ...newRenewal,
    planFrom: null,
    ...{ metadata: {}, importedFrom: null, externalId: null },
    product: shown,
    customer: order.customer,
  };
  const step = { at: paidAt, event, previousStatus: null, to: {} };
  const written = await changesOfPeriod(unit, row, { kind, step, price });
  const prices = pricesOf([made], "plan", "payer", unit.now);
  unit.tx.$send(
    Prisma.sql`WITH made AS (INSERT INTO subscriptions ${inserted({ ...made, ...written })}) ${prices}`,
  );
  return { row, kind, period, step, price, written };
}

interface Paid {
  productId: number;
  listMinor: bigint;
  discountMinor: bigint;
  paidAt: Date;
}

/**
 * An order for another plan than the subscription has: a change now, or the one that was chosen for this payment. If
 * neither is possible any more, because another change came first, the money buys time of the plan that there is.
 */
export async function prepareOtherPlan(
  unit: Unit,
  order: OrderRow,
  row: SubscriptionRow,
  paid: Paid,
): Promise<{ row: SubscriptionRow; period: Period; step: Step; change?: AppliedChange }> {
  const { paidAt, listMinor, discountMinor } = paid;
  const change = await changeOf(unit, order, row, paid);
  if (change) {
    await voidOtherOrders(unit, order, order);
    const { period, step } = change;
    return { row, change, period, step };
  }
  const { period, ...step } = addWorth(row, listMinor - discountMinor, renew(row, paidAt));
  return { row, period, step };
}

async function changeOf(
  unit: Unit,
  order: OrderRow,
  row: SubscriptionRow,
  { productId, listMinor, discountMinor, paidAt }: Paid,
): Promise<AppliedChange | null> {
  const isWaiting = row.planFrom ? paidAt < row.planFrom : false;
  if (isWaiting) return null;
  const wanted = await unit.tx.planChange.findUnique({
    where: { orderId: order.id },
    select: {
      fromProductId: true,
      interval: true,
      amountMinor: true,
      toProduct: { select: { id: true, name: true } },
    },
  });
  if (!wanted)
    return row.pendingProductId === productId ? preparePending(unit, row, listMinor, paidAt) : null;
  const isAsAgreed = wanted.fromProductId === planAt(row, paidAt).product.id;
  if (!isAsAgreed || (await isPlanTaken(unit.tx, row, productId))) return null;
  const plan = { product: wanted.toProduct, interval: wanted.interval, amountMinor: wanted.amountMinor };
  return prepareNow(unit, row, plan, listMinor - discountMinor, paidAt);
}
