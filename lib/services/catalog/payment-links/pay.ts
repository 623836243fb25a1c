import type { OrderRow, PaymentLinkRow } from "@/lib/db/rows";
import { countPayment, whyLinkClosed } from "@/lib/domain/payment-link";
import { Refusal } from "@/lib/domain/refusal";
import type { Unit, World } from "@/lib/services/core/world";
import { publishLink } from "./create";

/**
 * Takes one of the places of the order's link, unless the order holds one. Refusal `link_closed` when none is left: one
 * statement counts and decides, so that no two payers get the last place. The order is new or locked.
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

/** The order is not being paid any more: its place is free for others. The order must be locked. */
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
 * An order of a link is paid; `order` is as it was before. Its place is kept, or taken anew when it had been given up:
 * money that came is never refused, so one payment too many is counted too and a person is asked to look.
 */
export async function countLinkPayment(
  world: World,
  unit: Unit,
  order: OrderRow,
  paidAt: Date,
): Promise<void> {
  const link = await lockPaidLink(unit, order);
  const amountMinor = order.items[0]?.totalMinor ?? order.totalMinor;
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

/** Deleted ones too: a payment that had begun is counted. */
async function lockPaidLink(unit: Unit, { paymentLinkId }: OrderRow): Promise<PaymentLinkRow> {
  if (paymentLinkId === null) throw new Error("An order of a payment link names none.");
  await unit.tx.$queryRaw`SELECT 1 FROM payment_links WHERE id = ${paymentLinkId} FOR NO KEY UPDATE`;
  return unit.tx.paymentLink.findUniqueOrThrow({ where: { id: paymentLinkId } });
}
