import { newPool } from "@/lib/db/connect";
import { systemClock } from "@/lib/providers/clock";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";

/**
 * Checks everything that must always be true of a database's money, subscriptions and events (docs/simulation.md), even
 * while the service is running. It only reads. Returns one line for each violation.
 */
export async function checkBooks(databaseUrl: string): Promise<string[]> {
  const pool = newPool({ connectionString: databaseUrl, max: 1 });
  try {
    return await checkInvariants({ pool, clock: systemClock });
  } finally {
    await pool.end();
  }
}
