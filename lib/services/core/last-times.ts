import type { Pool, PoolClient } from "pg";

/**
 * What happens again and again, and when it last did, however many processes there are. `clock`: a minute began;
 * `forwarded`: a request came with X-Forwarded-For although no proxy is trusted.
 */
export type Expected = "clock" | "forwarded";

/** Notes that it happened. */
export async function noteTime(pool: Pool | PoolClient, name: Expected, at: Date): Promise<void> {
  await pool.query(
    "INSERT INTO last_times (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = excluded.at",
    [name, at],
  );
}

/** When each last happened; one that never did is absent. */
export async function lastTimes(pool: Pool | PoolClient): Promise<Partial<Record<Expected, Date>>> {
  const { rows } = await pool.query<{ name: Expected; at: Date }>(
    "SELECT name, at FROM last_times WHERE name NOT LIKE 'sweep/%'",
  );
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]));
}

/** Something that is due again and again, and when it was the last time. */
export interface Tick {
  name: string;
  at: Date;
}

/** So far ahead is only the note of a machine whose clock was wrong. */
const aheadMax = "10 minutes";

/** Notes that these begin now, and returns the names of those that no other process has begun. */
export async function claimTicks(pool: Pool, ticks: readonly Tick[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `INSERT INTO last_times (name, at) SELECT 'sweep/' || name, at FROM unnest($1::text[], $2::timestamptz[]) AS due (name, at) ORDER BY name
     ON CONFLICT (name) DO UPDATE SET at = excluded.at
       WHERE last_times.at < excluded.at OR last_times.at > excluded.at + interval '${aheadMax}'
     RETURNING substr(name, 7) AS name`,
    [ticks.map(({ name }) => name), ticks.map(({ at }) => at)],
  );
  return new Set(rows.map(({ name }) => name));
}
