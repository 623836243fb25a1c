import { type CivilDate, instantAt } from "./civil-date";

/** A month of a calendar: "2026-03". Such texts sort like the months. */
export type CivilMonth = string;

export function monthOf(date: CivilDate): CivilMonth {
  return date.slice(0, 7);
}

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const [year = 0, ofYear = 1] = month.split("-").map(Number);
  const all = year * 12 + ofYear - 1 + months;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, "0")}`;
}

export function firstOf(month: CivilMonth): CivilDate {
  return `${month}-01`;
}

/** The instant at which the month begins in the zone. */
export function startOfMonth(month: CivilMonth, timeZone: string): Date {
  return instantAt(firstOf(month), 0, timeZone);
}

/** What a year brings, by the month: a twelfth, rounded once to a minor unit, halves away from zero. */
export function monthly(yearlyMinor: bigint): bigint {
  const doubled = (yearlyMinor < 0n ? -yearlyMinor : yearlyMinor) * 2n + 12n;
  const rounded = doubled / 24n;
  return yearlyMinor < 0n ? -rounded : rounded;
}

/** Tenths of a percent, rounded, halves up; null of nothing. Neither is negative. */
export function share(part: bigint | number, whole: bigint | number): number | null {
  const all = BigInt(whole);
  if (all === 0n) return null;
  return Number((BigInt(part) * 2_000n + all) / (all * 2n));
}
