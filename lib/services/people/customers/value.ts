import { Prisma, type Tx } from "@/lib/db/client";
import type { CustomerRow } from "@/lib/db/rows";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/**
 * Adds to each customer the total of their paid orders, less refunds, in the currency of `storeId`, over all stores of
 * the account. One query for all customers; for each it sums along an index that contains the amounts, so a customer
 * with half of a store's orders needs no sort.
 */
export async function withValues(
  db: Pick<Tx, "$queryRaw" | "store">,
  { storeId, onlyStores }: Pick<Caller, "storeId" | "onlyStores">,
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
    CROSS JOIN (${storesOf(accountId, onlyStores)}) AS store
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
