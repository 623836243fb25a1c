import type { World } from "@/lib/services/core/world";

/** Longer than all that one turn may ask of a rail that hangs, with the records: only a worker that died lets a lease run out. */
const leaseMs = 150_000;

export type TransferTable = "refunds" | "payouts";

const railOfRow: Record<TransferTable, string> = {
  refunds: "(SELECT a.rail FROM payment_attempts a WHERE a.id = refunds.attempt_id)",
  payouts: "payouts.rail",
};

/** The rails of the transfers whose time has come. */
export async function dueRails(world: World, table: TransferTable): Promise<string[]> {
  const { rows } = await world.pool.query<{ rail: string }>(
    `SELECT DISTINCT ${railOfRow[table]} AS rail FROM ${table} WHERE next_poll_at <= $1`,
    [world.clock.now()],
  );
  return rows.map(({ rail }) => rail);
}

/** Leases the transfers of a rail whose time has come and that nobody else works on, oldest first. */
export async function claimDue(
  world: World,
  table: TransferTable,
  rail: string,
  limit: number,
): Promise<string[]> {
  const which = `next_poll_at <= $1 AND ${railOfRow[table]} = $3 ORDER BY next_poll_at LIMIT ${limit}`;
  return claim(world, table, which, [rail]);
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
