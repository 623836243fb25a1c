import type { Pool, PoolClient } from "pg";
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

const perBatch = 20_000;
const shownMax = 5;

interface Found {
  what: string | null;
  position: string;
  hash: Buffer;
}

/**
 * What is wrong with the sealed log, entry by entry: the whole chain, in batches, so that no statement takes long. What
 * is not sealed yet is not looked at.
 */
export async function checkChain(pool: Pool | PoolClient): Promise<string[]> {
  const broken: string[] = [];
  let last: { position: string; hash: Buffer } = { position: "0", hash: Buffer.alloc(0) };
  for (;;) {
    const { rows } = await pool.query<Found>(batchSql, [last.position, last.hash, perBatch]);
    broken.push(...rows.flatMap(({ what }) => what ?? []));
    const end = rows.at(-1);
    if (!end || broken.length >= shownMax) break;
    last = end;
  }
  const { rows } = await pool.query<{ what: string }>(unsealedSql);
  return [...broken, ...rows.map(({ what }) => what)].slice(0, shownMax);
}

/** An erased reason has no salt, and a mark where words were. */
const batchSql = `
  SELECT s.position::text AS position, s.hash, CASE
    WHEN s.position <> s.place THEN format('a seal before %s was removed', s.position)
    WHEN s.hash IS DISTINCT FROM hash_of_seal(s.seal, s.before) THEN format('the seal of entry %s was changed', s.entry_id)
    WHEN e.id IS NULL AND (s.goes_at IS NULL OR s.goes_at > now()) THEN format('entry %s was removed', s.entry_id)
    WHEN e.id IS NOT NULL AND s.entry_hash IS DISTINCT FROM hash_of_entry(e, s.reason_hash)
      THEN format('entry %s was changed', s.entry_id)
    WHEN e.id IS NOT NULL AND NOT coalesce(CASE
        WHEN s.reason_hash IS NULL THEN e.reason IS NULL
        WHEN s.reason_salt IS NULL THEN strpos(e.reason, '…') > 0
        ELSE s.reason_hash = hash_of(encode(s.reason_salt, 'hex'), e.reason) END, false)
      THEN format('the reason of entry %s was changed', s.entry_id) END AS what
  FROM (
    SELECT seals.*, seals AS seal, $1::bigint + row_number() OVER (ORDER BY position) AS place,
      coalesce(lag(hash) OVER (ORDER BY position), $2::bytea) AS before
    FROM audit_seals seals WHERE position > $1::bigint ORDER BY position LIMIT $3
  ) s LEFT JOIN audit_entries e ON e.id = s.entry_id
  ORDER BY s.position`;

const unsealedSql = `
  SELECT format('entry %s was inserted', e.id) AS what FROM audit_entries e
  WHERE e.id <= (SELECT max(entry_id) FROM audit_seals)
    AND NOT EXISTS (SELECT 1 FROM audit_seals s WHERE s.entry_id = e.id)
  ORDER BY e.id LIMIT ${shownMax}`;
