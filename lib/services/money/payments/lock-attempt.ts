import type { Prisma } from "@/lib/db/client";
import { orderInclude } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";

const include = { order: { include: orderInclude } } satisfies Prisma.PaymentAttemptInclude;

/** An attempt with its order, as they are while both are locked. */
export type LockedAttempt = Prisma.PaymentAttemptGetPayload<{ include: typeof include }>;

/** Locks in the order that every verb keeps: attempt, order, then subscription, then the balances of the ledger. */
export async function lockAttempt(unit: Unit, id: string): Promise<LockedAttempt> {
  // A row is locked in the order in which FOR names the tables.
  await unit.tx.$queryRaw`
    SELECT 1 FROM payment_attempts attempt JOIN orders ON orders.id = attempt.order_id WHERE attempt.id = ${id}::uuid
    FOR NO KEY UPDATE OF attempt, orders`;
  return unit.tx.paymentAttempt.findUniqueOrThrow({ where: { id }, include });
}
