import { z } from "zod";
import type { SubscriptionRow } from "@/lib/db/rows";
import { Subscription, serializeSubscription, subscriptionStatuses } from "./subscription";

/** spec, Access result: answered at the top level, with a reduced subscription. */
export const AccessResult = z
  .object({
    has_access: z
      .boolean()
      .meta({ description: "True if any of the user's subscriptions is paid up or in its grace period." }),
    status: z
      .enum(subscriptionStatuses)
      .nullable()
      .meta({ description: "Null if the user never subscribed." }),
    access_ends_at: z
      .string()
      .nullable()
      .meta({ description: "When access stops if the user does not renew.", format: "date-time" }),
    subscription: Subscription.pick({
      id: true,
      object: true,
      status: true,
      has_access: true,
      ref: true,
      product: true,
      amount: true,
      currency: true,
      interval: true,
      current_period_end: true,
      access_ends_at: true,
      manage_url: true,
    })
      .meta({ id: "AccessSubscription" })
      .nullable(),
  })
  .meta({ id: "AccessResult" });

export type AccessResultWire = z.infer<typeof AccessResult>;

/** `shown` is the subscription that lasts longest, or the latest when none gives access; null when there is none. */
export function serializeAccess(
  shown: SubscriptionRow | null,
  now: Date,
  manageUrl: string,
): AccessResultWire {
  if (!shown) return { has_access: false, status: null, access_ends_at: null, subscription: null };
  const whole = serializeSubscription(shown, now, manageUrl);
  return {
    has_access: whole.has_access,
    status: whole.status,
    access_ends_at: whole.access_ends_at,
    subscription: {
      id: whole.id,
      object: whole.object,
      status: whole.status,
      has_access: whole.has_access,
      ref: whole.ref,
      product: whole.product,
      amount: whole.amount,
      currency: whole.currency,
      interval: whole.interval,
      current_period_end: whole.current_period_end,
      access_ends_at: whole.access_ends_at,
      manage_url: whole.manage_url,
    },
  };
}
