import type { Tx } from "@/lib/db/client";
import type { AccountKind } from "@/lib/domain/posting";

/** What a store has, in minor units of one currency. */
export interface Wallet {
  currency: string;
  /** On hold after a payment. */
  pendingMinor: bigint;
  /** May be paid out. */
  availableMinor: bigint;
  /** On its way to the seller. */
  payoutInFlightMinor: bigint;
  /** On its way back to payers. */
  refundInFlightMinor: bigint;
  /** In suspense: it came, but cannot be credited yet. */
  suspenseMinor: bigint;
  /** Reserved while payers dispute payments. */
  reservedMinor: bigint;
  /** What the store owes the service. */
  debtMinor: bigint;
}

/** The wallet of a store in one currency; zeros where nothing was ever posted. `db` is the client or a transaction. */
export async function readWallet(
  db: Pick<Tx, "ledgerAccount">,
  storeId: number,
  currency: string,
): Promise<Wallet> {
  const rows = await db.ledgerAccount.findMany({
    where: { storeId, currency },
    select: { kind: true, balance: { select: { balanceMinor: true } } },
  });
  const of = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance?.balanceMinor ?? 0n;
  return {
    currency,
    pendingMinor: of("wallet_pending"),
    availableMinor: of("wallet_available"),
    payoutInFlightMinor: of("payout_in_flight"),
    refundInFlightMinor: of("refund_in_flight"),
    suspenseMinor: of("suspense"),
    reservedMinor: of("dispute_reserve"),
    debtMinor: of("store_debt"),
  };
}
