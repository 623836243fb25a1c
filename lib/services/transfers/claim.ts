import type { World } from "../world";

/** Longer than a call to a rail and a status read with their records: only a worker that died lets a lease run out. */
const leaseMs = 60_000;

export type TransferTable = "refunds" | "payouts";

/** Leases the transfers whose time has come and that nobody else works on, oldest first. */
export async function claimDue(world: World, table: TransferTable, limit: number): Promise<string[]> {
  return claim(world, table, `next_poll_at <= $1 ORDER BY next_poll_at LIMIT ${limit}`, []);
}

/** Leases one transfer whatever its time. False when somebody works on it, or nothing is left to do. */
export async function claimOne(world: World, table: TransferTable, id: string): Promise<boolean> {
  return (await claim(world, table, "next_poll_at IS NOT NULL AND id = $3::uuid", [id])).length > 0;
}

/** When the next transfer is due, or null. */
export async function nextDue(world: World, table: TransferTable): Promise<Date | null> {
  const { rows } = await world.pool.query<{ at: Date | null }>(
    `SELECT min(greatest(next_poll_at, leased_until)) AS at FROM ${table} WHERE next_poll_at IS NOT NULL`,
  );
  return rows[0]?.at ?? null;
}

async function claim(world: World, table: TransferTable, which: string, more: string[]): Promise<string[]> {
  const now = world.clock.now();
  const { rows } = await world.pool.query<{ id: string }>(
    `UPDATE ${table} SET leased_until = $2 WHERE id IN (
       SELECT id FROM ${table} WHERE (leased_until IS NULL OR leased_until <= $1) AND ${which}
       FOR NO KEY UPDATE SKIP LOCKED)
     RETURNING id`,
    [now, new Date(now.getTime() + leaseMs), ...more],
  );
  return rows.map(({ id }) => id);
}
