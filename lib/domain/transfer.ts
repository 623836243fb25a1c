import { type FailureReason, failureRule } from "./failure-reason";
import { pollPlanMs } from "./poll-plan";

/** The state of outgoing money: sent to the rail, reported as paid by the rail, or given back on our side. */
export type TransferState = "sent" | "paid" | "given_back";

/** What an authentic answer of the rail says about a payout or a refund. `no_answer`: nothing readable. */
export type TransferEvidence =
  | { kind: "pending" }
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
