import { intervalEdge } from "@/lib/domain/interval";
import type { CivilMonth } from "@/lib/domain/money";
import type { Own, Question, Window } from "./movements";

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
