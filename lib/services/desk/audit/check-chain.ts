import type { Pool, PoolClient } from "pg";

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
