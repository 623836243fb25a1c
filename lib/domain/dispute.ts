import { entry, type LedgerEntry, move } from "./ledger-accounts";

export const disputeStates = ["open", "won", "lost", "accepted"] as const;

/** `accepted`: the seller or the operator accepted the dispute, and the money goes back as if it was lost. */
export type DisputeState = (typeof disputeStates)[number];

/** Whether the dispute gives the payer the money back. */
export function isLost(state: DisputeState): boolean {
  return state === "lost" || state === "accepted";
}

/** What banks call disputes that are about what was bought. */
export const aboutGoods: readonly string[] = [
  ...["product_not_received", "product_unacceptable", "credit_not_processed", "duplicate"],
];

/**
 * Whether the payer says that the payment was not theirs. So does every reason that is not known to be another, and none
 * at all: then their phone or card is left alone.
 */
export function isFraud(reason: string | null | undefined): boolean {
  return !aboutGoods.includes(reason ?? "");
}

/**
 * The state of a dispute after a message from a rail. A decision stays: a late message that the dispute is open is old
 * news, and a person must look at a different decision.
 */
export function nextState(
  from: DisputeState,
  said: DisputeState,
): { to: DisputeState; isDecided: boolean; contradicts: boolean } {
  if (from === "open") return { to: said, isDecided: said !== "open", contradicts: false };
  return { to: from, isDecided: false, contradicts: said !== "open" && isLost(said) !== isLost(from) };
}

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** When to query a rail about a payment that came, in ms from the start of the watch. */
export const watchPlanMs: readonly number[] = [
  ...[1, 10].map((minutes) => minutes * minute),
  ...[1, 6].map((hours) => hours * hour),
  ...Array.from({ length: 30 }, (_, index) => (index + 1) * day),
  // Banks take up to four months, and some of them more.
  ...Array.from({ length: 21 }, (_, index) => (30 + 7 * (index + 1)) * day),
];

/** When to query next; null when the plan is over and a person must look. */
export function nextWatchAt(watch: { since: Date; now: Date }): Date | null {
  const ageMs = watch.now.getTime() - watch.since.getTime();
  const nextMs = watchPlanMs.find((atMs) => atMs > ageMs);
  return nextMs === undefined ? null : new Date(watch.since.getTime() + nextMs);
}

/** The money reserved for a dispute, by the part of the wallet it came from. */
export interface Reserve {
  pendingMinor: bigint;
  availableMinor: bigint;
}

/** How much of the wallet can be reserved for `wantedMinor`: money on hold first, then available money. */
export function takeForReserve(wallet: Reserve, wantedMinor: bigint): Reserve {
  const pendingMinor = smaller(wantedMinor, wallet.pendingMinor);
  return { pendingMinor, availableMinor: smaller(wantedMinor - pendingMinor, wallet.availableMinor) };
}

/** `amountMinor` of a reserve, and the rest. Money that was available before is used last. */
export function splitReserve(reserve: Reserve, amountMinor: bigint): { part: Reserve; rest: Reserve } {
  const part = takeForReserve(reserve, amountMinor);
  return {
    part,
    rest: {
      pendingMinor: reserve.pendingMinor - part.pendingMinor,
      availableMinor: reserve.availableMinor - part.availableMinor,
    },
  };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** A payer disputes a payment: the amount that it may cost the seller is reserved. */
export function disputeReserved(reserve: Reserve): LedgerEntry {
  return entry(
    "dispute_reserved",
    move("wallet_pending", "dispute_reserve", reserve.pendingMinor),
    move("wallet_available", "dispute_reserve", reserve.availableMinor),
  );
}

/** The reserve is no longer needed: it returns to the accounts it was taken from. */
export function disputeReleased(reserve: Reserve): LedgerEntry {
  return entry(
    "dispute_released",
    move("dispute_reserve", "wallet_pending", reserve.pendingMinor),
    move("dispute_reserve", "wallet_available", reserve.availableMinor),
  );
}

/** The rail's fee for a dispute, borne by the service; negative when the rail gives it back. */
export function disputeFee(minor: bigint): LedgerEntry {
  return minor < 0n
    ? entry("dispute_fee", move("clearing", "rail_cost", -minor))
    : entry("dispute_fee", move("rail_cost", "clearing", minor));
}
