import { shareInPpm } from "./fees";

/** The service's fee on a payout, which leaves the wallet on top of what reaches the seller. */
export function payoutFee(amountMinor: bigint, payoutFeePpm: number): bigint {
  return shareInPpm(amountMinor, payoutFeePpm);
}

/** The largest payout that the balance covers with its fee, in whole steps of what the seller's network moves. */
export function largestPayout(availableMinor: bigint, payoutFeePpm: number, stepMinor = 1n): bigint {
  const fits = (minor: bigint) => minor + payoutFee(minor, payoutFeePpm) <= availableMinor;
  // Off by at most one unit, because the fee is rounded once.
  const near = (availableMinor * 1_000_000n) / (1_000_000n + BigInt(payoutFeePpm)) + 1n;
  let largest = near - (near % stepMinor);
  while (largest > 0n && !fits(largest)) largest -= stepMinor;
  return largest > 0n ? largest : 0n;
}
