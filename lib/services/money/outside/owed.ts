import type { OrderRow } from "@/lib/db/rows";
import { isCalledOff, isUnpaid, orderKind } from "@/lib/domain/order";
import { chargedIn } from "@/lib/services/billing/orders/reduce";

/**
 * What a seller may record as paid on this order, without the charges of a rail; null where nothing may be: it is paid,
 * cancelled, or its invoice is what is owed.
 */
export function owedByHand(order: OrderRow): bigint | null {
  if (!isUnpaid(order) || isCalledOff(order) || orderKind(order) === "invoice") return null;
  return order.totalMinor - chargedIn(order);
}
