/** Business time. Injected, so that simulation and test controls can move it. */
export interface Clock {
  now(): Date;
  /** How far this machine's own clock was ahead of the database's when they were compared last. */
  readonly aheadMs?: number;
  /** Ends once the two were compared for the first time, or could not be. */
  compared?(): Promise<void>;
}

export const systemClock: Clock = { now: () => new Date() };

/** Less than this is the way to the database and back. */
const toleranceMs = 2_000;

export interface CorrectedClock extends Clock {
  /** Asks the database for its time. Throws where it cannot be had; the clock then goes on as it was. */
  compare(): Promise<void>;
  readonly aheadMs: number;
}

/**
 * The machine's clock, put right by the database's where they differ: all processes decide about payments, periods and
 * leases by one time, and one whose clock is wrong fails no payment for its age. `own` is the machine's clock.
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
    // Between the two instants is where it read its clock; an answer that took long says little.
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
