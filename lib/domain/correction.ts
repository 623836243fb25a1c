import { type AccountKind, accountBalance, debtFirst, type LedgerEntry, ownerOf } from "./posting";

/**
 * Between which accounts a person may move money. Not money in flight, which belongs to a payout or refund, nor what is
 * set aside, which belongs to a payment: those have acts of their own.
 */
export const correctable = [
  ...(["wallet_available", "wallet_pending", "store_debt"] as const),
  ...(["clearing", "rail_cost", "fee_income"] as const),
] satisfies readonly AccountKind[];
export type Correctable = (typeof correctable)[number];

const correctionDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** When nobody can approve it any more: by then the balances it was thought of for are others. */
export function correctionEnds(proposedAt: Date): Date {
  return new Date(proposedAt.getTime() + correctionDays * dayMs);
}

export type CorrectionState = "proposed" | "approved" | "declined" | "withdrawn" | "expired";

/** A proposal that nobody decided in time is over without anybody writing so. */
export function correctionState(
  row: { status: "proposed" | "approved" | "declined" | "withdrawn"; expiresAt: Date },
  now: Date,
): CorrectionState {
  return row.status === "proposed" && row.expiresAt <= now ? "expired" : row.status;
}

/** Of whom the accounts are decides what has to be named: a store, a rail, both or neither. */
export function ownersOf(kinds: readonly Correctable[]): { store: boolean; rail: boolean } {
  return {
    store: kinds.some((kind) => ownerOf(kind) === "store"),
    rail: kinds.some((kind) => ownerOf(kind) === "rail"),
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

/** What is never less than nothing: what is owed to a store, and what it owes. */
const floored: ReadonlySet<AccountKind> = new Set(["wallet_available", "wallet_pending", "store_debt"]);

/** An account that a correction touches, as it is and as it would be. */
export interface Effect {
  kind: Correctable;
  beforeMinor: bigint;
  afterMinor: bigint;
  /** It would be below zero, and may not. */
  isTooLow: boolean;
}

/** The two accounts, and what a store owes where that is paid first of what its wallet is given. */
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
