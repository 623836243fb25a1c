export type TimestampProps = {
  at: Date;
  /** IANA name of the store's zone. */
  timeZone: string;
  /** "time" for lists of one day, "moment" for everything else. */
  show?: "moment" | "time";
  /** How the page's language writes times. */
  locale?: string;
  /** Given, the year is left out where it is the same. */
  now?: Date;
};

/** A time in the store's zone; its tooltip shows the same instant as local, UTC and Unix time. */
export function Timestamp({ at, timeZone, show = "moment", locale = "en-GB", now }: TimestampProps) {
  const local = format(at, timeZone, locale, { dateStyle: "medium", timeStyle: "medium" });
  const utc = at.toISOString().replace("T", " ").replace(".000Z", "Z");
  const seconds = Math.floor(at.getTime() / 1000);
  return (
    <time
      dateTime={at.toISOString()}
      title={`${local} (${timeZone})\n${utc} (UTC)\n${seconds} (Unix)`}
      className="whitespace-nowrap"
    >
      {format(at, timeZone, locale, optionsOf(show, now !== undefined && isSameYear(at, now, timeZone)))}
    </time>
  );
}

function optionsOf(show: "moment" | "time", isThisYear: boolean): Intl.DateTimeFormatOptions {
  if (show === "time") return { timeStyle: "medium" };
  if (!isThisYear) return { dateStyle: "medium", timeStyle: "short" };
  return { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
}

function isSameYear(one: Date, other: Date, timeZone: string): boolean {
  const year = (at: Date) => format(at, timeZone, "en", { year: "numeric" });
  return year(one) === year(other);
}

function format(at: Date, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);
}
