import { appendFileSync } from "node:fs";
import { withClient } from "@/lib/db/connect";

/** Where a run of the tests notes which indexes its statements read; unset: nothing is noted. */
const noted = process.env.USED_INDEXES;

/** Small tables are read whole unless the server is told otherwise: then every statement shows the index it would use. */
export const settings: Record<string, string> = noted ? { enable_seqscan: "off" } : {};

/** Notes which indexes the statements of a test file read, a line each with the file, when it is done with its database. */
export async function noteUsedIndexes(url: string): Promise<void> {
  if (!noted) return;
  await withClient(url, async (client) => {
    await client.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await client.query<{ name: string; file: string }>(
      `SELECT indexrelname AS name, shobj_description(d.oid, 'pg_database') AS file
       FROM pg_stat_user_indexes, pg_database d WHERE idx_scan > 0 AND d.datname = current_database()`,
    );
    appendFileSync(noted, rows.map(({ name, file }) => `${name}\t${file}\n`).join(""));
  });
}
