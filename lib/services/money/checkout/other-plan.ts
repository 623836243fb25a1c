import type { OrderRow, SubscriptionRow } from "@/lib/db/rows";
import { addWorth, planAt } from "@/lib/domain/plan-change";
import { type Period, renew, type Step } from "@/lib/domain/subscription";
import { type AppliedChange, prepareNow, preparePending } from "@/lib/services/billing/changes/apply-change";
import { isPlanTaken } from "@/lib/services/billing/changes/change";
import { voidOtherOrders } from "@/lib/services/billing/orders/unpaid";
import type { Unit } from "@/lib/services/core/world";

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
