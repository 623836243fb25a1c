/** The five events in the life of a subscription (spec, Events). */
export const subscriptionEvents = [
  "subscription.activated",
  "subscription.renewed",
  "subscription.past_due",
  "subscription.expired",
  "subscription.cancelled",
] as const;
/** What happens to a subscription: one of the five, or what the spec does not know, days that were given and another plan. */
export type SubscriptionEvent =
  | (typeof subscriptionEvents)[number]
  | "subscription.extended"
  | "subscription.changed";

/** The seven types of the spec. A new endpoint receives these unless its owner chooses others. */
export const standardEventTypes = ["order.paid", "invoice.paid", ...subscriptionEvents] as const;

/** Types beyond the spec. An endpoint receives one only if its owner chose it. */
export const optInEventTypes = [
  "order.refunded",
  "order.refund_failed",
  "invoice.sent",
  "invoice.viewed",
  "invoice.part_paid",
  "invoice.overdue",
  "invoice.cancelled",
  "payment_link.completed",
  "payment_link.expired",
  "discount.redeemed",
  "subscription.renewal_due",
  "subscription.extended",
  "subscription.trial_ending",
  "subscription.changed",
  "subscription.renewal_changed",
  "subscription.renewal_failed",
  "access.changed",
  "payout.paid",
  "payout.failed",
  "customer.created",
  "customer.updated",
] as const;

/** The types an endpoint may choose. A ping is not among them: it goes only to the endpoint that it tests. */
export const choosableEventTypes = [...standardEventTypes, ...optInEventTypes] as const;
export type ChoosableEventType = (typeof choosableEventTypes)[number];

/** Every value that `type` and the header X-Service-Event can have. */
export const eventTypes = [...choosableEventTypes, "ping"] as const;
export type EventType = (typeof eventTypes)[number];

const choosable: ReadonlySet<string> = new Set(choosableEventTypes);
const known: ReadonlySet<string> = new Set(eventTypes);

export function isChoosableEventType(value: string): value is ChoosableEventType {
  return choosable.has(value);
}

export function isEventType(value: string): value is EventType {
  return known.has(value);
}
