import { callOff } from "@/lib/domain/order";
import type { Caller } from "../caller";
import type { Unit } from "../unit";

/**
 * Calls off the unpaid orders of a subscription whose payers are being asked just now: their pages say so, and money
 * that comes all the same goes back. First in its transaction, because orders are locked before subscriptions.
 */
export async function voidPrompts(unit: Unit, caller: Caller, subscriptionId: string): Promise<void> {
  const open = await unit.tx.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN subscriptions s ON s.id = ${subscriptionId} AND s.store_id = o.store_id
    WHERE o.store_id = ${caller.storeId} AND o.source = 'subscription'
      AND o.payment_status = 'pending' AND o.order_status = 'pending'
      AND (o.subscription_id = s.id
        OR (o.subscription_id IS NULL AND o.subscriber_ref = s.ref
          AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.product_id = s.product_id)))
      AND EXISTS (SELECT 1 FROM payment_attempts t WHERE t.order_id = o.id AND t.status IN ('created', 'pending'))
    ORDER BY o.id FOR NO KEY UPDATE OF o`;
  for (const { id } of open) {
    const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
    const { orderStatus } = callOff(order);
    await unit.tx.order.update({ where: { id }, data: { orderStatus, updatedAt: unit.now } });
  }
}
