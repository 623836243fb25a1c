import type { Prisma } from "@/lib/db/client";
import type { ProductKind } from "@/lib/db/generated/enums";
import { orderInclude } from "@/lib/db/rows";
import { fulfil } from "@/lib/domain/order";
import { NotFound } from "@/lib/domain/refusal";
import { giveDeliverables } from "@/lib/services/catalog/deliverables/give";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { notifyDownload } from "@/lib/services/notify/messages/notify-paid";
import { permit } from "@/lib/services/people/accounts/permit";
import { auditOrder, lockOrder } from "./read";

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
    const updated = await unit.tx.order.update({
      where: { id },
      data: { orderStatus, fulfillmentStatus, updatedAt: unit.now },
      include: orderInclude,
    });
    await unit.resolveTasks(
      { storeId: caller.storeId, kind: "codes_used_up", subject: `order/${id}` },
      caller.actor,
    );
    await auditOrder(unit, caller, "delivered", id);
    await notifyDownload(world, unit, updated, "ready");
    return true;
  });
}
