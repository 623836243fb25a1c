import type { Caller } from "../caller";
import type { World } from "../world";

/** When each of these customers last paid anything, over all stores of the account. One query, however many. */
export async function lastPayments(
  world: World,
  { accountId }: Caller,
  ids: readonly number[],
): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await world.db.$queryRaw<{ id: number; at: Date }[]>`
    SELECT customer_id AS id, max(paid_at) AS at
    FROM orders
    WHERE store_id IN (SELECT id FROM stores WHERE account_id = ${accountId}) AND customer_id = ANY (${[...ids]})
      AND paid_at IS NOT NULL
    GROUP BY customer_id`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}
