import { fail } from "@/lib/domain/order";
import { releaseRedemption } from "@/lib/services/catalog/discounts/redeem";
import { releaseSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Unit } from "@/lib/services/core/world";

/** On payment_attempts t: the attempt was sent to a rail and has not failed. */
const isAsked = "t.status IN ('created', 'pending', 'unknown')";

/** On payment_attempts t: its money is here, credited or in suspense, and it is not being returned or gone. */
const hasMoney = `(t.status = 'succeeded' AND NOT (t.suspense_reason IS NOT NULL
  AND EXISTS (SELECT 1 FROM refunds r WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent', 'paid'))))`;

/**
 * SQL: whether the order of this id still waits: for the answer to an attempt, or for a person's decision about its
 * money. Otherwise no order stays pending.
 */
export function awaitsMoney(orderId: string): string {
  return `EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = ${orderId} AND (${isAsked} OR ${hasMoney}))`;
}

/**
 * The same after the poll plan of all its attempts is over: an attempt without an answer has a task by then and no
 * longer counts.
 */
export function awaitsMoneyStill(orderId: string): string {
  return `EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = ${orderId}
    AND (t.status IN ('created', 'pending') OR ${hasMoney}))`;
}

/**
 * An attempt of this order ended without paying it: the order fails, and its place is free for others, unless something
 * is left to wait for. The order can still be paid later, like every failed order. It must be locked.
 */
export async function failUnlessAwaited(unit: Unit, { id }: { id: number }): Promise<{ failed: boolean }> {
  const [row] = await unit.tx.$queryRawUnsafe<{ awaits: boolean }[]>(
    `SELECT ${awaitsMoney("$1")} AS awaits`,
    id,
  );
  if (row?.awaits) return { failed: false };
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
  if (order.paymentStatus !== "pending") return { failed: false };
  const { paymentStatus } = fail(order);
  await unit.tx.order.update({ where: { id }, data: { paymentStatus, updatedAt: unit.now } });
  releaseRedemption(unit, order);
  await releaseSlot(unit, order);
  return { failed: true };
}
