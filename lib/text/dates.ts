import { type Language, languages } from "@/lib/domain/languages";

/** A reader's language, and the zone in which days begin for them. */
export interface DayReader {
  lang: Language;
  timeZone: string;
}

/** "20 Dec 2026", in the store's time zone. */
export function day(reader: DayReader, date: Date): string {
  return formatter(reader, { month: "short" }).format(date);
}

/** "23 Nov 2026, 14:00 East Africa Time": the store's time, with the zone's name. */
export function moment(reader: DayReader, date: Date): string {
  return formatter(reader, {
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "long",
  }).format(date);
}

function formatter(reader: DayReader, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${languages[reader.lang].locale}-u-nu-latn`, {
    day: "numeric",
    year: "numeric",
    timeZone: reader.timeZone,
    ...options,
  });
}
