import { z } from "zod";
import type { SubscriptionRow } from "@/lib/db/rows";
import { intervals } from "@/lib/domain/interval";
import { toMajor } from "@/lib/domain/money";
import {
  accessEndsAt,
  currentPeriodStartAt,
  endedAt,
  hasAccess,
  type SubscriptionStatus,
  statusAt,
} from "@/lib/domain/subscription";
import { timestamp, timestampOrNull } from "./time";

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
    amount: z.number().meta({ description: "Paid each period, in `currency`." }),
    currency: z.string(),
    interval: z.enum(intervals),
    started_at: z.string().meta({ description: "The first payment.", format: "date-time" }),
    current_period_start: z.string().meta({ format: "date-time" }),
    current_period_end: z.string().meta({ format: "date-time" }),
    access_ends_at: z
      .string()
      .meta({ description: "When access stops if the user does not renew.", format: "date-time" }),
    cancelled_at: z.string().nullable().meta({ format: "date-time" }),
    ended_at: z.string().nullable().meta({ description: "When access ended.", format: "date-time" }),
    payments_count: z.int(),
    total_paid: z.number(),
    manage_url: z
      .string()
      .meta({ format: "uri", description: "Private page of the subscriber to renew or cancel." }),
    metadata: z.record(z.string(), z.string()),
    livemode: z.boolean().optional().meta({ description: "Present in test mode." }),
  })
  .meta({ id: "Subscription" });

export type SubscriptionWire = z.infer<typeof Subscription>;

/** The subscription at `now`: everything that changes with time is computed from its dates. */
export function serializeSubscription(row: SubscriptionRow, now: Date, manageUrl: string): SubscriptionWire {
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
    product: { id: row.product.id, name: row.product.name },
    amount: toMajor({ minor: row.amountMinor, currency: row.currency }),
    currency: row.currency,
    interval: row.interval,
    started_at: timestamp(row.startedAt),
    current_period_start: timestamp(currentPeriodStartAt(row, now)),
    current_period_end: timestamp(row.currentPeriodEnd),
    access_ends_at: timestamp(accessEndsAt(row)),
    cancelled_at: timestampOrNull(row.cancelledAt),
    ended_at: timestampOrNull(endedAt(row, now)),
    payments_count: row.paymentsCount,
    total_paid: toMajor({ minor: row.totalPaidMinor, currency: row.currency }),
    manage_url: manageUrl,
    metadata: metadataOf(row),
    ...(row.livemode ? {} : { livemode: false }),
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

/** The column holds a flat object of strings; anything else in it is not shown. */
function metadataOf(row: SubscriptionRow): Record<string, string> {
  const { metadata } = row;
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return {};
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
