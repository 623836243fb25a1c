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
