import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { accessEndsAt, hasAccess, statusAt } from "@/lib/domain/subscription";
import { isInTrial } from "@/lib/domain/trial";
import {
  readSubscription,
  runningShown,
  type SubscriptionRow,
} from "@/lib/services/billing/subscriptions/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../act-page";
import { ageOf } from "../orders/order";
import { subscriptionPath } from "../paths";

const idShape = /^sub_[0-9A-Za-z]{1,60}$/;

export function isSubscriptionId(text: string): boolean {
  return idShape.test(text);
}

/** A live subscription of the seller's store, read once for a page; else the page for what does not exist. */
export const findSubscription = cache(async (seller: CurrentSeller, id: string): Promise<SubscriptionRow> => {
  if (!isSubscriptionId(id)) notFound();
  return found(readSubscription(systemWorld(), seller.caller(true), id));
});

/** The hidden fields of what is done to a subscription from a page that says until when it is paid, and its discount. */
export function seenFields(row: SubscriptionRow): { id: string; seen: string } {
  const seen = sealShown(systemWorld(), `subscription/${row.id}`, runningShown(row));
  return { id: row.id, seen };
}

/** What acts of subscribers are about. */
export const subscription: Thing<SubscriptionRow, string> = {
  section: "subscriptions",
  id: z.string().regex(idShape),
  find: findSubscription,
  sent: seenFields,
  back: (row, words) => ({
    href: subscriptionPath(row.id),
    text: words.text("backTo", { number: row.customer.name }),
  }),
};

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
