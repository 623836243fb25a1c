/** Business time. Injected, so that simulation and test controls can move it. */
export interface Clock {
  now(): Date;
  /** How far this machine's own clock was ahead of the database's at the last comparison, in ms. */
  readonly aheadMs?: number;
  /** Resolves after the first comparison, whether or not it succeeded. */
  compared?(): Promise<void>;
  /** Compares, unless it was done just now. Says why no date may be acted on at present; null when it may. */
  doubt?(): Promise<ClockDoubt | null>;
}

/** `apart`: this machine and the database see other times. `leapt`: the time that we go by has jumped a while ago. */
export type ClockDoubt = "apart" | "leapt";

export const systemClock: Clock = { now: () => new Date() };

/** A smaller difference is only the round trip to the database. */
const toleranceMs = 2_000;
/** From here on one of the two clocks is wrong, and nobody knows which. */
const apartMs = 60_000;
/** No correction of a clock that is kept moves it that far at once. */
const leapMs = 10 * 60_000;
/** A clock that leapt is believed when nothing has happened to it for so long: somebody has had time to look. */
const doubtMs = 15 * 60_000;
/** A comparison is as good as a new one for so long. */
const freshMs = 5_000;

export interface CorrectedClock extends Clock {
  /** Asks the database for its time. Throws when the database does not answer; the correction then stays as it was. */
  compare(): Promise<void>;
  readonly aheadMs: number;
  doubt(): Promise<ClockDoubt | null>;
}

/**
 * The machine's clock, corrected to the database's where they differ, so that all processes decide about payments,
 * periods and leases by the same time, and a process with a wrong clock fails no payment for its age. Between two
 * comparisons only `steady` counts, so that nothing is dated by a clock that somebody has just set. `own` is the machine's
 * clock, `steady` one that only counts on.
 */
export function createCorrectedClock(
  askDatabase: () => Promise<Date>,
  own: () => number = Date.now,
  steady: () => number = () => performance.now(),
): CorrectedClock {
  let aheadMs = 0;
  /** How far the database's time was before the steady one, and when that was. */
  let seen: { lead: number; at: number } | null = null;
  let leaptAt = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | null = null;
  /** The machine's clock before the steady one at the last comparison. */
  let ownLead: number | null = null;
  let isLooking = false;
  const sinceCompared = () => (ownLead === null ? own() : ownLead + steady());
  /** Whether somebody has set the machine's clock since, or it slept. */
  const isMoved = () => Math.abs(own() - sinceCompared()) > apartMs;
  const compare = async () => {
    const asked = own();
    const theirs = (await askDatabase()).getTime();
    const answered = own();
    // The database read its clock between these two instants. A slow answer proves little.
    const early = asked - theirs;
    const late = theirs - answered;
    aheadMs = Math.max(early, late) <= toleranceMs ? 0 : early > late ? early : -late;
    const at = steady();
    const lead = theirs - at;
    if (seen && Math.abs(lead - seen.lead) > leapMs) leaptAt = at;
    seen = { lead, at };
    ownLead = answered - at;
  };
  const look = async () => {
    isLooking = true;
    await compare().catch(() => {});
    isLooking = false;
  };
  return {
    now() {
      if (isMoved() && !isLooking) void look();
      return new Date(sinceCompared() - aheadMs);
    },
    get aheadMs() {
      return aheadMs;
    },
    compare,
    async doubt() {
      if (!seen || isMoved() || steady() - seen.at > freshMs) await compare();
      if (Math.abs(aheadMs) > apartMs) return "apart";
      return steady() - leaptAt < doubtMs ? "leapt" : null;
    },
    compared() {
      first ??= compare().catch(() => {});
      return first;
    },
  };
}
