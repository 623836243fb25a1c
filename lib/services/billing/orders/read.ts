import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, Unit, World } from "@/lib/services/core/world";

export type { OrderRow } from "@/lib/db/rows";

/** One order by its id or its number (spec, Orders). Throws NotFound for a missing one and for another store's. */
export async function readOrder(
  world: World,
  caller: Caller,
  idOrNumber: number | string,
): Promise<OrderRow> {
  const which = typeof idOrNumber === "number" ? { id: idOrNumber } : { number: idOrNumber };
  const row = await world.db.order.findFirst({
    where: { ...which, storeId: caller.storeId, livemode: caller.livemode },
    include: orderInclude,
  });
  if (!row) throw new NotFound();
  return row;
}

/** Locks and reads one order of the caller's store. Throws NotFound for a missing one and for another store's. */
export async function lockOrder(unit: Unit, caller: Caller, id: number): Promise<OrderRow> {
  const where = { id, storeId: caller.storeId, livemode: caller.livemode };
  if (!(await unit.tx.order.findFirst({ where, select: { id: true } }))) throw new NotFound();
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}

/** Writes the act to the audit log. */
export function auditOrder(unit: Unit, caller: Caller, action: string, orderId: number): Promise<void> {
  return unit.audit(caller, { action: `order.${action}`, target: `order:${orderId}` });
}
