import { type FailureReason, failureRule } from "./failure-reason";
import { pollPlanMs } from "./poll-plan";

/** Where money on its way out is: the rail was asked, the rail says it arrived, or we gave it back at our side. */
export type TransferState = "sent" | "paid" | "given_back";

/** What an authentic answer of the rail says of a payout or a refund. `no_answer`: nothing we can read. */
export type TransferEvidence =
  | { kind: "pending" }
  | { kind: "succeeded" }
  | { kind: "failed"; reason: FailureReason }
  | { kind: "reversed" }
  | { kind: "not_found" }
  | { kind: "no_answer" };

/** What to do. `alert`: a person should know. */
export type TransferDecision =
  | { do: "complete" }
  /** It will not arrive: put it back where it came from. */
  | { do: "give_back"; reason: FailureReason }
  /** The rail refused it for a reason of the operator's or the moment's: nobody has the money, and it may be tried again. */
  | { do: "hold"; reason: FailureReason }
  /** It arrived, or was said to, and came back. */
  | { do: "reverse" }
  /** The rail never heard of it: say it again, under the same id. */
  | { do: "send_again" }
  /** With a reason: the rail waits for the operator. */
  | { do: "wait"; reason: FailureReason | null }
  | { do: "ignore"; alert: boolean };

/** So many polls long a transfer that the rail does not know is sent again: about a minute and a half. */
const sendAgainPolls = 23;
/** After that, a rail that still does not know it never got it. Twenty minutes later nothing can be under way. */
const neverGotMs = (pollPlanMs[sendAgainPolls] ?? 0) + 20 * 60 * 1000;

/**
 * The one decision about money on its way out, whoever brings the answer and in whatever order. Nothing is given back on
 * doubt: only on the rail's definite word, or when it still does not know the transfer long after it was last sent.
 * `pollsMade` counts since the rail was first asked. `failsLate`: a refund, which card networks take first and may fail to
 * hand on days later; of a payout that arrived, "failed" is a contradiction. Repeating an answer changes nothing.
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
 * When to ask next, after so many polls: the gaps of the payments' plan, each counted from now, so that a transfer that
 * was sent late is watched as closely. Null when the plan is over and a person must look.
 */
export function nextTransferPollAt(pollsMade: number, now: Date): Date | null {
  const atMs = pollPlanMs[pollsMade];
  if (atMs === undefined) return null;
  return new Date(now.getTime() + atMs - (pollPlanMs[pollsMade - 1] ?? 0));
}

/** What arrived is watched on, a minute after at first, because a rail may take it back without a word. */
export const pollsWhenPaid = 32;

function afterPaid(evidence: TransferEvidence, failsLate: boolean): TransferDecision {
  if (evidence.kind === "reversed") return { do: "reverse" };
  if (evidence.kind !== "failed") return { do: "ignore", alert: false };
  const isDefinite = failsLate && onFailure(evidence.reason).do === "give_back";
  return isDefinite ? { do: "reverse" } : { do: "ignore", alert: true };
}

function onFailure(reason: FailureReason): TransferDecision {
  const { final, retryAfterMs } = failureRule(reason);
  // The rail has it already, or has it and waits for the operator: its outcome is still to come.
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
