import type { PayoutRow } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";

/** Locks and reads a payout. Balances of the ledger are locked after it. */
export async function lockPayout(unit: Unit, id: string): Promise<PayoutRow> {
  await unit.tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return unit.tx.payout.findUniqueOrThrow({ where: { id } });
}
