import type { World } from "@/lib/services/core/world";

const daysMax = 2_000;

/**
 * Makes one row of the many in which a day's orders were counted, for up to 2,000 days of stores and products. Sums stay as they
 * are at every instant, whoever counts or reads meanwhile. Gives how many rows were replaced. Safe to repeat.
 */
export async function compactTallies(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `WITH crowded AS (
       SELECT DISTINCT store_id, product_id, day FROM (
         SELECT store_id, product_id, day FROM order_tallies
         GROUP BY store_id, product_id, day, payment_status, source HAVING count(*) > 1 LIMIT ${daysMax}
       ) AS found
     ), gone AS (
       DELETE FROM order_tallies t USING crowded c
       WHERE t.store_id = c.store_id AND t.product_id = c.product_id AND t.day = c.day RETURNING t.*
     ), made AS (
       INSERT INTO order_tallies (store_id, product_id, day, payment_status, source, change)
       SELECT store_id, product_id, day, payment_status, source, sum(change) FROM gone
       GROUP BY store_id, product_id, day, payment_status, source HAVING sum(change) <> 0
     )
     SELECT count(*)::int AS n FROM gone`,
  );
  return rows[0]?.n ?? 0;
}
