import { languages } from "@/lib/domain/languages";
import type { PayPage } from "./types";

/** "20 Dec 2026", in the store's time zone. */
export function day(page: PayPage, date: Date): string {
  return formatter(page, { month: "short" }).format(date);
}

/** "23 Nov 2026, 14:00 East Africa Time": the store's time, with the zone's name. */
export function moment(page: PayPage, date: Date): string {
  return formatter(page, {
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "long",
  }).format(date);
}

function formatter(page: PayPage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${languages[page.lang].locale}-u-nu-latn`, {
    day: "numeric",
    year: "numeric",
    timeZone: page.timeZone,
    ...options,
  });
}
