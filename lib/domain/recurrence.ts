import { type CivilDate, instantAt } from "./civil-date";
import { type Interval, intervalEdge } from "./interval";

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
export function recurrenceDay({ startsOn, interval }: Recurrence, index: number): CivilDate {
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
