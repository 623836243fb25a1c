import type { StatusTone } from "@/components/ui/status-mark";
import { accessEndsAt, hasAccess, statusAt } from "@/lib/domain/subscription";
import type { SubscriptionRow } from "@/lib/services/subscriptions/read";

/** What a subscription is now. Cancelled is not the end while paid time is left. */
export function standingOf(row: SubscriptionRow, now: Date): { tone: StatusTone; word: string } {
  switch (statusAt(row, now)) {
    case "active":
      return { tone: "ok", word: "Active" };
    case "past_due":
      return { tone: "warn", word: `In grace, ${leftOf(accessEndsAt(row), now)} left` };
    case "cancelled":
      return hasAccess(row, now)
        ? { tone: "ended", word: "Cancelled" }
        : { tone: "ended", word: "Cancelled and ended" };
    case "expired":
      return { tone: "ended", word: "Ended" };
  }
}

/** "2 days", "5 hours", "20 minutes". */
function leftOf(at: Date, now: Date): string {
  const minutes = Math.max(1, Math.floor((at.getTime() - now.getTime()) / 60_000));
  const count = (number: number, unit: string) => `${number} ${number === 1 ? unit : `${unit}s`}`;
  if (minutes < 60) return count(minutes, "minute");
  return minutes < 48 * 60
    ? count(Math.floor(minutes / 60), "hour")
    : count(Math.floor(minutes / 1440), "day");
}

export const everyWords: Record<SubscriptionRow["interval"], string> = {
  week: "every week",
  month: "every month",
  quarter: "every 3 months",
  year: "every year",
};
