import { addDays, type CivilDate, instantAt } from "@/lib/domain/civil-date";
import type { Movement } from "@/lib/domain/movements";
import type { Moment } from "./moment";
import type { Own, Question } from "./movements";

/** Renewals, and what they bring. */
export interface Renewals {
  count: number;
  minor: bigint;
}

export interface ForecastDay {
  day: CivilDate;
  /** Their paid time ends on this day, and nothing is paid for later. The amount is what each paid last. */
  due: Renewals;
  /** Paid before its time: the next period begins on this day. */
  paidAhead: Renewals;
}

/** The next days, today first. Each subscription counts once, with its next end of paid time. */
export interface Forecast {
  days: ForecastDay[];
  due: Renewals;
  paidAhead: Renewals;
  /** Cancelled: their paid time ends in these days. They are not due. */
  leaving: number;
  /** What came due in the days before, and how much of it was paid. */
  seen: { ended: number; renewed: number };
  /** Of what is due, the share that was seen to renew, rounded down; null where nothing was seen. */
  expected: Renewals | null;
}

export const forecastDays = 30;
export const seenDays = 90;
const dayMs = 24 * 60 * 60 * 1000;

export function forecastQuestions(today: CivilDate, timeZone: string, { asOf, settled }: Moment): Question[] {
  const startOf = (n: number) => instantAt(addDays(today, n), 0, timeZone);
  const days = Array.from({ length: forecastDays }, (_, n) => ({
    key: addDays(today, n),
    from: n === 0 ? asOf : later(startOf(n), asOf),
    to: startOf(n + 1),
  }));
  const seen = { key: "seen", from: new Date(settled.getTime() - seenDays * dayMs), to: settled };
  return [
    ...days.flatMap((day): Question[] => [
      { ...day, kind: "due" },
      { ...day, kind: "renewed" },
    ]),
    { key: "leaving", kind: "lost", from: asOf, to: startOf(forecastDays) },
    ...(["renewed", "lost", "due"] as const).map((kind) => ({ ...seen, kind })),
  ];
}

export function forecastOf(today: CivilDate, own: Own): Forecast {
  const days = Array.from({ length: forecastDays }, (_, n) => {
    const day = addDays(today, n);
    return { day, due: renewalsOf(own, day, "due"), paidAhead: renewalsOf(own, day, "renewed") };
  });
  const due = sumOf(days.map((day) => day.due));
  const renewed = renewalsOf(own, "seen", "renewed").count;
  const ended = renewed + renewalsOf(own, "seen", "lost").count + renewalsOf(own, "seen", "due").count;
  return {
    days,
    due,
    paidAhead: sumOf(days.map((day) => day.paidAhead)),
    leaving: renewalsOf(own, "leaving", "lost").count,
    seen: { ended, renewed },
    expected: ended === 0 ? null : expectedOf(due, renewed, ended),
  };
}

/** Rounded down: better too little than too much. */
function expectedOf(due: Renewals, renewed: number, ended: number): Renewals {
  return {
    count: Math.floor((due.count * renewed) / ended),
    minor: (due.minor * BigInt(renewed)) / BigInt(ended),
  };
}

function renewalsOf(own: Own, key: string, kind: Movement): Renewals {
  return sumOf([...own(key, kind)]);
}

function sumOf(some: readonly Renewals[]): Renewals {
  return {
    count: some.reduce((all, { count }) => all + count, 0),
    minor: some.reduce((all, { minor }) => all + minor, 0n),
  };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
