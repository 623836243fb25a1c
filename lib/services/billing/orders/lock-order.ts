import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";

/** One order of the caller's store as it is while it is locked. Absent and foreign are the same NotFound. */
export async function lockOrder(unit: Unit, caller: Caller, id: number): Promise<OrderRow> {
  const where = { id, storeId: caller.storeId, livemode: caller.livemode };
  if (!(await unit.tx.order.findFirst({ where, select: { id: true } }))) throw new NotFound();
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}

/** The act in the store's log. */
export function auditOrder(unit: Unit, caller: Caller, action: string, orderId: number): Promise<void> {
  const { accountId, storeId, actor } = caller;
  return unit.audit({ accountId, storeId, actor, action: `order.${action}`, target: `order:${orderId}` });
}
