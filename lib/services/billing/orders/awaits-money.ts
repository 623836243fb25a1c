import { fail } from "@/lib/domain/order";
import { releaseSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Unit } from "@/lib/services/core/world";

/** Of payment_attempts t: a rail was asked and has not said no. */
const isAsked = "t.status IN ('created', 'pending', 'unknown')";

/** Of payment_attempts t: its money is here, credited or set aside, and not on its way back or gone. */
const hasMoney = `(t.status = 'succeeded' AND NOT (t.suspense_reason IS NOT NULL
  AND EXISTS (SELECT 1 FROM refunds r WHERE r.attempt_id = t.id AND r.status IN ('queued', 'sent', 'paid'))))`;

/**
 * SQL: whether the order of this id has somebody or something to wait for. No order is pending without: what is asked of
 * a rail, or money that a person decides about.
 */
export function awaitsMoney(orderId: string): string {
  return `EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = ${orderId} AND (${isAsked} OR ${hasMoney}))`;
}

/** The same once the poll plan of all its attempts is over: what a rail never told of is a task by then. */
export function awaitsMoneyStill(orderId: string): string {
  return `EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = ${orderId}
    AND (t.status IN ('created', 'pending') OR ${hasMoney}))`;
}

/**
 * An attempt of this order has ended without paying it: the order fails, and its place is free for others, unless there
 * is something left to wait for. It can still be paid later, as every failed order can. The order must be locked.
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
  await releaseSlot(unit, order);
  return { failed: true };
}
