import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { callOff, voidOrder } from "@/lib/domain/order";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { auditOrder, lockOrder } from "./read";

/**
 * Cancels an order for the seller: nobody can pay it any more, and money that was paid is refunded separately.
 * Repeating it changes nothing. Throws NotFound, or Invalid on `form` for an order that is completed already.
 */
export async function callOffOrder(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, id);
    if (order.orderStatus === "cancelled") return order;
    const { orderStatus } = callOff(order);
    if (orderStatus !== "cancelled") throw new Invalid({ form: [say("order_completed")] });
    await auditOrder(unit, seller, "cancelled", id);
    return unit.tx.order.update({
      where: { id },
      data: { orderStatus, updatedAt: unit.now },
      include: orderInclude,
    });
  });
}

/**
 * Cancels the unpaid orders of a subscription. A payer with an open prompt sees it on the page, and money that still
 * comes is returned, also for a payment that had failed. First in its transaction, because orders are locked before
 * subscriptions. A payment that the subscriber begins afterwards has a new order.
 */
export async function voidSubscriptionOrders(
  unit: Unit,
  { storeId }: Pick<Caller, "storeId">,
  subscriptionId: string,
): Promise<void> {
  const unpaid = await unit.tx.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o JOIN subscriptions s ON s.id = ${subscriptionId} AND s.store_id = o.store_id
    WHERE o.store_id = ${storeId} AND (o.source = 'subscription' OR o.source = 'ussd' AND o.invoice_id IS NULL AND o.payment_link_id IS NULL)
      AND o.payment_status IN ('pending', 'failed', 'expired')
      AND (o.order_status = 'pending' OR o.payment_status = 'expired')
      AND (o.subscription_id = s.id
        OR (o.subscription_id IS NULL AND o.subscriber_ref = s.ref
          AND EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.product_id = s.product_id)))
    ORDER BY o.id FOR NO KEY UPDATE OF o`;
  await voidAll(unit, unpaid);
}

/**
 * The same for the other unpaid orders of a subscription whose plan an order has just changed. One that is locked is being
 * decided at this moment, and what it paid buys time.
 */
export async function voidOtherOrders(
  unit: Unit,
  { storeId }: { storeId: number },
  { id, subscriptionId }: { id: number; subscriptionId: string | null },
): Promise<void> {
  const unpaid = await unit.tx.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o WHERE o.store_id = ${storeId} AND o.subscription_id = ${subscriptionId} AND o.id <> ${id}
      AND o.payment_status IN ('pending', 'failed', 'expired')
      AND (o.order_status = 'pending' OR o.payment_status = 'expired')
    ORDER BY o.id FOR NO KEY UPDATE OF o SKIP LOCKED`;
  await voidAll(unit, unpaid);
}

/** The same for an invoice, before it is locked. */
export async function voidInvoiceOrders(unit: Unit, { storeId }: Caller, invoiceId: number): Promise<void> {
  const unpaid = await unit.tx.$queryRaw<{ id: number }[]>`
    SELECT o.id FROM orders o
    WHERE o.store_id = ${storeId} AND o.invoice_id = ${invoiceId}
      AND o.payment_status IN ('pending', 'failed', 'expired')
      AND (o.order_status = 'pending' OR o.payment_status = 'expired')
    ORDER BY o.id FOR NO KEY UPDATE OF o`;
  await voidAll(unit, unpaid);
}

async function voidAll(unit: Unit, unpaid: { id: number }[]): Promise<void> {
  for (const { id } of unpaid) {
    const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
    const { orderStatus, paymentStatus } = voidOrder(order);
    await unit.tx.order.update({ where: { id }, data: { orderStatus, paymentStatus, updatedAt: unit.now } });
  }
}
