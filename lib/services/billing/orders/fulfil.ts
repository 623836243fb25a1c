import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { fulfil, unfulfil, unfulfilMs } from "@/lib/domain/order";
import { Invalid, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifyHandedOver } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { auditOrder, lockOrder } from "./read";

/**
 * Records that the seller fulfilled a part or the rest. Whoever bought something that is sent is told once that it was
 * handed over, with the seller's note. Repeating it changes nothing. Throws NotFound, or Invalid: on `note`, or on
 * `form` for an order that is not paid or not open.
 */
export async function fulfilOrder(
  world: World,
  seller: Seller,
  id: number,
  to: "partially_fulfilled" | "fulfilled",
  note = "",
): Promise<OrderRow> {
  permit(seller, "order.handle");
  const text = note.trim();
  const problem = text === "" ? null : lineProblem(text, 200);
  if (problem) throw new Invalid({ note: [problem] });
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, id);
    if (order.fulfillmentStatus === to) return order;
    const { orderStatus, fulfillmentStatus } = fulfil(order, to);
    if (fulfillmentStatus === order.fulfillmentStatus) throw new Invalid({ form: [say("order_not_open")] });
    await auditOrder(unit, seller, to, id);
    const handed = to === "fulfilled" ? { handedOverAt: unit.now, handoverNote: text || null } : {};
    const data = { orderStatus, fulfillmentStatus, ...handed, updatedAt: unit.now };
    const updated = await unit.tx.order.update({ where: { id }, data, include: orderInclude });
    if (to === "fulfilled" && (await isSent(unit, order))) await notifyHandedOver(world, unit, updated);
    return updated;
  });
}

/** Whether a person brings it: a service that was done needs no message. */
async function isSent(unit: Unit, { storeId, items }: OrderRow): Promise<boolean> {
  const ids = items.flatMap(({ productId }) => (productId === null ? [] : [productId]));
  return (await unit.tx.product.count({ where: { id: { in: ids }, storeId, kind: "physical" } })) > 0;
}

/**
 * It was not handed over after all: it waits again, within a day of the press. Repeating it changes nothing. Throws
 * NotFound, or Invalid on `form` when it is too late or the order was refunded.
 */
export async function undoHandover(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, id);
    if (order.fulfillmentStatus === "unfulfilled") return order;
    if (!mayUndoHandover(order, unit.now)) throw new Invalid({ form: [say("handover_stays")] });
    const { orderStatus, fulfillmentStatus } = unfulfil(order);
    await auditOrder(unit, seller, "handover_undone", id);
    const cleared = { handedOverAt: null, handoverNote: null };
    const data = { orderStatus, fulfillmentStatus, ...cleared, updatedAt: unit.now };
    return unit.tx.order.update({ where: { id }, data, include: orderInclude });
  });
}

/** Whether the seller handed it over lately enough to take that back. */
export function mayUndoHandover(order: OrderRow, now: Date): boolean {
  const { handedOverAt } = order;
  if (handedOverAt === null || now.getTime() - handedOverAt.getTime() > unfulfilMs) return false;
  return unfulfil(order) !== order;
}
