import type { Prisma } from "@/lib/db/client";
import { orderInclude } from "@/lib/db/rows";
import type { Unit } from "../unit";

const include = { order: { include: orderInclude } } satisfies Prisma.PaymentAttemptInclude;

/** An attempt with its order, as they are while both are locked. */
export type LockedAttempt = Prisma.PaymentAttemptGetPayload<{ include: typeof include }>;

/** Locks in the order that every verb keeps: attempt, order, then subscription, then the balances of the ledger. */
export async function lockAttempt(unit: Unit, id: string): Promise<LockedAttempt> {
  await unit.tx.$queryRaw`SELECT 1 FROM payment_attempts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  await unit.tx.$queryRaw`
    SELECT 1 FROM orders WHERE id = (SELECT order_id FROM payment_attempts WHERE id = ${id}::uuid) FOR NO KEY UPDATE`;
  return unit.tx.paymentAttempt.findUniqueOrThrow({ where: { id }, include });
}
