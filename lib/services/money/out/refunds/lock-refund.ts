import type { Prisma } from "@/lib/db/client";
import { orderInclude } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";
import { lockAttempt } from "../../settlement/lock-attempt";

const include = { attempt: true, order: { include: orderInclude } } satisfies Prisma.RefundInclude;

/** A refund with its order and attempt, as they are while all three are locked. */
export type LockedRefund = Prisma.RefundGetPayload<{ include: typeof include }>;

/** Locks in the order that every verb uses: attempt, order, then the refund; balances of the ledger come last. */
export async function lockRefund(unit: Unit, id: string): Promise<LockedRefund> {
  const { attemptId } = await unit.tx.refund.findUniqueOrThrow({
    where: { id },
    select: { attemptId: true },
  });
  await lockAttempt(unit, attemptId);
  await unit.tx.$queryRaw`SELECT 1 FROM refunds WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return unit.tx.refund.findUniqueOrThrow({ where: { id }, include });
}

/**
 * Whether the refund returns money in suspense. Such a refund took nothing from the wallet or the fee; a seller's
 * refund takes from them at its request.
 */
export function isFromSuspense(refund: {
  pendingMinor: bigint;
  availableMinor: bigint;
  feeBackMinor: bigint;
}): boolean {
  return refund.pendingMinor + refund.availableMinor + refund.feeBackMinor === 0n;
}
