import { z } from "zod";
import type { SubscriptionRow } from "@/lib/db/rows";
import { lastingAmountMinor, nextAmountMinor } from "@/lib/domain/discount";
import { intervals } from "@/lib/domain/interval";
import { toMajor } from "@/lib/domain/money";
import { comingChange, planAt } from "@/lib/domain/plan-change";
import { renewalModes } from "@/lib/domain/renewal-plan";
import {
  accessEndsAt,
  currentPeriodStartAt,
  endedAt,
  hasAccess,
  type SubscriptionStatus,
  statusAt,
} from "@/lib/domain/subscription";
import { percentOf } from "./discount";
import { timestamp, timestampOrNull } from "./event";
import { cardOf } from "./kept-card";

export const subscriptionStatuses = [
  "active",
  "past_due",
  "cancelled",
  "expired",
] as const satisfies SubscriptionStatus[];

/** The person or business a subscription, order or invoice is for. */
export const CustomerSummary = z
  .object({ id: z.int(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() })
  .meta({ id: "CustomerSummary" });

/** The plan that comes next. */
export const PendingChange = z
  .object({
    product: z.object({ id: z.int(), name: z.string() }),
    amount: z.number().meta({ description: "What a period of it costs, as it was chosen." }),
    interval: z.enum(intervals),
    at: z.string().meta({ format: "date-time", description: "When it begins, if it is paid for by then." }),
  })
  .meta({ id: "PendingChange" });

/** spec, Subscription. */
export const Subscription = z
  .object({
    id: z.string().meta({ example: "sub_4fQ2mZ8rT1vXw7Yb3NcKdJ" }),
    object: z.literal("subscription"),
    status: z.enum(subscriptionStatuses),
    has_access: z.boolean().meta({ description: "Whether to let the user in now." }),
    ref: z.string().nullable().meta({ description: "The seller's own id for the user." }),
    customer: CustomerSummary,
    product: z.object({ id: z.int(), name: z.string() }),
    amount: z.number().meta({
      description:
        "Paid each period, in `currency`; a discount that ends is left out, one that never ends is not.",
    }),
    next_amount: z.number().meta({ description: "What the next payment costs, with the discount." }),
    discount: z
      .object({
        id: z.int(),
        code: z.string().nullable(),
        percent: z.number().nullable(),
        amount: z.number().nullable(),
        periods_left: z
          .int()
          .nullable()
          .meta({ description: "How many payments it still reduces. Null: all." }),
      })
      .nullable()
      .meta({ description: "What later payments cost less." }),
    currency: z.string(),
    interval: z.enum(intervals),
    started_at: z
      .string()
      .meta({ description: "The first payment, or the start of a trial.", format: "date-time" }),
    current_period_start: z.string().meta({ format: "date-time" }),
    current_period_end: z.string().meta({ format: "date-time" }),
    access_ends_at: z
      .string()
      .meta({ description: "When access stops if the user does not renew.", format: "date-time" }),
    trial_ends_at: z.string().nullable().meta({
      description: "When the free days with which it began end; null where it began with a payment.",
      format: "date-time",
    }),
    cancelled_at: z.string().nullable().meta({ format: "date-time" }),
    ended_at: z.string().nullable().meta({ description: "When access ended.", format: "date-time" }),
    payments_count: z.int(),
    total_paid: z.number(),
    manage_url: z
      .string()
      .meta({ format: "uri", description: "Private page of the subscriber to renew or cancel." }),
    pending_change: PendingChange.nullable().meta({
      description: "Another plan that begins when all paid time is over. Null when none was chosen.",
    }),
    renewal: z
      .object({
        mode: z.enum(renewalModes).meta({
          description:
            "`manual`: the payer pays each time. `prompt`: their phone is asked by itself, and they enter the PIN. `charge`: a saved card is charged.",
        }),
        card: z
          .object({
            brand: z.string(),
            last4: z.string(),
            exp_month: z.int().nullable(),
            exp_year: z.int().nullable(),
          })
          .nullable(),
        phone: z.string().nullable().meta({ description: "With its middle hidden." }),
        next_try_at: z
          .string()
          .nullable()
          .meta({ format: "date-time", description: "When it is tried next; null when nothing is planned." }),
        last_failure: z
          .object({
            reason: z.string().meta({ example: "insufficient_funds" }),
            at: z.string().meta({ format: "date-time" }),
          })
          .nullable()
          .meta({ description: "Of the last try, until a payment comes." }),
      })
      .meta({ description: "How it renews. Only the payer can let it renew by itself." }),
    imported_from: z.string().nullable().meta({
      description:
        "Where it was moved in from: `csv`, `stripe`, `gumroad`, `paystack`, `sente` or `api`. Null: it began here.",
    }),
    metadata: z.record(z.string(), z.string()),
    livemode: z.boolean().optional().meta({ description: "Present in test mode." }),
  })
  .meta({ id: "Subscription" });

export type SubscriptionWire = z.infer<typeof Subscription>;

/** The subscription at `now`: everything that changes with time is computed from its dates. */
export function serializeSubscription(row: SubscriptionRow, now: Date, manageUrl: string): SubscriptionWire {
  const plan = planAt(row, now);
  const coming = comingChange(row, now);
  const inMajor = (minor: bigint) => toMajor({ minor, currency: row.currency });
  return {
    id: row.id,
    object: "subscription",
    status: statusAt(row, now),
    has_access: hasAccess(row, now),
    ref: row.ref,
    customer: {
      id: row.customer.id,
      name: row.customer.name,
      email: row.customer.email,
      phone: row.customer.phone,
    },
    product: { id: plan.product.id, name: plan.product.name },
    amount: inMajor(lastingAmountMinor({ ...row, amountMinor: plan.amountMinor })),
    next_amount: inMajor(nextAmountMinor(row)),
    discount: discountLeft(row),
    currency: row.currency,
    interval: plan.interval,
    started_at: timestamp(row.startedAt),
    current_period_start: timestamp(currentPeriodStartAt(row, now)),
    current_period_end: timestamp(row.currentPeriodEnd),
    access_ends_at: timestamp(accessEndsAt(row)),
    trial_ends_at: timestampOrNull(row.trialEndsAt),
    cancelled_at: timestampOrNull(row.cancelledAt),
    ended_at: timestampOrNull(endedAt(row, now)),
    payments_count: row.paymentsCount,
    total_paid: toMajor({ minor: row.totalPaidMinor, currency: row.currency }),
    manage_url: manageUrl,
    pending_change: coming && {
      product: { id: coming.product.id, name: coming.product.name },
      amount: toMajor({ minor: coming.amountMinor, currency: row.currency }),
      interval: coming.interval,
      at: timestamp(coming.at),
    },
    renewal: renewalOf(row),
    imported_from: row.importedFrom,
    metadata: metadataOf(row),
    ...(row.livemode ? {} : { livemode: false }),
  };
}

function discountLeft(row: SubscriptionRow): SubscriptionWire["discount"] {
  const { discountId: id, discountAmountMinor: minor, currency } = row;
  if (id === null) return null;
  return {
    id,
    code: row.discountCode,
    percent: percentOf(row.discountPercent),
    amount: minor === null ? null : toMajor({ minor, currency }),
    periods_left: row.discountPeriodsLeft,
  };
}

/** `data` of a subscription event: the object at that time, and its previous status. */
export function subscriptionEventData(
  row: SubscriptionRow,
  at: Date,
  manageUrl: string,
  previousStatus: SubscriptionStatus | null,
): Record<string, unknown> {
  return {
    ...serializeSubscription(row, at, manageUrl),
    livemode: row.livemode,
    previous_status: previousStatus,
  };
}

function renewalOf(row: SubscriptionRow): SubscriptionWire["renewal"] {
  const card = cardOf(row.renewalCard);
  const { renewalFailure: reason, renewalFailedAt: at } = row;
  return {
    mode: row.renewalMode,
    card: card && {
      brand: card.brand,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
    },
    phone: row.renewalPhone,
    next_try_at: timestampOrNull(row.nextRenewalTryAt),
    last_failure: reason && at ? { reason, at: timestamp(at) } : null,
  };
}

/** The column holds a flat object of strings; anything else in it is not shown. */
function metadataOf(row: SubscriptionRow): Record<string, string> {
  const { metadata } = row;
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return {};
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
