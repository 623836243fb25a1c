import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { PayoutTimes } from "@/lib/domain/payout";

/** The second of January 2023 was a Monday, so its week has each day under its own number. */
export function weekdayName(day: number, { locale }: DashboardWords): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  return format.format(Date.UTC(2023, 0, 1 + day));
}

export function writtenHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

/** "Every day at 06:00", "Friday at 18:00, every week". */
export function timesText({ weekday, hour }: PayoutTimes, words: DashboardWords): string {
  const at = { hour: writtenHour(hour) };
  if (weekday === null) return words.text("automaticDaily", at);
  const named = weekdayName(weekday, words);
  const day = named.charAt(0).toLocaleUpperCase(words.locale) + named.slice(1);
  return words.text("automaticWeekly", { day, ...at });
}
