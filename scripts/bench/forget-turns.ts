import { Client } from "pg";

/** Resets the rate limit of every key, as at the start of a minute. */
export async function forgetTurns(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("TRUNCATE rate_limits");
  await client.end();
}
