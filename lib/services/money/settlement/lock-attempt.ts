import { Prisma } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import { type AttemptRow, type OrderRow, orderColumns, orderFrom, orderInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, Unit } from "@/lib/services/core/world";

/** An attempt with its order, as they are while both are locked. */
export type LockedAttempt = AttemptRow & { order: OrderRow };

const asked = Prisma.join([
  columns("attempt", Prisma.PaymentAttemptScalarFieldEnum, "attempt"),
  orderColumns,
]);

/**
 * Locks in the order that every verb uses: attempt, order, then subscription, then the balances of the ledger.
 * `isAnothers`: whether `railRef` is the reference of another attempt at the same rail.
 */
export async function lockAttempt(
  unit: Unit,
  id: string,
  railRef: string | null = null,
): Promise<LockedAttempt & { isAnothers: boolean }> {
  const attempt = await findAndLock(unit, id, railRef);
  if (!attempt) throw new Error(`There is no attempt ${id}.`);
  return attempt;
}

/** The same for an attempt that may not exist. */
export async function findAndLock(
  unit: Unit,
  id: string,
  railRef: string | null = null,
): Promise<(LockedAttempt & { isAnothers: boolean }) | null> {
  // Rows are locked in the order of the tables after FOR.
  const rows = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${asked}, EXISTS (SELECT 1 FROM payment_attempts other
      WHERE other.rail = attempt.rail AND other.rail_ref = ${railRef} AND other.id <> attempt.id) AS is_anothers
    FROM payment_attempts attempt
    JOIN orders ON orders.id = attempt.order_id JOIN customers customer ON customer.id = orders.customer_id
    LEFT JOIN order_items item ON item.order_id = orders.id
    WHERE attempt.id = ${id}::uuid FOR NO KEY UPDATE OF attempt, orders`;
  const [row] = rows;
  if (!row) return null;
  return {
    ...part<AttemptRow>(row, "attempt"),
    isAnothers: row.is_anothers === true,
    order: orderFrom(rows),
  };
}

/**
 * Locks an order of the caller's store, and all its attempts before it, as settling does. Throws NotFound for a missing
 * order and for another store's.
 */
export async function lockOrderAndAttempts(unit: Unit, caller: Caller, id: number): Promise<OrderRow> {
  const scope = { storeId: caller.storeId, livemode: caller.livemode };
  const found = await unit.tx.order.findFirst({ where: { id, ...scope }, select: { id: true } });
  if (!found) throw new NotFound();
  await unit.tx.$queryRaw`
    SELECT 1 FROM payment_attempts WHERE order_id = ${id} ORDER BY created_at, id FOR NO KEY UPDATE`;
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}
