import { Prisma } from "@/lib/db/client";
import type { TransferEvidence } from "@/lib/domain/transfer";
import type { TransferResult } from "@/lib/providers/rails/port";
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

/** Works at once on a transfer that was just committed, unless a worker has it. If that fails, the worker tries it again. */
export async function workNow(
  world: World,
  table: TransferTable,
  id: string,
  work: (world: World, id: string) => Promise<unknown>,
): Promise<void> {
  if (!(await claimOne(world, table, id))) return;
  try {
    await work(world, id);
  } catch (error) {
    world.log.error({ err: error, [table]: id }, "A transfer could not be sent; it is tried again.");
  }
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

/** A rail's answer about a payout or a refund, to the request or to a poll; `no_answer`: it was lost. */
export type TransferAnswer = TransferResult | { kind: "no_answer" };

/** Calls a rail. A lost answer is not a failure: the status is polled later. */
export async function asked(
  world: World,
  what: { id: string; rail: string },
  ask: () => Promise<TransferResult>,
): Promise<TransferAnswer> {
  try {
    return await ask();
  } catch (error) {
    world.log.error({ err: error, transfer: what.id, rail: what.rail }, "The answer of a rail was lost.");
    return { kind: "no_answer" };
  }
}

export function evidenceOf(answer: TransferAnswer): TransferEvidence {
  if (answer.kind === "failed") return { kind: "failed", reason: answer.failure.reason };
  if (answer.kind === "pending") return { kind: "pending", ...(answer.mayRepeat ? { mayRepeat: true } : {}) };
  return { kind: answer.kind };
}

export function railRefOf(answer: TransferAnswer): string | null {
  return ("railRef" in answer && answer.railRef) || null;
}
