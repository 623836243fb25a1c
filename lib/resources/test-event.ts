import { z } from "zod";
import type { EventRow } from "@/lib/db/rows";
import { type ChoosableEventType, choosableEventTypes } from "@/lib/domain/event-types";
import type { ProblemCode } from "@/lib/domain/refusal";
import { timestamp } from "./event";
import { schemaExamples } from "./examples";
import { oneOf } from "./input";

const eventExample = {
  id: "evt_2b8f6c1d9e7a4f30",
  object: "event" as const,
  type: "order.paid",
  livemode: false as const,
  created_at: "2026-01-31T12:30:00+00:00",
  body: '{"id":"evt_2b8f6c1d9e7a4f30","type":"order.paid","livemode":false,"data":{}}',
  headers: {
    "content-type": "application/json",
    "webhook-id": "evt_2b8f6c1d9e7a4f30",
    "webhook-timestamp": "1769862600",
    "webhook-signature": "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
};

const Taken = z.object({
  endpoint_url: z.string(),
  status: z.enum(["pending", "succeeded", "failed", "skipped"]),
  attempts: z.int(),
  last_attempt_at: z.string().nullable().meta({ format: "date-time" }),
  status_code: z.int().nullable().meta({ description: "The endpoint's last answer; null for none." }),
  error: z.string().nullable().meta({ description: "Why there was no answer.", example: "refused" }),
  next_attempt_at: z.string().nullable().meta({ format: "date-time" }),
});

/** A test event, as a listener posts it to its own server. */
export const TestEvent = z
  .object({
    id: z.string(),
    object: z.literal("event"),
    type: z.string(),
    livemode: z.literal(false),
    created_at: z.string().meta({ format: "date-time" }),
    body: z.string().meta({ description: "The exact text to post; its signature holds for these bytes." }),
    headers: z
      .record(z.string(), z.string())
      .meta({ description: "The headers to post it with, signed just now with the listen secret." }),
    deliveries: z.array(Taken).optional().meta({
      description: "How each test endpoint took it. Only where one event is asked for.",
    }),
  })
  .meta({ id: "TestEvent", example: eventExample });

export const TestEvents = z
  .object({
    data: z.array(TestEvent).meta({ description: "Oldest first, at most 50." }),
    cursor: z.string().meta({ description: "Ask with this next time: nothing is missed in between." }),
  })
  .meta({ id: "TestEvents", example: { data: [eventExample], cursor: "1769862600123" } });

export const Listener = z
  .object({
    object: z.literal("listener"),
    secret: z.string().meta({
      description:
        "What test events are signed with for a listener; the same for all who listen to this store.",
    }),
    cursor: z.string().meta({ description: "The place after the newest event there is." }),
  })
  .meta({
    id: "Listener",
    example: {
      object: "listener",
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      cursor: "1769862600123",
    },
  });

export const waitSecondsMax = 25;

export const TestEventQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,13}$/, "cursor" satisfies ProblemCode)
    .optional()
    .meta({
      description: "The cursor of the answer before; without it, what comes from now on.",
      example: "1769851800123",
    }),
  wait: z
    .string()
    .regex(/^\d{1,2}$/, "wait_seconds" satisfies ProblemCode)
    .transform(Number)
    .refine((seconds) => seconds <= waitSecondsMax, "wait_seconds" satisfies ProblemCode)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0, maximum: waitSecondsMax },
      description:
        "How long to wait for the first event, in seconds. Short enough for the proxies in between.",
      example: 25,
    }),
});

/** The body that requests a made-up event. */
export const NewTestEvent = z
  .object({ type: oneOf(choosableEventTypes) })
  .meta({ id: "NewTestEvent", example: { type: "order.paid" } });

interface Delivery {
  status: z.infer<typeof Taken>["status"];
  attemptsMade: number;
  nextAttemptAt: Date | null;
  endpoint: { url: string };
  /** The last one alone. */
  attempts: { statusCode: number | null; errorClass: string | null; startedAt: Date }[];
}

export function serializeTestEvent({
  row,
  headers,
  deliveries,
}: {
  row: EventRow;
  headers: Record<string, string>;
  deliveries?: readonly Delivery[];
}): z.infer<typeof TestEvent> {
  return {
    id: row.id,
    object: "event",
    type: row.type,
    livemode: false,
    created_at: timestamp(row.occurredAt),
    body: row.payload,
    headers,
    ...(deliveries && { deliveries: deliveries.map(serializeTaken) }),
  };
}

function serializeTaken({ status, attemptsMade, nextAttemptAt, endpoint, attempts: [last] }: Delivery) {
  return {
    ...{ endpoint_url: endpoint.url, status, attempts: attemptsMade },
    last_attempt_at: last ? timestamp(last.startedAt) : null,
    ...{ status_code: last?.statusCode ?? null, error: last?.errorClass ?? null },
    next_attempt_at: nextAttemptAt && timestamp(nextAttemptAt),
  };
}

export function serializeListener(listener: { secret: string; cursor: string }): z.infer<typeof Listener> {
  return { object: "listener", ...listener };
}

type Members = Record<string, unknown>;

/** `data` of a made-up test event: the example from the API description, in the state that the event reports. */
export function sampleEventData(type: ChoosableEventType): Members {
  return { ...exampleOf(type), ...stateOf[type], livemode: false };
}

const paid = { status: "paid", amount_paid: 141600, balance: 0 };
const unpaid = { amount_paid: 0, balance: 141600, paid_at: null };
const ended = { has_access: false, ended_at: "2026-03-03T09:30:00+00:00" };
const cancelledAt = { cancelled_at: "2026-02-14T09:30:00+00:00" };

const inTrial = {
  payments_count: 0,
  total_paid: 0,
  trial_ends_at: "2026-02-07T09:30:00+00:00",
  current_period_end: "2026-02-07T09:30:00+00:00",
  access_ends_at: "2026-02-07T09:30:00+00:00",
};

const stateOf: Record<ChoosableEventType, Members> = {
  "order.paid": {},
  "invoice.paid": paid,
  "subscription.activated": { previous_status: null },
  "subscription.renewed": { previous_status: "active", payments_count: 2, total_paid: 100000 },
  "subscription.past_due": { status: "past_due", previous_status: "active" },
  "subscription.expired": { status: "expired", previous_status: "past_due", ...ended },
  "subscription.cancelled": { status: "cancelled", previous_status: "active", ...cancelledAt },
  "order.refunded": { payment_status: "refunded" },
  "order.refund_failed": { payment_status: "paid" },
  "invoice.sent": { ...unpaid, status: "sent" },
  "invoice.viewed": { ...unpaid, status: "viewed" },
  "invoice.part_paid": { status: "part_paid", amount_paid: 41600, balance: 100000, paid_at: null },
  "invoice.overdue": { ...unpaid, status: "overdue" },
  "invoice.cancelled": { ...unpaid, status: "cancelled", ...cancelledAt },
  "payment_link.completed": { status: "completed", payments_count: 20, total_collected: 1000000 },
  "payment_link.expired": { status: "expired", expires_at: "2026-01-31T09:00:00+00:00" },
  "discount.redeemed": {},
  "subscription.renewal_due": { previous_status: null },
  "subscription.renewal_changed": { previous_status: null },
  "subscription.renewal_failed": {
    previous_status: null,
    attempt: {
      reason: "insufficient_funds",
      next_try_at: "2026-02-28T06:00:00+00:00",
      action_url: "https://pay.example.com/manage/4fQ2mZ8rT1vXw7Yb3NcKdJ.9aBcDeFgHiJkLmNoPqRsTu",
    },
  },
  "subscription.extended": { previous_status: "active" },
  "subscription.trial_ending": { ...inTrial, previous_status: null },
  "subscription.changed": { previous_status: "active", previous_product: { id: 41, name: "Basic" } },
  "access.changed": { status: "expired", previous_status: "past_due", ...ended },
  "payout.paid": {},
  "payout.failed": { status: "returned", failure_reason: "recipient_not_found" },
  "customer.created": {},
  "customer.updated": { city: "Jinja" },
};

function exampleOf(type: ChoosableEventType): Members {
  const schema = schemaOf[type.slice(0, type.indexOf("."))];
  const example = schema && schemaExamples[schema];
  if (typeof example !== "object" || example === null) throw new RangeError(`${type} has no example.`);
  return { ...example };
}

const schemaOf: Record<string, string> = {
  order: "OrderEventData",
  invoice: "InvoiceEventData",
  subscription: "SubscriptionEventData",
  access: "SubscriptionEventData",
  payment_link: "PaymentLinkEventData",
  discount: "DiscountEventData",
  payout: "PayoutEventData",
  customer: "CustomerEventData",
};
