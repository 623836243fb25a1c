import type { Pool, PoolClient } from "pg";

/**
 * What happens again and again, and when it last did, however many processes there are. `clock`: the executor called us;
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
  const { rows } = await pool.query<{ name: Expected; at: Date }>("SELECT name, at FROM last_times");
  return Object.fromEntries(rows.map(({ name, at }) => [name, at]));
}
