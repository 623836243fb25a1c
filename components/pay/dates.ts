import type { PayLanguage, PayPage } from "./types";

// Day before month everywhere, and Latin digits in every language.
const locales: Record<PayLanguage, string> = { en: "en-KE", fr: "fr", sw: "sw", pt: "pt" };

/** "20 Dec 2026", in the store's time zone. */
export function day(page: PayPage, date: Date): string {
  return formatter(page, { month: page.lang === "pt" ? "long" : "short" }).format(date);
}

/** "23 Nov 2026, 14:00 East Africa Time": the store's time, with the zone's name. */
export function moment(page: PayPage, date: Date): string {
  return formatter(page, {
    month: page.lang === "pt" ? "long" : "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "long",
  }).format(date);
}

function formatter(page: PayPage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${locales[page.lang]}-u-nu-latn`, {
    day: "numeric",
    year: "numeric",
    timeZone: page.timeZone,
    ...options,
  });
}
