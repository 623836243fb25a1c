import { type AccountKind, accountBalance, type LedgerEntry, ownerOf } from "./ledger-accounts";
import { debtFirst } from "./posting";

/**
 * The accounts between which a person may move money. Money in flight (of a payout or refund) and suspense (of a
 * payment) are excluded: they have actions of their own.
 */
export const correctable = [
  ...(["wallet_available", "wallet_pending", "store_debt"] as const),
  ...(["clearing", "rail_cost", "fee_income"] as const),
] satisfies readonly AccountKind[];
export type Correctable = (typeof correctable)[number];

const correctionDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** After this, nobody can approve the proposal, because the balances it was based on have changed. */
export function correctionEnds(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + correctionDays * dayMs);
}

export type CorrectionState = "proposed" | "approved" | "declined" | "withdrawn" | "expired";

/** A proposal that nobody decided in time expires, although nothing is written. */
export function correctionState(
  row: { status: "proposed" | "approved" | "declined" | "withdrawn"; expiresAt: Date },
  now: Date,
): CorrectionState {
  return row.status === "proposed" && row.expiresAt <= now ? "expired" : row.status;
}

/** The owners of the accounts decide what the form must name: a store, a rail, both or neither. */
export function ownersOf(kinds: readonly Correctable[]): { store: boolean; rail: boolean } {
  return {
    store: kinds.some((kind) => ownerOf(kind).startsWith("store")),
    rail: kinds.some((kind) => ownerOf(kind).endsWith("rail")),
  };
}

export interface Move {
  from: Correctable;
  to: Correctable;
  amountMinor: bigint;
}

export function correction({ from, to, amountMinor }: Move): LedgerEntry {
  if (amountMinor <= 0n) throw new RangeError("A correction moves more than nothing.");
  return { kind: "correction", postings: [{ from, to, amountMinor }] };
}

/** Accounts that can never be below zero: what is owed to a store, and what it owes. */
const floored: ReadonlySet<AccountKind> = new Set(["wallet_available", "wallet_pending", "store_debt"]);

/** An account that a correction changes: before and after. */
export interface Effect {
  kind: Correctable;
  beforeMinor: bigint;
  afterMinor: bigint;
  /** The balance would be below zero, which is not allowed. */
  isTooLow: boolean;
}

/** The two accounts, and the store's debt where money given to the wallet pays that debt first. */
export function effectsOf(move: Move, before: (kind: Correctable) => bigint): Effect[] {
  const debtMinor = move.to === "wallet_available" ? before("store_debt") : 0n;
  const { postings } = debtFirst(correction(move), debtMinor);
  const kinds = new Set<Correctable>([
    move.from,
    move.to,
    ...(debtMinor > 0n ? ["store_debt" as const] : []),
  ]);
  const sum = (side: "from" | "to", kind: Correctable) =>
    postings.filter((one) => one[side] === kind).reduce((total, one) => total + one.amountMinor, 0n);
  return [...kinds].map((kind) => {
    const beforeMinor = before(kind);
    const moved = { inMinor: sum("to", kind), outMinor: sum("from", kind) };
    const afterMinor = beforeMinor + accountBalance(kind, moved);
    return { kind, beforeMinor, afterMinor, isTooLow: floored.has(kind) && afterMinor < 0n };
  });
}
