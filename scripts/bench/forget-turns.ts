import { withClient } from "@/lib/db/connect";

/** Resets the rate limit of every key, as at the start of a minute. */
export async function forgetTurns(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query("TRUNCATE rate_limits"));
}
