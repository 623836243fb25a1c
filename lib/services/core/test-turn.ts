import type { Tx } from "@/lib/db/client";

const lockClass = 7_201;

/**
 * Test events of a store are written by one transaction after the other, each later than all before it. So whoever
 * follows them by `created_at` misses none, not even one whose transaction was slow to commit. Gives the time of the
 * n-th event of this transaction.
 */
export async function testTurn(tx: Tx, storeId: number, now: Date): Promise<(n: number) => Date> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${lockClass}::int, ${storeId}::int)`;
  const last = await tx.event.findFirst({
    where: { storeId, livemode: false, type: { not: "ping" } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { createdAt: true },
  });
  const first = Math.max(now.getTime(), last ? last.createdAt.getTime() + 1 : 0);
  return (n) => new Date(first + n);
}
