import { appendFileSync } from "node:fs";
import { withClient } from "@/lib/db/connect";

/** Where a run of the tests notes which indexes its statements read; unset: nothing is noted. */
const noted = process.env.USED_INDEXES;

/** Small tables are read whole unless the server is told otherwise: then every statement shows the index it would use. */
export const settings: Record<string, string> = noted ? { enable_seqscan: "off" } : {};

/** One index, as a run notes it: `file` is that of a test whose statements read it, or none. */
export interface NotedIndex {
  name: string;
  table: string;
  isUnique: boolean;
  file: string | null;
}

/** Notes all indexes of a test file's database, a line each, when the file is done with it. One without our tables has those of a test. */
export async function noteUsedIndexes(url: string): Promise<void> {
  if (!noted) return;
  await withClient(url, async (client) => {
    await client.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await client.query<NotedIndex>(
      `SELECT u.indexrelname AS name, u.relname AS table, i.indisunique AS "isUnique",
         CASE WHEN u.idx_scan > 0 THEN shobj_description(d.oid, 'pg_database') END AS file
       FROM pg_stat_user_indexes u JOIN pg_index i USING (indexrelid), pg_database d
       WHERE d.datname = current_database() AND to_regclass('stores') IS NOT NULL`,
    );
    appendFileSync(noted, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  });
}
