import type { ProductRow } from "@/lib/db/rows";
import type { SoldKind } from "@/lib/domain/order";
import type { Unit } from "@/lib/services/core/world";

interface Receiver {
  id: number;
  storeId: number;
  number: string;
}

/**
 * Gives an order whose payment is good what its products deliver by themselves, and says what is left for a person:
 * `unready` for a digital product with nothing to deliver, and where codes are used up. Then the order is paid all the
 * same, and a task tells the seller. The order must be locked. Repeating it gives nothing twice.
 */
export async function giveDeliverables(
  unit: Unit,
  order: Receiver,
  sold: readonly Pick<ProductRow, "id" | "kind" | "delivers" | "name">[],
): Promise<SoldKind[]> {
  const delivering = sold.filter(({ delivers }) => delivers).map(({ id }) => id);
  if (delivering.length > 0) await markItems(unit, order.id, delivering);
  const missing = await giveCodes(unit, order, delivering);
  return sold.map(({ id, kind, delivers }) =>
    missing.has(id) || (kind === "digital" && !delivers) ? "unready" : kind,
  );
}

/** The item says that it delivers, so that a list of orders reads nothing else. */
async function markItems(unit: Unit, orderId: number, productIds: number[]): Promise<void> {
  const where = { orderId, productId: { in: productIds }, delivers: false };
  await unit.tx.orderItem.updateMany({ where, data: { delivers: true } });
}

/** One code of each pool, whatever the quantity. Returns the products of which a pool is empty. */
async function giveCodes(unit: Unit, order: Receiver, productIds: number[]): Promise<Set<number>> {
  const missing = new Set<number>();
  if (productIds.length === 0) return missing;
  const pools = await unit.tx.deliverable.findMany({
    where: { productId: { in: productIds }, kind: "codes", removedAt: null },
    select: { id: true, productId: true, name: true, codes: { where: { orderId: order.id }, take: 1 } },
    orderBy: { id: "asc" },
  });
  for (const { id, productId, name, codes } of pools) {
    if (codes.length > 0 || (await takeCode(unit, id, order.id, true))) continue;
    // Others may hold the last ones in payments that do not end well: only who waited for them knows.
    if (await takeCode(unit, id, order.id, false)) continue;
    missing.add(productId);
    const details = { order: order.number, pool: name };
    await unit.raiseTask({
      storeId: order.storeId,
      kind: "codes_used_up",
      subject: `order/${order.id}`,
      details,
    });
  }
  return missing;
}

async function takeCode(unit: Unit, pool: number, orderId: number, skips: boolean): Promise<boolean> {
  const taken = skips
    ? await unit.tx.$executeRaw`
        UPDATE deliverable_codes SET order_id = ${orderId}, given_at = ${unit.now} WHERE id = (
          SELECT id FROM deliverable_codes WHERE deliverable_id = ${pool} AND order_id IS NULL
          ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)`
    : await unit.tx.$executeRaw`
        UPDATE deliverable_codes SET order_id = ${orderId}, given_at = ${unit.now} WHERE id = (
          SELECT id FROM deliverable_codes WHERE deliverable_id = ${pool} AND order_id IS NULL
          ORDER BY id LIMIT 1 FOR UPDATE)`;
  return taken > 0;
}
