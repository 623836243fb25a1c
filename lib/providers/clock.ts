/** Business time. Injected, so that simulation and test controls can move it. */
export interface Clock {
  now(): Date;
  /** How far this machine's own clock was ahead of the database's at the last comparison, in ms. */
  readonly aheadMs?: number;
  /** Resolves after the first comparison, whether or not it succeeded. */
  compared?(): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date() };

/** A smaller difference is only the round trip to the database. */
const toleranceMs = 2_000;

export interface CorrectedClock extends Clock {
  /** Asks the database for its time. Throws when the database does not answer; the correction then stays as it was. */
  compare(): Promise<void>;
  readonly aheadMs: number;
}

/**
 * The machine's clock, corrected to the database's where they differ, so that all processes decide about payments,
 * periods and leases by the same time, and a process with a wrong clock fails no payment for its age. `own` is the
 * machine's clock.
 */
export function createCorrectedClock(
  askDatabase: () => Promise<Date>,
  own: () => number = Date.now,
): CorrectedClock {
  let aheadMs = 0;
  let first: Promise<void> | null = null;
  const compare = async () => {
    const asked = own();
    const theirs = (await askDatabase()).getTime();
    const answered = own();
    // The database read its clock between these two instants. A slow answer proves little.
    const early = asked - theirs;
    const late = theirs - answered;
    aheadMs = Math.max(early, late) <= toleranceMs ? 0 : early > late ? early : -late;
  };
  return {
    now: () => new Date(own() - aheadMs),
    get aheadMs() {
      return aheadMs;
    },
    compare,
    compared() {
      first ??= compare().catch(() => {});
      return first;
    },
  };
}
