import type { World } from "@/lib/services/core/world";

const slotsMax = 20_000;

/**
 * Makes one row of the many of a slot, for up to 20,000 slots. The sums stay right at every instant, also during changes and
 * reads. Returns how many rows were replaced. Safe to repeat.
 */
export async function compactOverviewTallies(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `WITH crowded AS (
       SELECT store_id, kind, slot, name, currency FROM overview_tallies
       GROUP BY 1, 2, 3, 4, 5 HAVING count(*) > 1 LIMIT ${slotsMax}
     ), gone AS (
       DELETE FROM overview_tallies t USING crowded c
       WHERE (t.store_id, t.kind, t.slot, t.name, t.currency) = (c.store_id, c.kind, c.slot, c.name, c.currency)
       RETURNING t.*
     ), made AS (
       INSERT INTO overview_tallies (store_id, kind, name, currency, slot, count, part, other, minor)
       SELECT store_id, kind, name, currency, slot, sum(count), sum(part), sum(other), sum(minor) FROM gone
       GROUP BY store_id, kind, name, currency, slot
       HAVING (sum(count), sum(part), sum(other), sum(minor)) <> (0, 0, 0, 0)
     )
     SELECT count(*)::int AS n FROM gone`,
  );
  return rows[0]?.n ?? 0;
}
