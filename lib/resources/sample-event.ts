import type { ChoosableEventType } from "@/lib/domain/event-types";
import { schemaExamples } from "./examples";

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
