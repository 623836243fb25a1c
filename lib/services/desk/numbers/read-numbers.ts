import { civilDateIn } from "@/lib/domain/civil-date";
import { addMonths, type CivilMonth, monthOf, startOfMonth } from "@/lib/domain/money";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { World } from "@/lib/services/core/world";
import {
  balanceOf,
  balanceQuestions,
  type Change,
  type Cohort,
  changeOf,
  changeQuestions,
  cohortQuestions,
  cohortsOf,
  type Forecast,
  forecastOf,
  forecastQuestions,
  type MonthWindow,
  type Worth,
  worthOf,
} from "./figures";
import { earlier, type Moment, momentOf, type Own, readMovements } from "./movements";

export interface MonthNumbers extends Change {
  month: CivilMonth;
  /** The month or the grace of its last days is not over: its figures still move. */
  isOpen: boolean;
}

export interface CurrencyNumbers {
  currency: string;
  now: Worth;
  /** Of these, the paid time is over and the grace runs. */
  inGrace: Worth;
  /** The oldest first. */
  months: MonthNumbers[];
  cohorts: Cohort[];
  forecast: Forecast;
}

export interface Numbers {
  asOf: Date;
  timeZone: string;
  /** Not all that has happened is in these numbers yet. */
  isBehind: boolean;
  /** The store's own first, and always there. Currencies are never summed. */
  currencies: CurrencyNumbers[];
}

export const periods = [6, 12, 24] as const;
export type Months = (typeof periods)[number];

interface Scope {
  storeId: number;
  livemode: boolean;
}

/** The numbers of the last months, the present one among them, in the store's own zone. */
export async function readNumbers(world: World, scope: Scope, count: Months): Promise<Numbers> {
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: scope.storeId },
    select: { currency: true, timeZone: true },
  });
  const now = world.clock.now();
  const moment = momentOf(now);
  const today = civilDateIn(now, store.timeZone);
  const windows = windowsOf(monthOf(today), count, store.timeZone, moment);
  const isBehind = !(await sumUp(world, scope.storeId));
  const sums = await readMovements(world, scope, [
    ...balanceQuestions("before", windows[0].from, moment),
    ...windows.flatMap((window) => changeQuestions(window.month, window, moment)),
    { key: "grace", kind: "due", from: moment.settled, to: moment.asOf },
    ...cohortQuestions(windows),
    ...forecastQuestions(today, store.timeZone, moment),
  ]);
  const numbersOf = (currency: string): CurrencyNumbers => {
    const own = sums.of(currency);
    const months = monthsOf(windows, own, moment);
    return {
      currency,
      now: months.at(-1)?.after ?? balanceOf("before", own),
      inGrace: worthOf(own, "grace", "due"),
      months,
      cohorts: cohortsOf(windows, own, moment.settled),
      forecast: forecastOf(today, own),
    };
  };
  const currencies = [store.currency, ...sums.currencies.filter((one) => one !== store.currency)].map(
    numbersOf,
  );
  return { asOf: moment.asOf, timeZone: store.timeZone, isBehind, currencies };
}

type Windows = [MonthWindow & { from: Date }, ...(MonthWindow & { from: Date })[]];

function windowsOf(last: CivilMonth, count: Months, timeZone: string, { asOf }: Moment): Windows {
  const windowOf = (month: CivilMonth) => {
    const ends = startOfMonth(addMonths(month, 1), timeZone);
    return { month, from: startOfMonth(month, timeZone), to: earlier(ends, asOf), ends };
  };
  const others = Array.from({ length: count - 1 }, (_, n) => windowOf(addMonths(last, n + 2 - count)));
  return [windowOf(addMonths(last, 1 - count)), ...others];
}

function monthsOf(windows: Windows, own: Own, { settled }: Moment): MonthNumbers[] {
  const months: MonthNumbers[] = [];
  let before = balanceOf("before", own);
  for (const { month, ends } of windows) {
    const change = changeOf(month, own, before);
    months.push({ month, isOpen: ends > settled, ...change });
    before = change.after;
  }
  return months;
}
