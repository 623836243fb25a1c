export const disputeStates = ["open", "won", "lost", "accepted"] as const;

/** `accepted`: the seller or the operator gave in, and the money goes back as if it was lost. */
export type DisputeState = (typeof disputeStates)[number];

/** Whether the payer has the money back by it. */
export function isLost(state: DisputeState): boolean {
  return state === "lost" || state === "accepted";
}

/**
 * Where a dispute goes on a rail's word. What was decided stays decided: a late word that it is open is old news, and
 * another decision is for a person to look at.
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

/** When a rail is asked for its last word on a payment that came, in ms from when it was first awaited. */
export const watchPlanMs: readonly number[] = [
  ...[1, 10].map((minutes) => minutes * minute),
  ...[1, 6].map((hours) => hours * hour),
  ...Array.from({ length: 30 }, (_, index) => (index + 1) * day),
  // Banks take up to four months, and some of them more.
  ...Array.from({ length: 21 }, (_, index) => (30 + 7 * (index + 1)) * day),
];

/** When to ask next; null when the plan is over and a person must look. */
export function nextWatchAt(watch: { since: Date; now: Date }): Date | null {
  const ageMs = watch.now.getTime() - watch.since.getTime();
  const nextMs = watchPlanMs.find((atMs) => atMs > ageMs);
  return nextMs === undefined ? null : new Date(watch.since.getTime() + nextMs);
}

/** What is kept back for a dispute, and where in the wallet it came from. */
export interface Reserve {
  pendingMinor: bigint;
  availableMinor: bigint;
}

/** How much of the wallet can be kept back for `wantedMinor`: from what is on hold first, as far as it goes. */
export function takeForReserve(wallet: Reserve, wantedMinor: bigint): Reserve {
  const pendingMinor = smaller(wantedMinor, wallet.pendingMinor);
  return { pendingMinor, availableMinor: smaller(wantedMinor - pendingMinor, wallet.availableMinor) };
}

/** `amountMinor` of a reserve, and what is left of it: what became available before is given up last. */
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
