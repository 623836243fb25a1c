import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { accessEndsAt, hasAccess, statusAt } from "@/lib/domain/subscription";
import { isInTrial } from "@/lib/domain/trial";
import type { SubscriptionRow } from "@/lib/services/billing/subscriptions/read";
import { ageOf } from "../orders/words";

/** What a subscription is now. Cancelled is not the end while paid time is left. */
export function standingOf(
  row: SubscriptionRow,
  now: Date,
  words: DashboardWords,
): { tone: StatusTone; word: string } {
  switch (statusAt(row, now)) {
    case "active":
      return { tone: "ok", word: words.text(isInTrial(row, now) ? "sub_trial" : "sub_active") };
    case "past_due":
      return { tone: "warn", word: words.text("sub_grace", { age: leftOf(accessEndsAt(row), now, words) }) };
    case "cancelled":
      return {
        tone: "ended",
        word: words.text(hasAccess(row, now) ? "sub_cancelled" : "sub_cancelledEnded"),
      };
    case "expired":
      return { tone: "ended", word: words.text("sub_ended") };
  }
}

/** "2 days", "5 hours", never less than a minute. */
function leftOf(at: Date, now: Date, words: DashboardWords): string {
  const least = new Date(now.getTime() + 60_000);
  return ageOf(now, at < least ? least : at, words);
}
