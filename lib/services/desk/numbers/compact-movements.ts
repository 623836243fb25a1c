import type { World } from "@/lib/services/core/world";

const changesMax = 20_000;

/**
 * Merges the oldest 20,000 changes into the sums of their slots and days. The sums stay right at every instant, also during
 * changes and reads. Returns how many changes were merged. Safe to repeat.
 */
export async function compactMovements(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `WITH taken AS (
       -- As an array: the planner thinks that there are none, and would look each one up in all others.
       DELETE FROM subscription_tallies WHERE id = ANY (ARRAY(
         SELECT id FROM subscription_tallies WHERE grain = 'change' ORDER BY id LIMIT ${changesMax}))
       RETURNING *
     ), added AS (
       SELECT store_id, livemode, 'slot' AS grain, kind, currency, slot, step, count, yearly_minor, minor FROM taken
       UNION ALL
       SELECT store_id, livemode, 'day', kind, currency, date_trunc('day', slot, 'UTC'), step, count, yearly_minor, minor FROM taken
     ), old AS (
       DELETE FROM subscription_tallies t USING (
         SELECT DISTINCT store_id, livemode, grain, kind, currency, slot, step FROM added) a
       WHERE (t.store_id, t.livemode, t.grain, t.kind, t.currency, t.slot, t.step)
         = (a.store_id, a.livemode, a.grain, a.kind, a.currency, a.slot, a.step)
       RETURNING t.*
     ), made AS (
       INSERT INTO subscription_tallies (store_id, livemode, grain, kind, currency, slot, step, count, yearly_minor, minor)
       SELECT store_id, livemode, grain, kind, currency, slot, step, sum(count), sum(yearly_minor), sum(minor) FROM (
         SELECT * FROM added
         UNION ALL
         SELECT store_id, livemode, grain, kind, currency, slot, step, count, yearly_minor, minor FROM old) AS parts
       GROUP BY 1, 2, 3, 4, 5, 6, 7
       HAVING (sum(count), sum(yearly_minor), sum(minor)) <> (0, 0, 0)
     )
     SELECT count(*)::int AS n FROM taken`,
  );
  return rows[0]?.n ?? 0;
}
