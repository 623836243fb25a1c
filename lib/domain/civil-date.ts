/** A calendar day without time or zone: "2026-01-31". Such texts sort like the days. */
export type CivilDate = string;

const dayMs = 24 * 60 * 60 * 1000;

/** Whether the text is a day that exists, 1970 to 2200: 2026-02-29 does not, and 0026 is a slip in a field for days. */
export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "1970" || text > "2201") return false;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && utcDate(instant) === text;
}

/** The day at `instant` in the zone, an IANA name such as Africa/Kampala. */
export function civilDateIn(instant: Date, timeZone: string): CivilDate {
  return utcDate(new Date(instant.getTime() + offsetMs(instant, timeZone)));
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return utcDate(new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs));
}

/** How many days `to` is after `from`. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

/**
 * The instant when clocks in the zone show this whole hour of this day. Where clocks jump over it, the instant they
 * would have shown it; where they show it twice, one of the two.
 */
export function instantAt(date: CivilDate, hour: number, timeZone: string): Date {
  const shown = Date.parse(`${date}T00:00:00Z`) + hour * 60 * 60 * 1000;
  // The offset of the first guess may be from the other side of a clock change; the offset of the second is right.
  const guess = shown - offsetMs(new Date(shown), timeZone);
  return new Date(shown - offsetMs(new Date(guess), timeZone));
}

/** Asking a formatter costs more than a statement, and of many rows the same few instants are asked. */
const offsets = new Map<string, number>();
const offsetsMax = 1_000;

/** How far clocks in the zone are ahead of UTC. */
function offsetMs(instant: Date, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(instant.getTime() / 1000)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size === offsetsMax) offsets.clear();
  const offset = readOffsetMs(instant, timeZone);
  offsets.set(key, offset);
  return offset;
}

function readOffsetMs(instant: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const [year = 0, month = 1, day, hour, minute, second] = fields.map((field) =>
    Number(parts.find((part) => part.type === field)?.value),
  );
  const wholeSeconds = Math.floor(instant.getTime() / 1000) * 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSeconds;
}

const fields = ["year", "month", "day", "hour", "minute", "second"] as const;

/** Making a formatter costs far more than using it, and a service has few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, made);
  return made;
}

function utcDate(instant: Date): CivilDate {
  return instant.toISOString().slice(0, 10);
}
