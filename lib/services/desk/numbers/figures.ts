import { addDays, type CivilDate, instantAt } from "@/lib/domain/civil-date";
import { intervalEdge } from "@/lib/domain/interval";
import type { CivilMonth } from "@/lib/domain/money";
import type { Movement } from "@/lib/domain/movements";
import { earlier, type Moment, type Own, type Question, type Window } from "./movements";

/** How many subscriptions, and what they come to in a year: a month is a twelfth (`monthly`). */
export interface Worth {
  count: number;
  yearlyMinor: bigint;
}

/** What happened in a window. Its parts lead exactly from `before` to `after`. */
export interface Change {
  before: Worth;
  began: Worth;
  wonBack: Worth;
  /** Of those that went on at another price. Their count changes nothing of how many pay. */
  raised: Worth;
  lowered: Worth;
  /** Positive, as all the others but what was lowered. */
  lost: Worth;
  after: Worth;
  /** Periods that were paid on within 72 hours. */
  renewed: number;
}

const settledKinds = ["new", "won_back", "raised", "lowered", "lost"] as const;
const none: Worth = { count: 0, yearlyMinor: 0n };

/** What must be known of a window for its change. */
export function changeQuestions(key: string, { from, to }: Window, { settled }: Moment): Question[] {
  return [
    ...settledKinds.map((kind) => ({ key, kind, from, to })),
    { key, kind: "renewed", from, to },
    // Paid time that ended is lost once its grace is over, on the day on which it ended.
    { key, kind: "due", from, to: earlier(to, settled) },
  ];
}

/** What must be known of all that was before the first window. */
export function balanceQuestions(key: string, at: Date, moment: Moment): Question[] {
  return changeQuestions(key, { from: null, to: at }, moment).filter(({ kind }) => kind !== "renewed");
}

/** All that pays at the end of the window, if nothing did before it. */
export function balanceOf(key: string, own: Own): Worth {
  return changeOf(key, own, none).after;
}

export function changeOf(key: string, own: Own, before: Worth): Change {
  const began = worthOf(own, key, "new");
  const wonBack = worthOf(own, key, "won_back");
  const raised = worthOf(own, key, "raised");
  const lowered = worthOf(own, key, "lowered");
  const lost = plus(worthOf(own, key, "lost"), worthOf(own, key, "due"));
  const after = {
    count: before.count + began.count + wonBack.count - lost.count,
    yearlyMinor:
      [began, wonBack, raised, lowered].reduce((all, one) => all + one.yearlyMinor, before.yearlyMinor) -
      lost.yearlyMinor,
  };
  const renewed = worthOf(own, key, "renewed").count;
  return { before, began, wonBack, raised, lowered, lost, after, renewed };
}

export function worthOf(own: Own, key: string, kind: Movement): Worth {
  return own(key, kind).reduce<Worth>(plus, none);
}

function plus(one: Worth, other: Worth): Worth {
  return { count: one.count + other.count, yearlyMinor: one.yearlyMinor + other.yearlyMinor };
}

/** Those that began to pay in one month of the store's calendar. */
export interface Cohort {
  month: CivilMonth;
  size: number;
  /**
   * How many of them paid 1, 2, … months after they began, each counted from its own first payment. Only as many months as
   * all of them have behind them, with the grace of the last.
   */
  stayed: number[];
}

export interface MonthWindow extends Window {
  month: CivilMonth;
  /** The end of the month, which may be to come. */
  ends: Date;
}

const key = (month: CivilMonth) => `cohort ${month}`;

export function cohortQuestions(windows: readonly MonthWindow[]): Question[] {
  return windows.map(({ month, from, to }) => ({ key: key(month), kind: "stayed", from, to }));
}

export function cohortsOf(windows: readonly MonthWindow[], own: Own, settled: Date): Cohort[] {
  return windows.map(({ month, ends }) => {
    const steps = own(key(month), "stayed");
    const after = (months: number) =>
      steps.filter(({ step }) => step <= months).reduce((all, { count }) => all + count, 0);
    const stayed: number[] = [];
    while (intervalEdge(ends, "month", stayed.length + 1) < settled) stayed.push(after(stayed.length + 1));
    return { month, size: after(0), stayed };
  });
}

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
