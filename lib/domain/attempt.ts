import { type FailureReason, failureRule } from "./failure-reason";

export const attemptStatuses = ["created", "pending", "succeeded", "failed", "unknown", "reversed"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** Whether the payer may still see a prompt. While one attempt is open, no other may begin for the same thing. */
export function isOpen(status: AttemptStatus): boolean {
  return status === "created" || status === "pending";
}

/** The poll plan is over, so a person must look. An attempt never fails because of its age; a final status stays. */
export function giveUp(status: AttemptStatus): AttemptStatus {
  return isOpen(status) ? "unknown" : status;
}

/** What we requested from a rail. Written before the call. */
export interface Attempt {
  status: AttemptStatus;
  amountMinor: bigint;
  currency: string;
  /** The rail's own reference, once the rail has sent it. */
  railRef: string | null;
  /** The reference and the receipt under which its money came, if it came. */
  settledRef: string | null;
  receipt: string | null;
  /** The reference that the rail names now belongs to another attempt. */
  isAnothers: boolean;
  /** When the rail was called. */
  startedAt: Date;
  /** Another attempt has paid for the same thing, which can be paid only once. */
  paidByAnother: boolean;
  /** What it pays for was cancelled meanwhile, which voided the prompt: money that comes anyway goes back. */
  calledOff: boolean;
}

/** What the rail reports as done. */
interface Settled {
  railRef: string;
  /** The transaction's own number. Two numbers are two payments, also under one reference. */
  receipt?: string;
  amountMinor: bigint;
  currency: string;
}

/**
 * What an authentic answer of the rail says: the answer to the call, the answer to a status query, or a signed
 * callback. `no_answer` is a timeout, a server error or an answer that we cannot read.
 */
export type Evidence =
  | { kind: "pending" }
  | ({ kind: "succeeded" } & Settled)
  | ({ kind: "reversed" } & Settled)
  | { kind: "failed"; reason: FailureReason }
  | { kind: "not_found" }
  | { kind: "no_answer" };

/**
 * Why money is in suspense instead of credited. A person decides, except for the last two, which are refunded
 * automatically.
 */
export type SuspenseReason =
  | "underpaid"
  | "overpaid"
  | "wrong_currency"
  | "wrong_reference"
  | "paid_twice"
  | "cancelled";

/** Whether money in suspense is refunded automatically: nothing is left that it could pay for. */
export function goesBack(reason: SuspenseReason): boolean {
  return reason === "paid_twice" || reason === "cancelled";
}

/** What to do. `to` is the status to store. `alert`: notify a person, even if there is nothing to do. */
export type Decision =
  /** Complete what was paid for. `late`: the attempt had been given up, so the payer saw another outcome. */
  | { do: "credit"; to: "succeeded"; late: boolean; alert: boolean }
  /** Put the whole amount that came into suspense, under the rail's reference. */
  | { do: "suspense"; to: "succeeded"; reason: SuspenseReason; alert: boolean }
  | { do: "fail"; to: "failed"; reason: FailureReason; alert: boolean }
  /** A second payment came under the same attempt: it goes into suspense as a payment of its own. */
  | { do: "second"; to: "succeeded" | "reversed"; alert: boolean }
  /**
   * The rail reversed the payment, or a part of it. `wasSettled`: the money was credited or put into suspense here, and
   * that must be undone; `to` is then the status once none of the money is left.
   */
  | { do: "reverse"; to: "reversed"; wasSettled: boolean; alert: boolean }
  /** The outcome is open: poll again by the poll plan. */
  | { do: "wait"; to: AttemptStatus; alert: boolean }
  | { do: "ignore"; to: AttemptStatus; alert: boolean };

/**
 * A rail that does not know an attempt this long after the call never received it. Before that, the rail may be slow.
 */
export const notFoundFinalMs = 15 * 60 * 1000;

/**
 * The only decision about an attempt, whatever the source and order of the evidence: callback, poll, the payer's
 * return, or a person who checks again. An attempt fails only on a definite answer, never on doubt. Money that came is
 * credited if reference, currency and amount are exactly as requested; otherwise it goes into suspense. Repeating the
 * call changes nothing.
 */
export function settle(attempt: Attempt, evidence: Evidence, now: Date): Decision {
  switch (evidence.kind) {
    case "succeeded":
      return onSuccess(attempt, evidence);
    case "reversed":
      return onReversal(attempt, evidence);
    case "failed":
      return failureRule(evidence.reason).final
        ? onFailure(attempt, evidence.reason)
        : stillOpen(attempt, failureRule(evidence.reason).alertsOperator);
    case "not_found":
      return now.getTime() - attempt.startedAt.getTime() >= notFoundFinalMs
        ? onFailure(attempt, "provider_unavailable")
        : stillOpen(attempt, false);
    case "pending":
    case "no_answer":
      return stillOpen(attempt, false);
  }
}

/** Whether an answer leaves the status of an attempt unchanged in every case. Most polls bring such an answer. */
export function isNoNews(status: AttemptStatus, kind: Evidence["kind"]): boolean {
  return (kind === "pending" || kind === "no_answer") && stillOpen({ status }, false).to === status;
}

function onSuccess(attempt: Attempt, settled: Settled): Decision {
  const { status } = attempt;
  const isOurs = !attempt.isAnothers && (attempt.railRef === null || attempt.railRef === settled.railRef);
  const isMoney = status === "succeeded" || status === "reversed";
  if (isMoney && isSecond(attempt, settled)) return { do: "second", to: status, alert: true };
  // The payment was reinstated, or the message is late. The rail's answer cannot tell which, so a person looks.
  if (status === "reversed") return { do: "ignore", to: status, alert: true };
  if (status === "succeeded")
    return {
      do: "ignore",
      to: status,
      alert: attempt.isAnothers || (attempt.settledRef === null && !isOurs),
    };
  const reason = isOurs ? mismatch(attempt, settled) : "wrong_reference";
  if (reason) return { do: "suspense", to: "succeeded", reason, alert: !goesBack(reason) };
  const late = !isOpen(status);
  return { do: "credit", to: "succeeded", late, alert: late };
}

/**
 * Whether this is a second payment. If nothing tells the two apart, it is a repeat of the same message. One receipt is one
 * payment, under whichever reference it was found.
 */
function isSecond({ settledRef, receipt, isAnothers }: Attempt, settled: Settled): boolean {
  if (isAnothers || settledRef === null) return false;
  if (receipt !== null && settled.receipt === receipt) return false;
  if (settledRef !== settled.railRef) return true;
  return receipt !== null && settled.receipt !== undefined && receipt !== settled.receipt;
}

function mismatch(attempt: Attempt, settled: Settled): SuspenseReason | null {
  // Whatever the amount, nothing is left that it could pay for.
  if (attempt.calledOff) return attempt.paidByAnother ? "paid_twice" : "cancelled";
  if (settled.currency !== attempt.currency) return "wrong_currency";
  if (settled.amountMinor < attempt.amountMinor) return "underpaid";
  if (settled.amountMinor > attempt.amountMinor) return "overpaid";
  return attempt.paidByAnother ? "paid_twice" : null;
}

function onReversal(attempt: Attempt, settled: Settled): Decision {
  const { status } = attempt;
  // Where the first payment is gone, a second one under the same attempt may be taken back too.
  if (status === "reversed" && !isSecond(attempt, settled)) return { do: "ignore", to: status, alert: false };
  return {
    do: "reverse",
    to: "reversed",
    wasSettled: status === "succeeded" || status === "reversed",
    alert: true,
  };
}

function onFailure({ status }: Attempt, reason: FailureReason): Decision {
  // After a success, a failure is old news or contradicts the rail itself: in both cases the money stays where it is.
  if (status === "succeeded") return { do: "ignore", to: status, alert: true };
  if (status === "failed" || status === "reversed") return { do: "ignore", to: status, alert: false };
  return { do: "fail", to: "failed", reason, alert: failureRule(reason).alertsOperator };
}

function stillOpen({ status }: Pick<Attempt, "status">, alert: boolean): Decision {
  if (isOpen(status)) return { do: "wait", to: "pending", alert };
  // A person has the case already and decides whether to poll again.
  if (status === "unknown") return { do: "wait", to: "unknown", alert: false };
  return { do: "ignore", to: status, alert: false };
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/**
 * When to poll the rail, in ms from the start of the attempt: every 3 s in the first minute, every 10 s while the page
 * is open, then less and less often for 72 hours. Polling decides the outcome and callbacks only make it faster: one
 * rail sends its callback once, another sends none for a failure.
 */
export const pollPlanMs: readonly number[] = [
  ...Array.from({ length: 20 }, (_, index) => (index + 1) * 3 * second),
  ...Array.from({ length: 12 }, (_, index) => minute + (index + 1) * 10 * second),
  // Gaps of 1, 2, 5, 10 and 15 minutes after those three minutes.
  ...[4, 6, 11, 21, 36].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12, 24, 48, 72].map((hours) => hours * hour),
];

/** The last poll, and how long a payment may hold a place of a limited link. */
export const pollPlanEndMs = 72 * hour;

/**
 * When to poll next; null when the plan is over and a person must look. `now` is the start of the attempt or the end of
 * the last poll. Polls missed during an outage are not repeated, but one poll always follows it.
 */
export function nextPollAt(attempt: { startedAt: Date; pollsMade: number; now: Date }): Date | null {
  const startedMs = attempt.startedAt.getTime();
  const ageMs = attempt.now.getTime() - startedMs;
  const nextMs = pollPlanMs.find((atMs) => atMs > ageMs);
  if (nextMs !== undefined) return new Date(startedMs + nextMs);
  return attempt.pollsMade === 0 ? attempt.now : null;
}

/** When to poll a rail again after it said "failed", in ms from the start of the attempt. */
const doubtPlanMs: readonly number[] = [1 * hour, 24 * hour, 72 * hour];

/**
 * When to poll again about an attempt that the rail reported as failed; null when the failure is final. Rails have
 * taken the money after all and reported it in one callback, which can be lost.
 */
export function nextDoubtAt(attempt: { startedAt: Date; now: Date }): Date | null {
  const startedMs = attempt.startedAt.getTime();
  const nextMs = doubtPlanMs.find((atMs) => atMs > attempt.now.getTime() - startedMs);
  return nextMs === undefined ? null : new Date(startedMs + nextMs);
}
