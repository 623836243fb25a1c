import type { MessageRow } from "@/lib/db/rows";
import type { DeliveryProblem } from "@/lib/providers/call-out";
import { maskSecrets } from "@/lib/providers/log";

type Tried = Pick<MessageRow, "attemptsMade">;

/** The wait after each failed attempt; after the last one there is no retry. */
const backoffMs = [1, 5, 15, 60, 240].map((minutes) => minutes * 60_000);

/** The columns of a message that was taken. */
export function sentRow(message: Tried, at: Date, ref: string | null) {
  return {
    status: "sent",
    bodySealed: null,
    sentAt: at,
    providerRef: ref,
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: null,
    leasedUntil: null,
    lastError: null,
  } as const;
}

/** Of one that was not: it waits for its next try, or has failed for good. `once`: there is no next try. */
export function failedRow(message: Tried, at: Date, problem: DeliveryProblem, options: { once?: boolean }) {
  const waitMs = options.once || problem.final ? undefined : backoffMs[message.attemptsMade];
  return {
    status: waitMs === undefined ? ("failed" as const) : ("queued" as const),
    ...(waitMs === undefined ? { bodySealed: null } : {}),
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: waitMs === undefined ? null : new Date(at.getTime() + waitMs),
    leasedUntil: null,
    lastError: maskSecrets(problem.message.replaceAll("\0", "")).slice(0, 500),
  };
}
