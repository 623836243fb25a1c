import type { Tx } from "@/lib/db/client";
import { type Problem, say } from "@/lib/domain/refusal";
import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";

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

/** Sends every owner of the account a mail that a payout destination was added or removed. */
export async function notifyOwners(
  unit: Unit,
  store: { storeId: number; accountId: number },
  { id, label, what }: { id: number; label: string; what: "added" | "removed" },
): Promise<void> {
  const { name } = await unit.tx.store.findUniqueOrThrow({
    where: { id: store.storeId },
    select: { name: true },
  });
  await mailOwners(unit, store, {
    kind: `payout_destination_${what}`,
    values: { store: name, destination: label },
    dedupeKey: `payout_destination:${id}/${what}`,
  });
}
