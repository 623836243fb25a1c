import type { Prisma } from "@/lib/db/client";
import type { ProductKind } from "@/lib/db/generated/enums";
import type { OrderRow } from "@/lib/db/rows";
import { fulfil, unfulfil, unfulfilMs } from "@/lib/domain/order";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { giveDeliverables } from "@/lib/services/catalog/deliverables/give";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { reserveFor } from "@/lib/services/notify/messages/notify";
import { notifyDownload, notifyHandedOver, notifyPaid } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { auditOrder, lockOrder } from "./read";
import { storeOrder } from "./reduce";

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
    const updated = await storeOrder(unit, id, { orderStatus, fulfillmentStatus, ...handed });
    if (to === "fulfilled" && (await isSent(unit, order))) await notifyHandedOver(unit, updated);
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
export const undoHandover = verb(
  "order.handle",
  async (unit, seller: Seller, id: number): Promise<OrderRow> => {
    const order = await lockOrder(unit, seller, id);
    if (order.fulfillmentStatus === "unfulfilled") return order;
    if (!mayUndoHandover(order, unit.now)) throw new Invalid({ form: [say("handover_stays")] });
    const { orderStatus, fulfillmentStatus } = unfulfil(order);
    await auditOrder(unit, seller, "handover_undone", id);
    const cleared = { handedOverAt: null, handoverNote: null };
    return storeOrder(unit, id, { orderStatus, fulfillmentStatus, ...cleared });
  },
);

/** Whether the seller handed it over lately enough to take that back. */
export function mayUndoHandover(order: OrderRow, now: Date): boolean {
  const { handedOverAt } = order;
  if (handedOverAt === null || now.getTime() - handedOverAt.getTime() > unfulfilMs) return false;
  return unfulfil(order) !== order;
}

/** As many at once as a page waits for; the rest waits for the next press. */
const atOnceMax = 100;

/** How many paid orders wait for something that this product delivers by itself. */
export async function countWaiting(world: World, caller: Caller, productId: number): Promise<number> {
  return world.db.order.count({ where: waitingFor(caller, productId) });
}

/**
 * Delivers a product to the paid orders that wait for it, oldest first: they were paid before it had anything to deliver,
 * or after its codes were used up. Whoever bought it is told. Returns how many were delivered. Throws NotFound.
 */
export async function deliverWaiting(world: World, caller: Caller, productId: number): Promise<number> {
  permit(caller, "product.change");
  if ((await world.db.product.count({ where: { id: productId, storeId: caller.storeId } })) === 0)
    throw new NotFound();
  const waiting = await world.db.order.findMany({
    where: waitingFor(caller, productId),
    select: { id: true },
    orderBy: [{ paidAt: "asc" }, { id: "asc" }],
    take: atOnceMax,
  });
  let delivered = 0;
  for (const { id } of waiting) {
    if (!(await deliver(world, caller, id))) break;
    delivered += 1;
  }
  return delivered;
}

const byHand: ProductKind[] = ["physical", "service", "bookings", "bundle"];

function waitingFor({ storeId }: Caller, productId: number): Prisma.OrderWhereInput {
  return {
    ...{ storeId, orderStatus: "processing", fulfillmentStatus: "unfulfilled" },
    paymentStatus: { in: ["paid", "partially_refunded"] },
    items: { some: { productId } },
    // Something else in it needs the seller's hand.
    NOT: { items: { some: { product: { is: { kind: { in: byHand } } } } } },
  };
}

async function deliver(world: World, caller: Caller, id: number): Promise<boolean> {
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, { ...caller, livemode: true }, id);
    const done = fulfil(order, "fulfilled");
    if (done.fulfillmentStatus === order.fulfillmentStatus) return true;
    const ids = order.items.flatMap(({ productId }) => (productId === null ? [] : [productId]));
    const select = { id: true, kind: true, name: true, delivers: true };
    const sold = await unit.tx.product.findMany({
      where: { id: { in: ids }, storeId: caller.storeId },
      select,
    });
    if ((await giveDeliverables(unit, order, sold)).includes("unready")) return false;
    const { orderStatus, fulfillmentStatus } = done;
    const updated = await storeOrder(unit, id, { orderStatus, fulfillmentStatus });
    await unit.resolveTasks(
      { storeId: caller.storeId, kind: "codes_used_up", subject: `order/${id}` },
      caller.actor,
    );
    await auditOrder(unit, caller, "delivered", id);
    await notifyDownload(unit, updated, "ready");
    return true;
  });
}

/**
 * Sends the receipt to the customer again: by e-mail where there is an address, else by SMS. It is sent at most once a
 * minute. Throws NotFound, Invalid on `form` for an order that is not paid, whose
 * recorded payment was taken back, or whose customer cannot be reached, or the
 * Refusals of `reserve`.
 */
export async function resendReceipt(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return noteLimit(world, seller, () =>
    transact(world, async (unit) => {
      const order = await lockOrder(unit, seller, id);
      if (!order.paidAt) throw new Invalid({ form: [say("no_receipt")] });
      if (order.takenBackAt) throw new Invalid({ form: [say("receipt_taken_back")] });
      await reserveFor(unit, seller.accountId, order.customer, "first");
      const minute = unit.now.toISOString().slice(0, 16);
      await notifyPaid(unit, order, { again: minute });
      await auditOrder(unit, seller, "receipt_resent", id);
      return order;
    }),
  );
}
