import { entry, type LedgerEntry, move, smaller } from "./posting";

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

/** A payer disputes a payment: what it may cost the seller is kept back. */
export function disputeReserved(reserve: Reserve): LedgerEntry {
  return entry(
    "dispute_reserved",
    move("wallet_pending", "dispute_reserve", reserve.pendingMinor),
    move("wallet_available", "dispute_reserve", reserve.availableMinor),
  );
}

/** It is not needed any more: it returns to where it was taken from. */
export function disputeReleased(reserve: Reserve): LedgerEntry {
  return entry(
    "dispute_released",
    move("dispute_reserve", "wallet_pending", reserve.pendingMinor),
    move("dispute_reserve", "wallet_available", reserve.availableMinor),
  );
}

/** What the rail takes for a dispute, borne by the service; below zero where it gives it back. */
export function disputeFee(minor: bigint): LedgerEntry {
  return minor < 0n
    ? entry("dispute_fee", move("clearing", "rail_cost", -minor))
    : entry("dispute_fee", move("rail_cost", "clearing", minor));
}
