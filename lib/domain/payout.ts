import { addDays, type CivilDate, civilDateIn, instantAt } from "./civil-date";
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

/** The limits of an automatic payout. `mostMinor`: the most that the account takes at once. */
export interface AutomaticLimits {
  keepMinor: bigint;
  minMinor: bigint;
  mostMinor?: bigint | undefined;
  stepMinor: bigint;
}

/** What an automatic payout moves: all that is available beyond what is kept back; 0 below the minimum. */
export function automaticAmount(
  availableMinor: bigint,
  payoutFeePpm: number,
  { keepMinor, minMinor, mostMinor, stepMinor }: AutomaticLimits,
  fixedMinor = 0n,
): bigint {
  const all = largestPayout(availableMinor - keepMinor, payoutFeePpm, stepMinor, fixedMinor);
  const amount = mostMinor !== undefined && all > mostMinor ? mostMinor - (mostMinor % stepMinor) : all;
  return amount >= minMinor ? amount : 0n;
}

/** When automatic payouts run. `weekday`: 1 is Monday, 7 Sunday; null is every day. */
export interface PayoutTimes {
  weekday: number | null;
  hour: number;
}

/** The next run after `now` on the store's clock, on a later date than `lastRunOn`: a date has one run. */
export function nextPayoutRun(
  now: Date,
  { weekday, hour }: PayoutTimes,
  timeZone: string,
  lastRunOn: CivilDate | null,
): Date {
  for (let date = civilDateIn(now, timeZone); ; date = addDays(date, 1)) {
    if (lastRunOn !== null && date <= lastRunOn) continue;
    if (weekday !== null && weekdayOf(date) !== weekday) continue;
    const at = instantAt(date, hour, timeZone);
    if (at > now) return at;
  }
}

function weekdayOf(date: CivilDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
