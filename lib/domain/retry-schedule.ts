const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** When each attempt of a webhook is planned, in ms from the first one. */
export const attemptPlanMs: readonly number[] = [
  0,
  10 * second,
  minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  5 * hour,
  7.5 * hour,
  10 * hour,
];

export const maxAttempts = attemptPlanMs.length;

/** The pause before the next attempt when that is overdue, or when the receiver is too busy. */
const breatherMs = minute;
const planEndMs = 10 * hour;
const lastEarliestMs = planEndMs - 15 * minute;
/**
 * The latest planned time of the last attempt: 90 s before 10:15 h, so that a worker one minute late still starts it by
 * then.
 */
const lastLatestMs = planEndMs + 15 * minute - 90 * second;

export interface FailedDelivery {
  /** Start of the first attempt. Every later one is counted from here, so slow answers do not stretch the plan. */
  firstAt: Date;
  /** Attempts of the plan so far; manual resends are not among them. */
  attemptsMade: number;
  /** When the last attempt ended. */
  now: Date;
  /** A random number from 0 to 1: spreads attempts by ±10 % of the gap before them. */
  jitter: number;
  /** The receiver's Retry-After. Followed only within the plan. */
  retryAfterMs?: number;
  /** After a 429 or a timeout: at least a minute of rest. */
  slowDown?: boolean;
}

/**
 * When to try again. Null when the plan is over: after 12 attempts, or after an attempt 10 hours or more after the
 * first (a worker that was down that long makes one last attempt, the one that was due). Overdue attempts are made one
 * minute apart, then the plan continues.
 */
export function nextAttemptAt(failed: FailedDelivery): Date | null {
  const { attemptsMade, slowDown = false } = failed;
  if (attemptsMade === 0) return failed.firstAt;
  const elapsedMs = failed.now.getTime() - failed.firstAt.getTime();
  if (attemptsMade >= maxAttempts || elapsedMs >= planEndMs) return null;
  const plannedMs = plannedFor(attemptsMade, failed.jitter);
  const askedMs = asked(plannedMs, attemptsMade, elapsedMs + (failed.retryAfterMs ?? 0));
  const mustRest = slowDown || askedMs <= elapsedMs;
  const nextMs = mustRest ? Math.max(askedMs, elapsedMs + breatherMs) : askedMs;
  return new Date(failed.firstAt.getTime() + nextMs);
}

function plannedFor(index: number, jitter: number): number {
  const spread = (jitter * 2 - 1) * 0.1 * gapBefore(index);
  const planned = Math.round((attemptPlanMs[index] ?? planEndMs) + spread);
  return index === maxAttempts - 1 ? Math.min(planned, lastLatestMs) : planned;
}

/**
 * The receiver may delay an attempt by at most one gap, and never into the time of the last one: whatever it asks for,
 * all 12 attempts are made and the last one comes at the promised time.
 */
function asked(plannedMs: number, index: number, wantedMs: number): number {
  const limitMs = index === maxAttempts - 1 ? planEndMs : lastEarliestMs;
  const latestMs = Math.min(plannedMs + gapBefore(index), limitMs);
  return Math.max(plannedMs, Math.min(wantedMs, latestMs));
}

function gapBefore(index: number): number {
  return (attemptPlanMs[index] ?? planEndMs) - (attemptPlanMs[index - 1] ?? 0);
}
