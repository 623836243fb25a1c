import { Pool } from "pg";
import { parseOperatorEnv } from "@/lib/env";
import { systemClock } from "@/lib/providers/clock";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { isMain } from "./main";
import { embeddedDatabaseUrl } from "./start/data-directory";
import { say, step } from "./steps";

/**
 * `npm run books`: checks everything that must always be true of a database's money, subscriptions and events
 * (docs/simulation.md), even while the service is running. It only reads. The database is DATABASE_URL, else the
 * embedded one of a running DATA_DIR. Each violation is printed on a line, and the exit code is then 1.
 */
export async function checkBooks(databaseUrl: string): Promise<string[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    return await checkInvariants({ pool, clock: systemClock });
  } finally {
    await pool.end();
  }
}

if (isMain(import.meta.url)) {
  const { DATABASE_URL, DATA_DIR } = parseOperatorEnv(process.env);
  const broken = await step("Books", async () => {
    const found = await checkBooks(DATABASE_URL || embeddedDatabaseUrl(DATA_DIR));
    return { said: found.length === 0 ? "everything agrees" : "SOMETHING IS WRONG", value: found };
  });
  for (const line of broken) say("", line);
  process.exitCode = broken.length === 0 ? 0 : 1;
}
