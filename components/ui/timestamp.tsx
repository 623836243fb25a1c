export type TimestampProps = {
  at: Date;
  /** IANA name of the store's zone. */
  timeZone: string;
  /** "time" for lists of one day, "moment" for everything else. */
  show?: "moment" | "time";
  /** How the page's language writes times. */
  locale?: string;
};

/** A time in the store's zone; its tooltip shows the same instant as local, UTC and Unix time. */
export function Timestamp({ at, timeZone, show = "moment", locale = "en-GB" }: TimestampProps) {
  const local = format(at, timeZone, locale, { dateStyle: "medium", timeStyle: "medium" });
  const utc = at.toISOString().replace("T", " ").replace(".000Z", "Z");
  const seconds = Math.floor(at.getTime() / 1000);
  return (
    <time
      dateTime={at.toISOString()}
      title={`${local} (${timeZone})\n${utc} (UTC)\n${seconds} (Unix)`}
      className="whitespace-nowrap"
    >
      {show === "time"
        ? format(at, timeZone, locale, { timeStyle: "medium" })
        : format(at, timeZone, locale, { dateStyle: "medium", timeStyle: "short" })}
    </time>
  );
}

function format(at: Date, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at);
}
