import { type CivilDate, instantAt } from "./civil-date";

export const intervals = ["week", "month", "quarter", "year"] as const;
export type Interval = (typeof intervals)[number];

export function isInterval(value: string): value is Interval {
  return (intervals as readonly string[]).includes(value);
}

/**
 * The instant `n` intervals after the anchor, in UTC, with the anchor's time of day.
 *
 * It is always computed from the anchor, never from the edge before it: 31 January, 28 February, 31 March. Chaining
 * would stay on the 28th for ever. A day that the month does not have becomes the last day of that month. A week is 7 ×
 * 24 hours. `n` is a whole number; 0 gives the anchor.
 */
export function intervalEdge(anchor: Date, interval: Interval, n: number): Date {
  if (interval === "week") return new Date(anchor.getTime() + n * weekMs);
  return addMonths(anchor, n * monthsIn[interval]);
}

const weekMs = 7 * 24 * 60 * 60 * 1000;
const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

function addMonths(anchor: Date, months: number): Date {
  const edge = new Date(anchor.getTime());
  // The first of the month always exists, so the move cannot overflow into the month after.
  edge.setUTCDate(1);
  edge.setUTCMonth(edge.getUTCMonth() + months);
  edge.setUTCDate(Math.min(anchor.getUTCDate(), daysInMonth(edge)));
  return edge;
}

function daysInMonth(instant: Date): number {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 1, 0)).getUTCDate();
}

/** When a recurring invoice is made. */
export interface Recurrence {
  interval: Interval;
  startsOn: CivilDate;
  /** The last day on which one may be made; null: no end. */
  endsOn: CivilDate | null;
  /** How many are made in all; null: no end. */
  times: number | null;
}

/** Recurring invoices are made at nine in the morning, in the store's zone, when messages may go out. */
const hour = 9;

/** The day of invoice `index`, from 0. Always counted from the first: 31 January, 28 February, 31 March. */
export function recurrenceDay(
  { startsOn, interval }: Pick<Recurrence, "startsOn" | "interval">,
  index: number,
): CivilDate {
  return intervalEdge(new Date(`${startsOn}T00:00:00Z`), interval, index)
    .toISOString()
    .slice(0, 10);
}

export function recurrenceInstant(day: CivilDate, timeZone: string): Date {
  return instantAt(day, hour, timeZone);
}

/** The next day on which one is made, where `index` is its place and `made` how many there are. Null: it is over. */
export function nextRecurrence(recurrence: Recurrence, index: number, made: number): CivilDate | null {
  if (recurrence.times !== null && made >= recurrence.times) return null;
  const day = recurrenceDay(recurrence, index);
  return recurrence.endsOn !== null && day > recurrence.endsOn ? null : day;
}

/** The first place from `index` on whose morning is still to come at `now`: what a pause left out is not made up. */
export function firstToCome(recurrence: Recurrence, index: number, now: Date, timeZone: string): number {
  let next = index;
  while (recurrenceInstant(recurrenceDay(recurrence, next), timeZone) <= now) next += 1;
  return next;
}
