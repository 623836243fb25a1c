import type { PayoutRow } from "@/lib/db/rows";
import type { Unit } from "@/lib/services/core/world";

/** A payout as it is while it is locked. Balances of the ledger are locked after it. */
export async function lockPayout(unit: Unit, id: string): Promise<PayoutRow> {
  await unit.tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return unit.tx.payout.findUniqueOrThrow({ where: { id } });
}
