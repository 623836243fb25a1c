import { addDays, type CivilDate, civilDateIn, instantAt } from "@/lib/domain/civil-date";

/** Whole days of the store's zone up to today, and the same number of days before them. */
export interface Span {
  timeZone: string;
  /** Every day, the oldest first. */
  days: CivilDate[];
  first: CivilDate;
  today: CivilDate;
  /** The instants of the span's start and end; `before` is the start of the days before the span. */
  before: Date;
  start: Date;
  end: Date;
}

export const spans = [7, 30, 90] as const;
export type SpanDays = (typeof spans)[number];

export function spanOf(now: Date, timeZone: string, days: SpanDays): Span {
  const today = civilDateIn(now, timeZone);
  const first = addDays(today, 1 - days);
  const startOf = (date: CivilDate) => instantAt(date, 0, timeZone);
  return {
    timeZone,
    days: Array.from({ length: days }, (_, n) => addDays(first, n)),
    first,
    today,
    before: startOf(addDays(first, -days)),
    start: startOf(first),
    end: startOf(addDays(today, 1)),
  };
}
