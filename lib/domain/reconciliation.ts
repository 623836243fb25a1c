/** The operation of a line in a rail's list. `reversal`: the rail reversed (a part of) a payment, for any reason. */
export const movementOps = ["charge", "refund", "payout", "reversal"] as const;
export type MovementOp = (typeof movementOps)[number];

/** Money that moved at a rail or in the books. Above zero: into the balance that the rail holds for us. */
export interface Movement {
  op: MovementOp;
  /** Our id of the attempt (charge, reversal), refund or payout. */
  ourId: string;
  currency: string;
  minor: bigint;
  at: Date;
}

export const differenceKinds = ["missing_in_books", "missing_at_rail", "amount_differs"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** One movement on which rail and books differ. Null: that side does not know it. */
export interface Difference {
  kind: DifferenceKind;
  op: MovementOp;
  ourId: string;
  currency: string;
  railMinor: bigint | null;
  booksMinor: bigint | null;
  at: Date;
}

/** A period to compare. Both sides are read for a wider period (`widened`): clocks differ, and reports come late. */
export interface Period {
  from: Date;
  /** Exclusive. */
  to: Date;
}

const dayMs = 24 * 60 * 60 * 1000;
const slackMs = 2 * dayMs;

export function periodOfDay(day: string): Period {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, to: new Date(from.getTime() + dayMs) };
}

export function widened({ from, to }: Period): Period {
  return { from: new Date(from.getTime() - slackMs), to: new Date(to.getTime() + slackMs) };
}

/** How long after its end a day may still change at a rail or here: it is compared after that. */
export const dayIsOverMs = 6 * 60 * 60 * 1000;

/** The latest UTC day that is over and can no longer change. */
export function lastDayOver(now: Date): string {
  return dayOf(new Date(now.getTime() - dayIsOverMs - dayMs));
}

export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Both sides of one movement, from all lines that are about it. */
interface Sides {
  op: MovementOp;
  ourId: string;
  currency: string;
  railMinor: bigint | null;
  booksMinor: bigint | null;
  firstAt: Date;
  isInPeriod: boolean;
}

/**
 * The differences in the movements that at least one side dates in the period. Each side is given for a longer time, so
 * that a movement recorded a little later on one side is no difference. `ops`: the operations that the rail's list
 * contains; the absence of other operations proves nothing.
 */
export function compareMovements(
  rail: readonly Movement[],
  books: readonly Movement[],
  period: Period,
  ops: readonly MovementOp[],
): Difference[] {
  const sides = new Map<string, Sides>();
  for (const [side, movements] of [["railMinor", rail] as const, ["booksMinor", books] as const])
    for (const movement of movements) if (ops.includes(movement.op)) add(sides, side, movement, period);
  return [...sides.values()]
    .filter(({ isInPeriod, railMinor, booksMinor }) => isInPeriod && (railMinor ?? 0n) !== (booksMinor ?? 0n))
    .map(({ op, ourId, currency, railMinor, booksMinor, firstAt }) => ({
      kind: kindOf(railMinor, booksMinor),
      ...{ op, ourId, currency, railMinor, booksMinor, at: firstAt },
    }));
}

function add(
  sides: Map<string, Sides>,
  side: "railMinor" | "booksMinor",
  { op, ourId, currency, minor, at }: Movement,
  { from, to }: Period,
): void {
  const key = `${op}/${ourId}/${currency}`;
  const isIn = at >= from && at < to;
  const found = sides.get(key) ?? {
    ...{ op, ourId, currency, railMinor: null, booksMinor: null, firstAt: at, isInPeriod: false },
  };
  sides.set(key, {
    ...found,
    [side]: (found[side] ?? 0n) + minor,
    firstAt: at < found.firstAt ? at : found.firstAt,
    isInPeriod: found.isInPeriod || isIn,
  });
}

function kindOf(railMinor: bigint | null, booksMinor: bigint | null): DifferenceKind {
  if (booksMinor === null) return "missing_in_books";
  return railMinor === null ? "missing_at_rail" : "amount_differs";
}

/** What a rail holds beside what the books say it holds. */
export interface BalanceReading {
  railMinor: bigint;
  booksMinor: bigint;
}

export type BalanceState = "agrees" | "waiting" | "differs";

/**
 * Whether a balance has moved differently from the books since the two were last settled. A rail also holds money that
 * its owner added or withdrew, so the first reading is the baseline and each change from it needs a reason.
 * `underWayMinor`: what the rail may have moved and the books not yet, or the reverse; within this amount we wait.
 */
export function balanceState(
  settled: BalanceReading | null,
  now: BalanceReading & { underWayMinor: bigint },
): { state: BalanceState; changeMinor: bigint } {
  const changeMinor = settled
    ? now.railMinor - now.booksMinor - (settled.railMinor - settled.booksMinor)
    : 0n;
  const size = changeMinor < 0n ? -changeMinor : changeMinor;
  if (size === 0n) return { state: "agrees", changeMinor };
  return { state: size <= now.underWayMinor ? "waiting" : "differs", changeMinor };
}
