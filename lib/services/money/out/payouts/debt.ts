import type { Tx } from "@/lib/db/client";
import { type Problem, say } from "@/lib/domain/problem";

/** The debts of a store to the service, one for each currency; empty when it owes nothing. */
export async function debtsOf(
  db: Pick<Tx, "ledgerAccount">,
  storeId: number,
): Promise<{ currency: string; minor: bigint }[]> {
  const rows = await db.ledgerAccount.findMany({
    where: { storeId, kind: "store_debt", balance: { balanceMinor: { gt: 0n } } },
    select: { currency: true, balance: { select: { balanceMinor: true } } },
    orderBy: { currency: "asc" },
  });
  return rows.map(({ currency, balance }) => ({ currency, minor: balance?.balanceMinor ?? 0n }));
}

/** The problem that stops payouts while the store owes money, in any currency; null when it owes nothing. */
export async function debtBar(db: Pick<Tx, "ledgerAccount">, storeId: number): Promise<Problem | null> {
  const debts = await debtsOf(db, storeId);
  if (debts.length === 0) return null;
  return say("payout_debt", { owed: debts });
}
