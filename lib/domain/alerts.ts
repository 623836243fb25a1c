import { addDays, civilDateIn, instantAt } from "./civil-date";

/** What a seller can be told about, in the order of the settings page. */
export const alertEvents = [
  "payment",
  "payment_failed",
  "money_waits",
  "refund",
  "dispute",
  "reversal",
  "payout",
  "subscription_cancelled",
  "quote",
  "endpoint",
  "account",
] as const;
export type AlertEvent = (typeof alertEvents)[number];

export const alertChannels = ["email", "push", "sms"] as const;
export type AlertChannel = (typeof alertChannels)[number];

/** One event on one channel. */
export type AlertChoice = `${AlertEvent}/${AlertChannel}`;

export const allChoices = alertEvents.flatMap((event) =>
  alertChannels.map((channel): AlertChoice => `${event}/${channel}`),
);

/** What holds until a person chooses. SMS costs money, so nobody gets one without having asked for it. */
export const defaultChoices: readonly AlertChoice[] = allChoices.filter((choice) => !choice.endsWith("/sms"));

/** The choices among these texts, in their own order and each once. */
export function readChoices(texts: readonly string[]): AlertChoice[] {
  return allChoices.filter((choice) => texts.includes(choice));
}

/** Whole hours of a day; `from` may be later than `until`: then they go over midnight. */
export interface QuietHours {
  from: number;
  until: number;
}

/** When the quiet hours that hold at `now` end; null when none hold. */
export function quietEnd(now: Date, quiet: QuietHours | null, timeZone: string): Date | null {
  if (!quiet || quiet.from === quiet.until) return null;
  const today = civilDateIn(now, timeZone);
  // Those that began yesterday may hold until this morning.
  for (const day of [addDays(today, -1), today]) {
    const start = instantAt(day, quiet.from, timeZone);
    const lastDay = quiet.until > quiet.from ? day : addDays(day, 1);
    const end = instantAt(lastDay, quiet.until, timeZone);
    if (start <= now && now < end) return end;
  }
  return null;
}

/** The next time after `now` at which clocks in the zone show this hour. */
export function nextHourAt(now: Date, hour: number, timeZone: string): Date {
  const today = civilDateIn(now, timeZone);
  for (let days = 0; ; days += 1) {
    const at = instantAt(addDays(today, days), hour, timeZone);
    if (at > now) return at;
  }
}

/** Payments that one person is told of one by one; those after them are gathered. */
export const singlesMax = 20;
export const rushMs = 10 * 60_000;

/** Whether the next payment is told of alone, after so many in the last ten minutes. */
export function isRush(toldLately: number): boolean {
  return toldLately >= singlesMax;
}
