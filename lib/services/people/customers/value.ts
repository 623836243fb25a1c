import type { Tx } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import type { ValuedCustomer } from "@/lib/resources/customer";

/**
 * These customers with what their paid orders came to, less refunds, in the currency of `storeId`, over all stores of
 * the account. One query, however many customers; it sums along an index that has the amounts, customer by customer, so
 * that one with half of a store's orders needs no sorting of them.
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
    SELECT customer.id, sum(spent.minor)::text AS minor
    FROM unnest(${ids}::int[]) AS customer (id)
    CROSS JOIN (SELECT id FROM stores WHERE account_id = ${accountId}) AS store
    CROSS JOIN LATERAL (
      SELECT sum(total_minor - refunded_minor) AS minor FROM orders
      WHERE store_id = store.id AND customer_id = customer.id
        AND currency = ${currency} AND payment_status IN ('paid', 'partially_refunded')
    ) AS spent
    WHERE spent.minor IS NOT NULL
    GROUP BY customer.id`;
  const byId = new Map(sums.map(({ id, minor }) => [id, BigInt(minor)]));
  return rows.map((row) => ({ row, currency, lifetimeMinor: byId.get(row.id) ?? 0n }));
}
