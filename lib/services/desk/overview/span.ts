import { addDays, type CivilDate, civilDateIn, daysBetween, instantAt } from "@/lib/domain/civil-date";

/** Whole days of the store's zone, and the same number of days before them. */
export interface Span {
  timeZone: string;
  /** Every day, the oldest first. */
  days: CivilDate[];
  first: CivilDate;
  last: CivilDate;
  /** The present day, also where the span ends before it. */
  today: CivilDate;
  /** The instants of the span's start and end; `before` is the start of the days before the span. */
  before: Date;
  start: Date;
  end: Date;
}

export const spans = [7, 30, 90] as const;
export type SpanDays = (typeof spans)[number];
/** The last days up to today, or days that somebody chose. */
export type Chosen = SpanDays | { from: CivilDate; to: CivilDate };
/** Two years and a day, so that a leap year may be among them. */
export const chosenMax = 731;

/** Chosen days after today are left out, and the oldest where there are too many. */
export function spanOf(now: Date, timeZone: string, chosen: Chosen): Span {
  const today = civilDateIn(now, timeZone);
  const last = typeof chosen === "number" || chosen.to > today ? today : chosen.to;
  const count = Math.min(chosenMax, typeof chosen === "number" ? chosen : daysBetween(chosen.from, last) + 1);
  const first = addDays(last, 1 - Math.max(1, count));
  const days = Array.from({ length: Math.max(1, count) }, (_, n) => addDays(first, n));
  const startOf = (date: CivilDate) => instantAt(date, 0, timeZone);
  return {
    ...{ timeZone, days, first, last, today },
    before: startOf(addDays(first, -days.length)),
    start: startOf(first),
    end: startOf(addDays(last, 1)),
  };
}
