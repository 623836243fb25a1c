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
import { fieldsOf } from "./fields";

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

export function customerSummary({ customer }: { customer: z.infer<typeof CustomerSummary> }) {
  const { id, name, email, phone } = customer;
  return { id, name, email, phone };
}

/** The plan that comes next. */
export const PendingChange = z
  .object({
    product: z.object({ id: z.int(), name: z.string() }),
    amount: z.number().meta({ description: "What a period of it costs, as it was chosen." }),
    interval: z.enum(intervals),
    at: z.string().meta({ format: "date-time", description: "When it begins, if it is paid for by then." }),
  })
  .meta({ id: "PendingChange" });

const DiscountLeft = z
  .object({
    id: z.int(),
    code: z.string().nullable(),
    percent: z.number().nullable(),
    amount: z.number().nullable(),
    periods_left: z.int().nullable().meta({ description: "How many payments it still reduces. Null: all." }),
  })
  .nullable()
  .meta({ description: "What later payments cost less." });

const Renewal = z
  .object({
    mode: z.enum(renewalModes).meta({
      description:
        "`manual`: the payer pays each time. `prompt`: their phone is asked by itself, and they enter the PIN. `charge`: a saved card is charged. `standing_order`: the payer's network pays by itself, and only the payer can stop that.",
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
  .meta({ description: "How it renews. Only the payer can let it renew by itself." });

const of = fieldsOf<SubscriptionRow, [now: Date, manageUrl: string]>();
const amount = ({ currency }: SubscriptionRow, minor: bigint) => toMajor({ minor, currency });
const named = ({ id, name }: { id: number; name: string }) => ({ id, name });
const time = z.string().meta({ format: "date-time" });

/** spec, Subscription, at `now`: everything that changes with time is computed from its dates. */
const subscription = of.object("Subscription", {
  id: of.text("id", { example: "sub_4fQ2mZ8rT1vXw7Yb3NcKdJ" }),
  object: of.kind("subscription"),
  status: of.made(z.enum(subscriptionStatuses), statusAt),
  has_access: of.made(z.boolean().meta({ description: "Whether to let the user in now." }), hasAccess),
  ref: of.textOrNull("ref", "The seller's own id for the user."),
  customer: of.made(CustomerSummary, (row) => customerSummary(row)),
  product: of.made(z.object({ id: z.int(), name: z.string() }), (row, now) =>
    named(planAt(row, now).product),
  ),
  amount: of.made(
    z.number().meta({
      description:
        "Paid each period, in `currency`; a discount that ends is left out, one that never ends is not.",
    }),
    (row, now) => amount(row, lastingAmountMinor({ ...row, amountMinor: planAt(row, now).amountMinor })),
  ),
  next_amount: of.made(
    z.number().meta({ description: "What the next payment costs, with the discount." }),
    (row) => amount(row, nextAmountMinor(row)),
  ),
  discount: of.made(DiscountLeft, discountLeft),
  currency: of.text("currency"),
  interval: of.made(z.enum(intervals), (row, now) => planAt(row, now).interval),
  started_at: of.time("startedAt", "The first payment, or the start of a trial."),
  current_period_start: of.made(time, (row, now) => timestamp(currentPeriodStartAt(row, now))),
  current_period_end: of.time("currentPeriodEnd"),
  access_ends_at: of.made(
    z.string().meta({ description: "When access stops if the user does not renew.", format: "date-time" }),
    (row) => timestamp(accessEndsAt(row)),
  ),
  trial_ends_at: of.timeOrNull(
    "trialEndsAt",
    "When the free days with which it began end; null where it began with a payment.",
  ),
  cancelled_at: of.timeOrNull("cancelledAt"),
  ended_at: of.made(
    z.string().nullable().meta({ description: "When access ended.", format: "date-time" }),
    (row, now) => timestampOrNull(endedAt(row, now)),
  ),
  payments_count: of.count("paymentsCount"),
  total_paid: of.amount("totalPaidMinor"),
  manage_url: of.made(
    z.string().meta({ format: "uri", description: "Private page of the subscriber to renew or cancel." }),
    (_row, _now, manageUrl) => manageUrl,
  ),
  pending_change: of.made(
    PendingChange.nullable().meta({
      description: "Another plan that begins when all paid time is over. Null when none was chosen.",
    }),
    (row, now) => {
      const coming = comingChange(row, now);
      if (!coming) return null;
      const { product, amountMinor, interval, at } = coming;
      return { product: named(product), amount: amount(row, amountMinor), interval, at: timestamp(at) };
    },
  ),
  renewal: of.made(Renewal, renewalOf),
  imported_from: of.textOrNull(
    "importedFrom",
    "Where it was moved in from: `csv`, `stripe`, `gumroad`, `paystack`, `sente` or `api`. Null: it began here.",
  ),
  metadata: of.made(z.record(z.string(), z.string()), metadataOf),
});

export const Subscription = subscription.schema
  .extend({ livemode: z.boolean().optional().meta({ description: "Present in test mode." }) })
  .meta({ id: "Subscription" });

export type SubscriptionWire = z.infer<typeof Subscription>;

export function serializeSubscription(row: SubscriptionRow, now: Date, manageUrl: string): SubscriptionWire {
  const shown = subscription.serialize(row, now, manageUrl);
  return row.livemode ? shown : { ...shown, livemode: false };
}

function discountLeft(row: SubscriptionRow): z.infer<typeof DiscountLeft> {
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

function renewalOf(row: SubscriptionRow): z.infer<typeof Renewal> {
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
    // A standing order is not tried by us: then we only look.
    next_try_at: timestampOrNull(row.renewalUntil ? null : row.nextRenewalTryAt),
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

const shape = z.object({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().nullable(),
  expYear: z.number().nullable(),
});

/** A card as it may be shown. */
export type Card = z.infer<typeof shape>;

/** Reads the stored card of a subscription; null where it has none. */
export function cardOf(stored: unknown): Card | null {
  const parsed = shape.safeParse(stored);
  return parsed.success ? parsed.data : null;
}

/** "Visa •4242" */
export function cardText({ brand, last4 }: Card): string {
  return `${brand} •${last4}`;
}
