import type { Reserve } from "./dispute";
import { entry, type LedgerEntry, move } from "./posting";

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
