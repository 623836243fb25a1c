import { notFound } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { found } from "@/app/service-name";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import {
  readSubscription,
  runningShown,
  type SubscriptionRow,
} from "@/lib/services/billing/subscriptions/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Thing } from "../act-page";
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
