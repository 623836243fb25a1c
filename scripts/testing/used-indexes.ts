import { appendFileSync } from "node:fs";
import { withClient } from "@/lib/db/connect";

/** Where a run of the tests notes which indexes its statements read; unset: nothing is noted. */
const noted = process.env.USED_INDEXES;

/** Small tables are read whole unless the server is told otherwise: then every statement shows the index it would use. */
export const settings: Record<string, string> = noted ? { enable_seqscan: "off" } : {};

/** Notes the indexes of a test file's database that were read, when the file is done with it. */
export async function noteUsedIndexes(url: string): Promise<void> {
  if (!noted) return;
  await withClient(url, async (client) => {
    await client.query("SELECT pg_stat_force_next_flush()");
    const { rows } = await client.query<{ name: string }>(
      "SELECT indexrelname AS name FROM pg_stat_user_indexes WHERE idx_scan > 0",
    );
    appendFileSync(noted, `${rows.map(({ name }) => name).join("\n")}\n`);
  });
}
