import type { World } from "@/lib/services/core/world";

/** What PostgreSQL wrote for something: rows by table, and the bytes of its log. */
export interface Written {
  rows: Record<string, number>;
  total: number;
  logBytes: number;
}

/**
 * Read from the write-ahead log, which names each row that was written in this database, whoever else writes beside it.
 * Whole pages, which follow a checkpoint, do not count: they depend on the moment. Nor do the sandbox's own records: it
 * stands where a rail is asked by HTTP.
 */
export async function writtenBy(
  { pool }: Pick<World, "pool">,
  run: () => Promise<unknown>,
): Promise<Written> {
  await pool.query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  const now = async () => (await pool.query("SELECT pg_current_wal_insert_lsn() AS at")).rows[0].at;
  const from = await now();
  await run();
  const to = await now();
  await pool.query("SELECT pg_logical_emit_message(false, 'written', '', true)");
  const { rows } = await pool.query<{ name: string | null; rows: number; bytes: number }>(
    `SELECT t.relname AS name,
       (count(*) FILTER (WHERE b.resource_manager LIKE 'Heap%' AND b.block_id = 0
         AND b.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE|MULTI_INSERT)'))::int AS rows,
       sum(CASE WHEN b.block_id = 0 THEN b.record_length - b.block_fpi_length ELSE -b.block_fpi_length END)::int AS bytes
     FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) b
     LEFT JOIN pg_class t ON pg_relation_filenode(t.oid) = b.relfilenode AND t.relkind = 'r'
       AND t.relnamespace = 'public'::regnamespace
     WHERE b.reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND b.relfilenode <> pg_relation_filenode('sandbox_records')
     GROUP BY 1`,
    [from, to],
  );
  const tables = rows.flatMap(({ name, rows: written }) =>
    name && written > 0 ? [[name, written] as const] : [],
  );
  return {
    rows: Object.fromEntries(tables.sort()),
    total: tables.reduce((sum, [, written]) => sum + written, 0),
    logBytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
