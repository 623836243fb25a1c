import { Prisma } from "@/lib/db/client";
import { isDue, type Leased, lease, nextDue as nextOf } from "@/lib/services/core/lease";
import type { World } from "@/lib/services/core/world";

export type TransferTable = "refunds" | "payouts";

/** Longer than one turn can take, with its database work, when a rail hangs. */
const leaseMs = 150_000;
const transfers: Record<TransferTable, Leased> = {
  refunds: { table: "refunds", dueAt: "next_poll_at", leaseMs },
  payouts: { table: "payouts", dueAt: "next_poll_at", leaseMs },
};

const railOf: Record<TransferTable, Prisma.Sql> = {
  refunds: Prisma.sql`(SELECT a.rail FROM payment_attempts a WHERE a.id = refunds.attempt_id)`,
  payouts: Prisma.sql`payouts.rail`,
};

/** The rails that have due transfers. */
export async function dueRails(world: World, table: TransferTable): Promise<string[]> {
  const due = isDue(world, transfers[table]);
  const rows = await world.db.$queryRaw<
    { rail: string }[]
  >`SELECT DISTINCT ${railOf[table]} AS rail FROM ${Prisma.raw(table)} WHERE ${due}`;
  return rows.map(({ rail }) => rail);
}

/** Leases the due transfers of a rail that no other worker has, oldest first. */
export async function claimDue(
  world: World,
  table: TransferTable,
  rail: string,
  limit: number,
): Promise<string[]> {
  return claim(
    world,
    table,
    Prisma.sql`${isDue(world, transfers[table])} AND ${railOf[table]} = ${rail}`,
    limit,
  );
}

/** Leases one transfer even if it is not due. False when another worker has it, or nothing is left to do. */
export async function claimOne(world: World, table: TransferTable, id: string): Promise<boolean> {
  return (await claim(world, table, Prisma.sql`next_poll_at IS NOT NULL AND id = ${id}::uuid`, 1)).length > 0;
}

/** When the next transfer is due, or null. */
export function nextDue(world: World, table: TransferTable): Promise<Date | null> {
  return nextOf(world, transfers[table]);
}

async function claim(
  world: World,
  table: TransferTable,
  which: Prisma.Sql,
  limit: number,
): Promise<string[]> {
  const columns = Prisma.sql`id`;
  const rows = await lease<{ id: string }>(world, transfers[table], { which, limit, columns });
  return rows.map(({ id }) => id);
}
