import { type Interval, intervalEdge } from "./interval";
import { graceMs } from "./subscription";

/** What happens to subscriptions; `movementsOf` says when each of them does. */
export type Movement = "new" | "won_back" | "renewed" | "raised" | "lowered" | "lost" | "due" | "stayed";

/** A period of a subscription with what its sums need. Instants are milliseconds, amounts minor units. */
export interface SoldPeriod {
  number: number;
  kind: "paid" | "free" | "granted" | "trial" | "imported";
  startsAt: number;
  endsAt: number;
  paidAt: number;
  /** What it was sold by; null: as the subscription is. */
  interval: Interval | null;
  listMinor: bigint;
  paidMinor: bigint;
  /** Access was ended here during its time. */
  stoppedAt: number | null;
  /** A change of plan ended it here. */
  cutAt: number | null;
  /** All that was paid for it went back. */
  wentBack: boolean;
}

/**
 * Something that happened to what a subscription pays. `new` and `won_back`: it began to pay. `renewed`: it was paid on within
 * 72 hours. `raised` and `lowered`: it went on at another price. `lost`: paid time ended and nothing followed; `due`: the
 * same of the last period, lost once its grace is over. `stayed` (`count` 1, then -1): it paid from this month of its life on.
 */
export interface Happening {
  kind: Movement;
  at: number;
  /** Of stayed: the month, counted from when it first paid. Else 0. */
  number: number;
  count: number;
  yearlyMinor: bigint;
  /** What was paid for one period. */
  minor: bigint;
}

const timesAYear = { week: 52n, month: 12n, quarter: 4n, year: 1n };

/** What a run of paid time without a gap is known by, while the periods are walked. */
interface Run {
  since: number;
  endsAt: number;
  wasStopped: boolean;
  yearlyMinor: bigint;
  minor: bigint;
}

/** All that happened, by the periods in their order. */
export function movementsOf(
  periods: readonly SoldPeriod[],
  interval: Interval,
  isCancelled: boolean,
): Happening[] {
  const found: Happening[] = [];
  let run: Run | null = null;
  let firstAt: number | null = null;
  let changedAt: number | null = null;
  for (const period of periods) {
    const { startsAt, cutAt } = period;
    const endsAt = endOf(period);
    if (endsAt <= startsAt) {
      changedAt = cutAt ?? changedAt;
      continue;
    }
    // What is given or changed during grace begins later than the time before it ended, and carries it on.
    if (run && startsAt > run.endsAt + graceMs) {
      found.push(...endedBy(run, firstAt ?? run.since, "lost"));
      run = null;
    }
    const sold = soldAs(period, interval, changedAt === startsAt, run);
    if (sold.isSold && !run) {
      found.push(happening(firstAt === null ? "new" : "won_back", startsAt, sold));
      firstAt ??= startsAt;
      run = { since: startsAt, endsAt, wasStopped: false, ...sold };
    } else if (sold.isSold) found.push(happening("renewed", startsAt, sold));
    if (run) {
      const difference = sold.yearlyMinor - run.yearlyMinor;
      if (difference !== 0n)
        found.push(
          happening(difference > 0n ? "raised" : "lowered", startsAt, { yearlyMinor: difference, minor: 0n }),
        );
      const wasStopped = period.stoppedAt !== null && period.stoppedAt < period.endsAt;
      run = { since: run.since, endsAt, wasStopped, yearlyMinor: sold.yearlyMinor, minor: sold.minor };
    }
    changedAt = cutAt;
  }
  const isOpen = run && !isCancelled && !run.wasStopped;
  return run ? [...found, ...endedBy(run, firstAt ?? run.since, isOpen ? "due" : "lost")] : found;
}

function endOf({ endsAt, stoppedAt }: SoldPeriod): number {
  return stoppedAt !== null && stoppedAt < endsAt ? stoppedAt : endsAt;
}

/** What a period is worth. What was left of one that was cut for another plan is a part of the price of what follows at once. */
function soldAs(
  { kind, wentBack, listMinor, paidMinor, interval }: SoldPeriod,
  usual: Interval,
  isChange: boolean,
  run: Run | null,
): Pick<Run, "yearlyMinor" | "minor"> & { isSold: boolean } {
  const isSold = !wentBack && (kind === "paid" || kind === "imported" || (kind === "free" && isChange));
  if (isSold) {
    const minor = kind === "imported" || isChange ? listMinor : paidMinor;
    return { isSold, minor, yearlyMinor: minor * timesAYear[interval ?? usual] };
  }
  // Given days carry on what was; an order of 0, or one whose payment went back whole, goes on and brings nothing.
  const carries = kind === "granted" || kind === "trial";
  return {
    isSold,
    yearlyMinor: carries && run ? run.yearlyMinor : 0n,
    minor: carries && run ? run.minor : 0n,
  };
}

function endedBy(run: Run, firstAt: number, kind: "lost" | "due"): Happening[] {
  const from = monthsUntil(firstAt, run.since);
  const to = monthsUntil(firstAt, run.endsAt);
  const stayed = { kind: "stayed" as const, at: firstAt, yearlyMinor: 0n, minor: 0n };
  return [
    happening(kind, run.endsAt, run),
    ...(to > from
      ? [
          { ...stayed, number: from, count: 1 },
          { ...stayed, number: to, count: -1 },
        ]
      : []),
  ];
}

function happening(kind: Movement, at: number, worth: Pick<Run, "yearlyMinor" | "minor">): Happening {
  return { kind, at, number: 0, count: 1, yearlyMinor: worth.yearlyMinor, minor: worth.minor };
}

/** How many months of a life had begun by then, in UTC: the month that began just now does not count. */
function monthsUntil(began: number, at: number): number {
  const [a, b] = [new Date(began), new Date(at)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return intervalEdge(a, "month", months).getTime() < at ? months + 1 : months;
}
