import type { OrderRow, PaymentLinkRow } from "@/lib/db/rows";
import { countPayment, whyLinkClosed } from "@/lib/domain/payment-link";
import { Refusal } from "@/lib/domain/refusal";
import type { Unit, World } from "@/lib/services/core/world";
import { publishLink } from "./change";

/**
 * Reserves one of the places of the order's link, unless the order has one. Throws Refusal `link_closed` when none is
 * left: one statement checks and counts, so that two payers cannot get the last place. The order is new or locked.
 */
export async function reserveSlot(
  unit: Unit,
  orderId: number,
  { paymentLinkId }: { paymentLinkId: number | null },
): Promise<void> {
  if (paymentLinkId === null) return;
  const { holdsSlot } = await unit.tx.order.findUniqueOrThrow({ where: { id: orderId } });
  if (holdsSlot) return;
  const taken = await unit.tx.$executeRaw`
    UPDATE payment_links SET slots_reserved = slots_reserved + 1
    WHERE id = ${paymentLinkId} AND deleted_at IS NULL
      AND slots_reserved < CASE WHEN is_reusable THEN coalesce(max_payments, 2147483647) ELSE 1 END`;
  if (taken === 1) {
    await unit.tx.order.update({ where: { id: orderId }, data: { holdsSlot: true } });
    return;
  }
  const link = await unit.tx.paymentLink.findUniqueOrThrow({ where: { id: paymentLinkId } });
  throw new Refusal("link_closed", whyLinkClosed(link, unit.now) ?? "places_taken");
}

/** Releases the place of an order that is no longer being paid. The order must be locked. */
export async function releaseSlot(
  unit: Unit,
  order: { id: number; paymentLinkId: number | null; holdsSlot: boolean },
): Promise<void> {
  if (order.paymentLinkId === null || !order.holdsSlot) return;
  await unit.tx.order.update({ where: { id: order.id }, data: { holdsSlot: false } });
  await unit.tx.$executeRaw`
    UPDATE payment_links SET slots_reserved = greatest(slots_reserved - 1, payments_count)
    WHERE id = ${order.paymentLinkId}`;
}

/**
 * Counts the payment of a link's order; `order` is in its state before the payment. It uses the order's place, or takes
 * a new one if that was released: money that came is never refused, so a payment above the limit is counted too, and a
 * task is raised.
 */
export async function countLinkPayment(
  world: World,
  unit: Unit,
  order: OrderRow,
  paidAt: Date,
): Promise<void> {
  const link = await lockPaidLink(unit, order);
  const amountMinor = (order.items[0]?.totalMinor ?? order.totalMinor) - order.discountMinor;
  const { to, overLimit, completes } = countPayment(link, { amountMinor, heldSlot: order.holdsSlot });
  const counted = await unit.tx.paymentLink.update({
    where: { id: link.id },
    data: { ...to, updatedAt: unit.now },
  });
  if (overLimit)
    await unit.raiseTask({
      storeId: order.storeId,
      kind: "link_over_limit",
      subject: `order/${order.id}`,
      details: { order: order.number, link: link.title, payments: counted.paymentsCount },
    });
  if (!completes) return;
  const dedupeKey = `payment_link/${link.id}/completed/${counted.paymentsCount}`;
  await publishLink(world, unit, counted, { type: "payment_link.completed", at: paidAt, dedupeKey });
}

/** Includes deleted links: a payment that had begun is counted. */
async function lockPaidLink(unit: Unit, { paymentLinkId }: OrderRow): Promise<PaymentLinkRow> {
  if (paymentLinkId === null) throw new Error("An order of a payment link names none.");
  await unit.tx.$queryRaw`SELECT 1 FROM payment_links WHERE id = ${paymentLinkId} FOR NO KEY UPDATE`;
  return unit.tx.paymentLink.findUniqueOrThrow({ where: { id: paymentLinkId } });
}
