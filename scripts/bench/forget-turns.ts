import { Client } from "pg";

/** Every key may ask as often as in a fresh minute. */
export async function forgetTurns(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("TRUNCATE rate_limits");
  await client.end();
}
