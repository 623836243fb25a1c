import { type FailureReason, failureRule } from "./failure-reason";

export const attemptStatuses = ["created", "pending", "succeeded", "failed", "unknown", "reversed"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** Whether its payer may still be looking at a prompt. While one attempt is open, no other may begin for the same thing. */
export function isOpen(status: AttemptStatus): boolean {
  return status === "created" || status === "pending";
}

/** The poll plan is over: a person must look. Never failed for its age; what was decided stays decided. */
export function giveUp(status: AttemptStatus): AttemptStatus {
  return isOpen(status) ? "unknown" : status;
}

/** What we asked a rail for. Written before the call. */
export interface Attempt {
  status: AttemptStatus;
  amountMinor: bigint;
  currency: string;
  /** The rail's own reference, once it told us. */
  railRef: string | null;
  /** Under which reference and receipt its money came, where it did. */
  settledRef: string | null;
  receipt: string | null;
  /** The reference that the rail names now is that of another attempt. */
  isAnothers: boolean;
  /** When the rail was called. */
  startedAt: Date;
  /** The thing was paid by another attempt in the meantime, and can be paid only once. */
  paidByAnother: boolean;
  /** What it was for was called off meanwhile, which voided the prompt: money that comes all the same goes back. */
  calledOff: boolean;
}

/** What the rail says it did. */
interface Settled {
  railRef: string;
  /** The transaction's own number. Two numbers are two payments, also under one reference. */
  receipt?: string;
  amountMinor: bigint;
  currency: string;
}

/**
 * What an authentic answer of the rail says: to the call itself, to a question for the status, or a signed callback.
 * `no_answer` is a timeout, a server error or a text we cannot read.
 */
export type Evidence =
  | { kind: "pending" }
  | ({ kind: "succeeded" } & Settled)
  | ({ kind: "reversed" } & Settled)
  | { kind: "failed"; reason: FailureReason }
  | { kind: "not_found" }
  | { kind: "no_answer" };

/** Why money is set aside instead of credited: for a person, or (the last two) to go back to its payer by itself. */
export type SuspenseReason =
  | "underpaid"
  | "overpaid"
  | "wrong_currency"
  | "wrong_reference"
  | "paid_twice"
  | "cancelled";

/** Whether what was set aside goes back without anyone asking: nothing is left that it could pay for. */
export function goesBack(reason: SuspenseReason): boolean {
  return reason === "paid_twice" || reason === "cancelled";
}

/** What to do. `to` is the status to store; `alert`: a person should know, even though there is nothing to do. */
export type Decision =
  /** Complete what was paid for. `late`: it had been given up, so the payer was told something else. */
  | { do: "credit"; to: "succeeded"; late: boolean; alert: boolean }
  /** Put the whole amount that came aside, under the rail's reference. */
  | { do: "suspense"; to: "succeeded"; reason: SuspenseReason; alert: boolean }
  | { do: "fail"; to: "failed"; reason: FailureReason; alert: boolean }
  /** Money came beside what had come: it is set aside under its own name. */
  | { do: "second"; to: "succeeded"; alert: boolean }
  /**
   * The rail took the money back, or a part of it. `wasSettled`: it was credited or set aside here, and that must be
   * undone; then `to` is where it ends when nothing of it is left.
   */
  | { do: "reverse"; to: "reversed"; wasSettled: boolean; alert: boolean }
  /** The outcome is open: ask again by the poll plan. */
  | { do: "wait"; to: AttemptStatus; alert: boolean }
  | { do: "ignore"; to: AttemptStatus; alert: boolean };

/** A rail that does not know an attempt this long after the call never got it. Before that, it may be slow. */
export const notFoundFinalMs = 15 * 60 * 1000;

/**
 * The one decision about an attempt, whoever brings the evidence and in whatever order: callback, poll, the payer's
 * return, a person who looks again. Nothing fails on doubt, only on a definite answer; money that came is credited if
 * reference, currency and amount are exactly what was asked for, else set aside. Repeating it changes nothing.
 */
export function settle(attempt: Attempt, evidence: Evidence, now: Date): Decision {
  switch (evidence.kind) {
    case "succeeded":
      return onSuccess(attempt, evidence);
    case "reversed":
      return onReversal(attempt);
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

/** Whether an answer leaves an attempt as it stands, whatever else is true of it: most polls bring such a one. */
export function isNoNews(status: AttemptStatus, kind: Evidence["kind"]): boolean {
  return (kind === "pending" || kind === "no_answer") && stillOpen({ status }, false).to === status;
}

function onSuccess(attempt: Attempt, settled: Settled): Decision {
  const { status } = attempt;
  const isOurs = !attempt.isAnothers && (attempt.railRef === null || attempt.railRef === settled.railRef);
  // Reinstated, or late news: which of the two, no word of the rail proves, so a person looks.
  if (status === "reversed") return { do: "ignore", to: status, alert: true };
  if (status === "succeeded")
    return isSecond(attempt, settled)
      ? { do: "second", to: status, alert: true }
      : { do: "ignore", to: status, alert: attempt.isAnothers || (attempt.settledRef === null && !isOurs) };
  const reason = isOurs ? mismatch(attempt, settled) : "wrong_reference";
  if (reason) return { do: "suspense", to: "succeeded", reason, alert: !goesBack(reason) };
  const late = !isOpen(status);
  return { do: "credit", to: "succeeded", late, alert: late };
}

/** Whether this is other money than what came before. Where nothing tells them apart it is the same news again. */
function isSecond({ settledRef, receipt, isAnothers }: Attempt, settled: Settled): boolean {
  if (isAnothers || settledRef === null) return false;
  if (settledRef !== settled.railRef) return true;
  return receipt !== null && settled.receipt !== undefined && receipt !== settled.receipt;
}

function mismatch(attempt: Attempt, settled: Settled): SuspenseReason | null {
  // Whatever came of it, there is nothing that it could pay for.
  if (attempt.calledOff) return attempt.paidByAnother ? "paid_twice" : "cancelled";
  if (settled.currency !== attempt.currency) return "wrong_currency";
  if (settled.amountMinor < attempt.amountMinor) return "underpaid";
  if (settled.amountMinor > attempt.amountMinor) return "overpaid";
  return attempt.paidByAnother ? "paid_twice" : null;
}

function onReversal({ status }: Attempt): Decision {
  if (status === "reversed") return { do: "ignore", to: status, alert: false };
  return { do: "reverse", to: "reversed", wasSettled: status === "succeeded", alert: true };
}

function onFailure({ status }: Attempt, reason: FailureReason): Decision {
  // After a success it is old news, or a contradiction of the rail's own word: either way money stays where it is.
  if (status === "succeeded") return { do: "ignore", to: status, alert: true };
  if (status === "failed" || status === "reversed") return { do: "ignore", to: status, alert: false };
  return { do: "fail", to: "failed", reason, alert: failureRule(reason).alertsOperator };
}

function stillOpen({ status }: Pick<Attempt, "status">, alert: boolean): Decision {
  if (isOpen(status)) return { do: "wait", to: "pending", alert };
  // A person has it already; asking again is theirs to start.
  if (status === "unknown") return { do: "wait", to: "unknown", alert: false };
  return { do: "ignore", to: status, alert: false };
}
