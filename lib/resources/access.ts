import { z } from "zod";
import { type CarriedDiscount, lastingAmountMinor } from "@/lib/domain/discount";
import { toMajor } from "@/lib/domain/money";
import { type PlanColumns, planAt } from "@/lib/domain/plan-change";
import { accessEndsAt, hasAccess, type SubscriptionFacts, statusAt } from "@/lib/domain/subscription";
import { timestamp, timestampOrNull } from "./event";
import { Subscription, subscriptionStatuses } from "./subscription";

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
      trial_ends_at: true,
      manage_url: true,
    })
      .meta({ id: "AccessSubscription" })
      .nullable(),
  })
  .meta({ id: "AccessResult" });

export type AccessResultWire = z.infer<typeof AccessResult>;

/** The fields of a subscription that the answer shows. */
export interface AccessRow
  extends SubscriptionFacts,
    CarriedDiscount,
    PlanColumns<{ id: number; name: string }> {
  id: string;
  ref: string | null;
  currency: string;
}

/** `shown` is the subscription that lasts longest, or the latest when none gives access; null when there is none. */
export function serializeAccess(shown: AccessRow | null, now: Date, manageUrl: string): AccessResultWire {
  if (!shown) return { has_access: false, status: null, access_ends_at: null, subscription: null };
  const facts = {
    has_access: hasAccess(shown, now),
    status: statusAt(shown, now),
    access_ends_at: timestamp(accessEndsAt(shown)),
  };
  const plan = planAt(shown, now);
  return {
    ...facts,
    subscription: {
      id: shown.id,
      object: "subscription",
      status: facts.status,
      has_access: facts.has_access,
      ref: shown.ref,
      product: { id: plan.product.id, name: plan.product.name },
      amount: toMajor({
        minor: lastingAmountMinor({ ...shown, amountMinor: plan.amountMinor }),
        currency: shown.currency,
      }),
      currency: shown.currency,
      interval: plan.interval,
      current_period_end: timestamp(shown.currentPeriodEnd),
      access_ends_at: facts.access_ends_at,
      trial_ends_at: timestampOrNull(shown.trialEndsAt),
      manage_url: manageUrl,
    },
  };
}
