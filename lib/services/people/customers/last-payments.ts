import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/**
 * When each of these customers last paid anything, over all stores of the account. One query that takes one entry of an
 * index for each customer and store, however many orders they have.
 */
export async function lastPayments(
  world: World,
  { accountId }: Caller,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await world.db.$queryRaw<{ id: number; at: Date }[]>`
    SELECT customer.id, max(last.at) AS at
    FROM unnest(${[...ids]}::int[]) AS customer (id)
    CROSS JOIN (SELECT id FROM stores WHERE account_id = ${accountId}) AS store
    CROSS JOIN LATERAL (
      SELECT paid_at AS at FROM orders
      WHERE store_id = store.id AND customer_id = customer.id AND paid_at IS NOT NULL
      ORDER BY paid_at DESC LIMIT 1
    ) AS last
    GROUP BY customer.id`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
