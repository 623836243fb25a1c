import type { Tx } from "@/lib/db/client";
import { type Effect, effectsOf, type Move, ownersOf } from "@/lib/domain/correction";

/** The parts of a correction that identify its accounts. */
export interface Correcting extends Move {
  storeId: number | null;
  rail: string | null;
  currency: string;
}

/** The balances of the accounts before and after the correction. An account without postings has zero. */
export async function previewOf(db: Pick<Tx, "ledgerAccount">, correcting: Correcting): Promise<Effect[]> {
  const { storeId, rail, currency, from, to } = correcting;
  const accounts = await db.ledgerAccount.findMany({
    where: { currency, kind: { in: [from, to, "store_debt"] } },
    select: { kind: true, storeId: true, rail: true, balance: { select: { balanceMinor: true } } },
  });
  return effectsOf(correcting, (kind) => {
    const owner = ownersOf([kind]);
    return accounts
      .filter(
        (one) =>
          one.kind === kind &&
          one.storeId === (owner.store ? storeId : null) &&
          one.rail === (owner.rail ? rail : null),
      )
      .reduce((sum, { balance }) => sum + (balance?.balanceMinor ?? 0n), 0n);
  });
}
