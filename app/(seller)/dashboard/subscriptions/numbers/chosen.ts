import {
  type CurrencyNumbers,
  type Months,
  type Numbers,
  periods,
} from "@/lib/services/desk/numbers/read-numbers";

/** What the address asks for. */
export interface Chosen {
  months: Months;
  currency: string | null;
  isTest: boolean;
}

type Search = Record<string, string | string[] | undefined>;

/** The last twelve months, live and in the store's own currency, where the address says nothing that makes sense. */
export function chosenNumbers({ months, currency, mode }: Search): Chosen {
  return {
    months: periods.find((known) => String(known) === months) ?? 12,
    currency: typeof currency === "string" ? currency : null,
    isTest: mode === "test",
  };
}

export function numbersAddress(path: string, { months, currency, isTest }: Chosen): string {
  const asked = new URLSearchParams({
    ...(months === 12 ? {} : { months: String(months) }),
    ...(currency ? { currency } : {}),
    ...(isTest ? { mode: "test" } : {}),
  });
  return asked.size === 0 ? path : `${path}?${asked}`;
}

/** The currency that was asked for, else the first in which anything pays, else the store's own. */
export function shownOf({ currencies }: Numbers, { currency }: Chosen): CurrencyNumbers | undefined {
  const own = currencies.find((one) => one.currency === currency);
  const paying = currencies.find(({ now }) => now.count > 0);
  return own ?? paying ?? currencies[0];
}
