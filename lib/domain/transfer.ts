import { pollPlanMs } from "./attempt";
import { addDays, type CivilDate, civilDateIn, instantAt } from "./civil-date";
import { type FailureReason, failureRule } from "./failure-reason";
import { divideHalfUp, shareInPpm } from "./fees";
import type { OrderState } from "./order";

/** The state of outgoing money: sent to the rail, reported as paid by the rail, or given back on our side. */
export type TransferState = "sent" | "paid" | "given_back";

/** What an authentic answer of the rail says about a payout or a refund. `no_answer`: nothing readable. */
export type TransferEvidence =
  /** `mayRepeat`: the rail may not have it, and the same id sent again is one transfer. */
  | { kind: "pending"; mayRepeat?: boolean }
  | { kind: "succeeded" }
  | { kind: "failed"; reason: FailureReason }
  | { kind: "reversed" }
  | { kind: "not_found" }
  | { kind: "no_answer" };

/** What to do. `alert`: notify a person. */
export type TransferDecision =
  | { do: "complete" }
  /** The money will not arrive: return it to the accounts it came from. */
  | { do: "give_back"; reason: FailureReason }
  /**
   * The rail refused it for a reason of the operator or a temporary one: nobody has the money, and it may be retried.
   */
  | { do: "hold"; reason: FailureReason }
  /** It arrived, or was reported so, and came back. */
  | { do: "reverse" }
  /** The rail never received it: send it again, under the same id. */
  | { do: "send_again" }
  /** With a reason: the rail waits for the operator. */
  | { do: "wait"; reason: FailureReason | null }
  | { do: "ignore"; alert: boolean };

/** After this many polls, a transfer that the rail does not know is sent again: about a minute and a half. */
const sendAgainPolls = 23;
/** After this, a rail that still does not know it never received it: twenty minutes later nothing can be under way. */
const neverGotMs = (pollPlanMs[sendAgainPolls] ?? 0) + 20 * 60 * 1000;

/**
 * The only decision about outgoing money, whatever the source and order of the answers. Money is given back only on a
 * definite answer of the rail, or when the rail still does not know the transfer long after it was last sent.
 * `pollsMade` counts since the first request to the rail. `failsLate`: a refund that a card network accepts first and
 * may fail to forward days later; for a payout that arrived, "failed" is a contradiction. Repeating an answer changes
 * nothing.
 */
export function decideTransfer(
  transfer: { state: TransferState; pollsMade: number; failsLate?: boolean },
  evidence: TransferEvidence,
): TransferDecision {
  if (transfer.state === "given_back") return { do: "ignore", alert: evidence.kind === "succeeded" };
  if (transfer.state === "paid") return afterPaid(evidence, transfer.failsLate ?? false);
  switch (evidence.kind) {
    case "succeeded":
      return { do: "complete" };
    case "failed":
      return onFailure(evidence.reason);
    case "reversed":
      return { do: "give_back", reason: "unknown" };
    case "not_found":
      return onNotFound(transfer.pollsMade);
    case "pending":
      if (evidence.mayRepeat && transfer.pollsMade < sendAgainPolls) return { do: "send_again" };
      return { do: "wait", reason: null };
    case "no_answer":
      return { do: "wait", reason: null };
  }
}

/**
 * When to poll next, after this many polls. The gaps of the payments' plan are counted from now, so that a transfer
 * sent late is polled just as often. Null when the plan is over and a person must look.
 */
export function nextTransferPollAt(pollsMade: number, now: Date): Date | null {
  const atMs = pollPlanMs[pollsMade];
  if (atMs === undefined) return null;
  return new Date(now.getTime() + atMs - (pollPlanMs[pollsMade - 1] ?? 0));
}

/** A transfer that arrived is still polled, at first after a minute, because a rail may reverse it without notice. */
export const pollsWhenPaid = 32;

function afterPaid(evidence: TransferEvidence, failsLate: boolean): TransferDecision {
  if (evidence.kind === "reversed") return { do: "reverse" };
  if (evidence.kind !== "failed") return { do: "ignore", alert: false };
  const isDefinite = failsLate && onFailure(evidence.reason).do === "give_back";
  return isDefinite ? { do: "reverse" } : { do: "ignore", alert: true };
}

function onFailure(reason: FailureReason): TransferDecision {
  const { final, retryAfterMs } = failureRule(reason);
  // The rail has it already, or waits for its operator's approval: the outcome is still to come.
  if (reason === "duplicate" || reason === "needs_manual_approval") return { do: "wait", reason };
  // Busy: another transfer of the same money is under way at the rail.
  const isLater = !final || (retryAfterMs !== null && retryAfterMs > 0);
  return isLater ? { do: "hold", reason } : { do: "give_back", reason };
}

function onNotFound(pollsMade: number): TransferDecision {
  if (pollsMade < sendAgainPolls) return { do: "send_again" };
  const askedForMs = pollPlanMs[Math.min(pollsMade, pollPlanMs.length) - 1] ?? 0;
  return askedForMs >= neverGotMs
    ? { do: "give_back", reason: "provider_unavailable" }
    : { do: "wait", reason: null };
}

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

/** The fields of an order that a refund needs. `refundedMinor`: what payers already have back. */
export interface Refundable {
  totalMinor: bigint;
  feeMinor: bigint;
  refundedMinor: bigint;
}

/**
 * The shares of a refund of `amountMinor`: the service gives its fee back in proportion, the seller bears the rest. The
 * shares are computed from the order's total, so that partial refunds add up exactly: once the whole total is refunded,
 * the whole fee is too. Throws on an amount that is not above zero or is more than what is left.
 */
export function refundShares(
  order: Refundable,
  amountMinor: bigint,
): { sellerMinor: bigint; feeBackMinor: bigint } {
  const { totalMinor, feeMinor, refundedMinor } = order;
  if (amountMinor <= 0n || refundedMinor + amountMinor > totalMinor)
    throw new RangeError("A refund is above zero and never more than what is left.");
  const feeOf = (minor: bigint) => divideHalfUp(feeMinor * minor, totalMinor);
  const feeBackMinor = feeOf(refundedMinor + amountMinor) - feeOf(refundedMinor);
  return { sellerMinor: amountMinor - feeBackMinor, feeBackMinor };
}

/**
 * The part of the rail's reversals that is not booked yet. `takenBackMinor`: all reversals that the rail reports;
 * `givenBackMinor`: our refunds, including those under way. Never more than what is left of the payment, so that no
 * more goes back than came.
 */
export function reversalDue(payment: {
  totalMinor: bigint;
  takenBackMinor: bigint;
  givenBackMinor: bigint;
  reversedMinor: bigint;
}): bigint {
  const { totalMinor, takenBackMinor, givenBackMinor, reversedMinor } = payment;
  const mostMinor = totalMinor - givenBackMinor;
  const isTooMuch = takenBackMinor > mostMinor;
  const dueMinor = (isTooMuch ? mostMinor : takenBackMinor) - reversedMinor;
  return dueMinor > 0n ? dueMinor : 0n;
}

/**
 * The service's part of a reversal of `amountMinor`, after `backMinor` with `feeBackMinor` of its fee went back.
 * Computed from the order's total, so that once the whole total went back, the whole fee did, to the unit.
 */
export function reversalFee(
  order: { totalMinor: bigint; feeMinor: bigint },
  before: { backMinor: bigint; feeBackMinor: bigint },
  amountMinor: bigint,
): bigint {
  const goneMinor = before.backMinor + amountMinor;
  const dueMinor = divideHalfUp(order.feeMinor * goneMinor, order.totalMinor) - before.feeBackMinor;
  if (dueMinor < 0n) return 0n;
  return dueMinor < amountMinor ? dueMinor : amountMinor;
}

/** What is left of an order's fee and net after all its refunds and reversals. */
export function netOf(order: Refundable & { netMinor: bigint }): { feeMinor: bigint; netMinor: bigint } {
  const { feeMinor, netMinor, refundedMinor } = order;
  if (refundedMinor === 0n) return { feeMinor, netMinor };
  const back = refundShares({ ...order, refundedMinor: 0n }, refundedMinor);
  return { feeMinor: feeMinor - back.feeBackMinor, netMinor: netMinor - back.sellerMinor };
}

/** The current fee on an order and the seller's net: both zero before money came, and the remainder after a refund. */
export function takingsOf(order: Refundable & Pick<OrderState, "paymentStatus"> & { netMinor: bigint }): {
  feeMinor: bigint;
  netMinor: bigint;
} {
  const { paymentStatus } = order;
  const isUnpaid = paymentStatus === "pending" || paymentStatus === "failed" || paymentStatus === "expired";
  return isUnpaid ? { feeMinor: 0n, netMinor: 0n } : netOf(order);
}
