import type { Tx } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import type { ValuedCustomer } from "@/lib/resources/customer";

/**
 * These customers with what their paid orders came to, less refunds, in the currency of `storeId`, over all stores of
 * the account. One query, however many customers.
 */
export async function withValues(
  db: Pick<Tx, "$queryRaw" | "store">,
  storeId: number,
  rows: readonly CustomerRow[],
): Promise<ValuedCustomer[]> {
  const { currency, accountId } = await db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true, accountId: true },
  });
  const ids = rows.map((row) => row.id);
  const sums =
    ids.length === 0
      ? []
      : await db.$queryRaw<{ id: number; minor: string }[]>`
    SELECT customer_id AS id, sum(total_minor - refunded_minor)::text AS minor
    FROM orders
    WHERE store_id IN (SELECT id FROM stores WHERE account_id = ${accountId}) AND customer_id = ANY (${ids})
      AND currency = ${currency} AND payment_status IN ('paid', 'partially_refunded')
    GROUP BY customer_id`;
  const byId = new Map(sums.map(({ id, minor }) => [id, BigInt(minor)]));
  return rows.map((row) => ({ row, currency, lifetimeMinor: byId.get(row.id) ?? 0n }));
}
