import { Prisma, type Tx } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller, World } from "@/lib/services/core/world";

/**
 * Adds to each customer the total of their paid orders, less refunds, in the currency of `storeId`, over all stores of
 * the account. One query for all customers; for each it sums along an index that contains the amounts, so a customer
 * with half of a store's orders needs no sort.
 */
export async function withValues(
  db: Pick<Tx, "$queryRaw">,
  { accountId, storeId, onlyStores }: Pick<Caller, "accountId" | "storeId" | "onlyStores">,
  rows: readonly CustomerRow[],
): Promise<ValuedCustomer[]> {
  if (rows.length === 0) return [];
  const values = await db.$queryRaw<{ id: number; currency: string; minor: string }[]>`
    SELECT customer.id, own.currency, coalesce(sum(spent.minor), 0)::text AS minor
    FROM unnest(${rows.map(({ id }) => id)}::int[]) AS customer (id)
    JOIN stores own ON own.id = ${storeId}
    LEFT JOIN (${storesOf(accountId, onlyStores)}) AS store ON true
    LEFT JOIN LATERAL (
      SELECT sum(total_minor - refunded_minor) AS minor FROM orders
      WHERE store_id = store.id AND customer_id = customer.id
        AND currency = own.currency AND payment_status IN ('paid', 'partially_refunded')
    ) AS spent ON true
    GROUP BY 1, 2`;
  const of = new Map(values.map((value) => [value.id, value]));
  return rows.map((row) => {
    const { currency = "", minor = 0 } = of.get(row.id) ?? {};
    return { row, currency, lifetimeMinor: BigInt(minor) };
  });
}

/** The stores whose payments count: those that the caller may see. */
function storesOf(accountId: number, onlyStores: readonly number[] | undefined): Prisma.Sql {
  const only = onlyStores ? Prisma.sql`AND id = ANY (${[...onlyStores]}::int[])` : Prisma.empty;
  return Prisma.sql`SELECT id FROM stores WHERE account_id = ${accountId} ${only}`;
}

/**
 * The time of each customer's last payment, over all stores of the account. One query, which reads one index entry for
 * each customer and store, however many orders they have.
 */
export async function lastPayments(
  world: World,
  { accountId, onlyStores }: Caller,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await world.db.$queryRaw<{ id: number; at: Date }[]>`
    SELECT customer.id, max(last.at) AS at
    FROM unnest(${[...ids]}::int[]) AS customer (id)
    CROSS JOIN (${storesOf(accountId, onlyStores)}) AS store
    CROSS JOIN LATERAL (
      SELECT paid_at AS at FROM orders
      WHERE store_id = store.id AND customer_id = customer.id AND paid_at IS NOT NULL
      ORDER BY paid_at DESC LIMIT 1
    ) AS last
    GROUP BY customer.id`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
