import type { World } from "@/lib/services/core/world";

/** Up to where the log may be sealed, once every transaction that began before `turn` has ended. */
export interface Mark {
  upto: string;
  turn: string;
}

/** No statement may take a number and still be without a transaction of its own for so long. */
const settledMs = 60_000;
export const sealsPerBatch = 2_000;

/**
 * The last entry that is old enough to be sealed; null when nothing is. Numbers are given before the commit, so an entry
 * with a lower number may still come: from a transaction that had its turn before this one.
 */
export async function markAudit(world: Pick<World, "clock" | "pool">): Promise<Mark | null> {
  const settled = new Date(world.clock.now().getTime() - settledMs);
  const { rows } = await world.pool.query<{ upto: string | null }>(
    `SELECT max(id)::text AS upto FROM audit_entries
     WHERE created_at <= $1 AND id > coalesce((SELECT max(entry_id) FROM audit_seals), 0)`,
    [settled],
  );
  const upto = rows[0]?.upto;
  if (!upto) return null;
  const asked = await world.pool.query<{ turn: string }>("SELECT pg_current_xact_id()::text AS turn");
  return { upto, turn: asked.rows[0]?.turn ?? "" };
}

/** Seals one batch; says how many. Null while a transaction runs that may still write below the mark. */
export async function sealAudit(world: Pick<World, "pool">, mark: Mark): Promise<number | null> {
  const { rows } = await world.pool.query<{ sealed: number | null }>(
    `SELECT CASE WHEN pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 THEN seal_audit($2, $3) END AS sealed`,
    [mark.turn, mark.upto, sealsPerBatch],
  );
  return rows[0]?.sealed ?? null;
}
