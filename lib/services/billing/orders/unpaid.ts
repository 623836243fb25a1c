import type { OrderRow } from "@/lib/db/rows";
import { pollPlanEndMs } from "@/lib/domain/attempt";
import { callOff, expire, fail, voidOrder } from "@/lib/domain/order";
import { Invalid, say } from "@/lib/domain/refusal";
import { releaseRedemption } from "@/lib/services/catalog/discounts/redeem";
import { releaseSlot } from "@/lib/services/catalog/payment-links/pay";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { auditOrder, lockOrder } from "./read";
import { storeOrder } from "./reduce";

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
  return { failed: await endUnpaid(unit, id, awaitsMoney, fail) };
}

/** How a locked order ends that is pending and waits for nothing. Its place is free for others. */
async function endUnpaid(
  unit: Unit,
  id: number,
  awaits: typeof awaitsMoney,
  end: typeof fail,
): Promise<boolean> {
  const sql = `SELECT ${awaits("$1")} AS awaits`;
  const [row] = await unit.tx.$queryRawUnsafe<{ awaits: boolean }[]>(sql, id);
  if (row?.awaits) return false;
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
  if (order.paymentStatus !== "pending") return false;
  const { paymentStatus, orderStatus } = end(order);
  await unit.tx.order.update({ where: { id }, data: { paymentStatus, orderStatus, updatedAt: unit.now } });
  releaseRedemption(unit, order);
  await releaseSlot(unit, order);
  return true;
}

const batchMax = 200;
/** After the last poll of the last attempt that could have been made for it. */
const patienceMs = pollPlanEndMs + 60 * 60 * 1000;

/**
 * Expires unpaid orders, so that none stays pending for ever. Money that comes later is still credited. An order is
 * skipped while an attempt is open or its money waits for a person. A failure of one does not stop the others. Safe to
 * miss, to repeat, or to run twice.
 */
export async function expireOrders(world: World): Promise<{ expired: number; more: boolean }> {
  const before = new Date(world.clock.now().getTime() - patienceMs);
  const due = await world.db.$queryRawUnsafe<{ id: number }[]>(
    `SELECT o.id FROM orders o
     WHERE o.payment_status = 'pending' AND o.created_at <= $1 AND NOT ${awaitsMoneyStill("o.id")}
     ORDER BY o.created_at LIMIT ${batchMax}`,
    before,
  );
  const { done: expired } = await doEach(
    world,
    due,
    ({ id }) => transact(world, (unit) => expireOne(unit, id)),
    "An order could not be ended; it is tried again.",
  );
  // Only after progress: a batch of failures alone is tried again in the next minute.
  return { expired, more: due.length === batchMax && expired > 0 };
}

async function expireOne(unit: Unit, id: number): Promise<boolean> {
  // A locked order is in use; it is checked again a minute later.
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`;
  return free.length > 0 && endUnpaid(unit, id, awaitsMoneyStill, expire);
}

/**
 * Cancels an order for the seller: nobody can pay it any more, and money that was paid is refunded separately.
 * Repeating it changes nothing. Throws NotFound, or Invalid on `form` for an order that is completed already.
 */
export const callOffOrder = verb(
  "order.handle",
  async (unit, seller: Seller, id: number): Promise<OrderRow> => {
    const order = await lockOrder(unit, seller, id);
    if (order.orderStatus === "cancelled") return order;
    const { orderStatus } = callOff(order);
    if (orderStatus !== "cancelled") throw new Invalid({ form: [say("order_completed")] });
    await auditOrder(unit, seller, "cancelled", id);
    return storeOrder(unit, id, { orderStatus });
  },
);

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
