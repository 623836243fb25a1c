import { shareInPpm } from "./fees";

/**
 * The service's fee on a payout, which leaves the wallet on top of what reaches the seller: a share and a fixed amount,
 * and never more than what reaches them.
 */
export function payoutFee(amountMinor: bigint, payoutFeePpm: number, fixedMinor = 0n): bigint {
  const feeMinor = shareInPpm(amountMinor, payoutFeePpm) + fixedMinor;
  return feeMinor < amountMinor ? feeMinor : amountMinor;
}

/** The largest payout that the balance covers with its fee, in whole steps of what the seller's network moves. */
export function largestPayout(
  availableMinor: bigint,
  payoutFeePpm: number,
  stepMinor = 1n,
  fixedMinor = 0n,
): bigint {
  const fits = (minor: bigint) => minor + payoutFee(minor, payoutFeePpm, fixedMinor) <= availableMinor;
  // Off by at most one unit, because the fee is rounded once.
  const left = availableMinor > fixedMinor ? availableMinor - fixedMinor : 0n;
  const near = (left * 1_000_000n) / (1_000_000n + BigInt(payoutFeePpm)) + 1n;
  // Where the fixed amount is most of the balance, the fee is as much as the payout.
  const half = availableMinor / 2n;
  const most = near > half ? near : half;
  let largest = most - (most % stepMinor);
  while (largest > 0n && !fits(largest)) largest -= stepMinor;
  return largest > 0n ? largest : 0n;
}
