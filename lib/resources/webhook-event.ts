import { z } from "zod";
import type { PayoutRow } from "@/lib/db/rows";
import { Customer } from "./customer";
import { Discount, Redemption } from "./discount";
import type { EventType } from "./event";
import { fieldsOf } from "./fields";
import { Invoice } from "./invoice";
import { Order } from "./order";
import { PaymentLink } from "./payment-link";
import { Subscription, subscriptionStatuses } from "./subscription";

const livemode = z.boolean().meta({ description: "False for test events." });

const SubscriptionData = Subscription.extend({
  livemode,
  previous_status: z
    .enum(subscriptionStatuses)
    .nullable()
    .meta({ description: "What it was before; null for a first payment and where the status stayed." }),
}).meta({ id: "SubscriptionEventData" });
const SubscriptionChangedData = SubscriptionData.extend({
  previous_product: z
    .object({ id: z.int(), name: z.string() })
    .meta({ description: "The product of the plan before." }),
}).meta({ id: "SubscriptionChangedEventData" });
const ActivatedData = SubscriptionData.extend({
  imported: z.literal(true).optional().meta({
    description: "It was moved in from elsewhere, and the seller wanted the event. It is not sent otherwise.",
  }),
}).meta({ id: "SubscriptionActivatedEventData" });
const RenewalFailedData = SubscriptionData.extend({
  attempt: z.object({
    reason: z
      .string()
      .meta({ description: "Our code of why nothing was taken.", example: "insufficient_funds" }),
    next_try_at: z
      .string()
      .nullable()
      .meta({ description: "Null: nothing more is tried for this period.", format: "date-time" }),
    action_url: z
      .string()
      .meta({ format: "uri", description: "Where the payer pays by hand, or changes how it renews." }),
  }),
}).meta({ id: "RenewalFailedEventData" });
const OrderData = Order.extend({ livemode }).meta({ id: "OrderEventData" });
const InvoiceData = Invoice.extend({ livemode }).meta({ id: "InvoiceEventData" });
const PaymentLinkData = PaymentLink.extend({ livemode }).meta({ id: "PaymentLinkEventData" });
const CustomerData = Customer.extend({ livemode }).meta({ id: "CustomerEventData" });
const DiscountData = Discount.extend({ livemode, redemption: Redemption }).meta({ id: "DiscountEventData" });
const of = fieldsOf<PayoutRow>();
/** Of `payout.paid` and `payout.failed`. The destination is masked, as in the dashboard. */
const payout = of.object("PayoutEventData", {
  id: of.text("id"),
  object: of.kind("payout"),
  livemode: of.made(livemode, () => true),
  status: of.text("status"),
  currency: of.text("currency"),
  amount: of.amount("amountMinor"),
  fee: of.amount("feeMinor"),
  kind: of.text("kind"),
  destination: of.text("destinationLabel", "With all but its end hidden."),
  failure_reason: of.textOrNull("failureReason"),
  created_at: of.time("createdAt"),
  completed_at: of.timeOrNull("completedAt"),
});
export const payoutEventData: (row: PayoutRow) => Record<string, unknown> = payout.serialize;
const PingData = z
  .object({
    id: z.int(),
    object: z.literal("webhook_endpoint"),
    livemode,
    status: z.enum(["enabled", "disabled"]),
    url: z.string(),
  })
  .meta({ id: "PingEventData" });

/** Every published type, when it is published, and its `data` (spec, Events). */
export const webhookEvents: Record<EventType, { when: string; data: z.ZodObject }> = {
  "order.paid": { when: "An order is paid", data: OrderData },
  "invoice.paid": { when: "An invoice is paid in full", data: InvoiceData },
  "subscription.activated": { when: "A subscription starts", data: ActivatedData },
  "subscription.renewed": {
    when: "A period is added by a payment, also when that brings an ended one back: treat it like activated",
    data: SubscriptionData,
  },
  "subscription.past_due": {
    when: "The paid period ended and the grace period starts",
    data: SubscriptionData,
  },
  "subscription.expired": { when: "The grace period ended", data: SubscriptionData },
  "subscription.cancelled": { when: "A subscription is cancelled", data: SubscriptionData },
  "order.refunded": { when: "Money of an order went back, all or a part", data: OrderData },
  "order.refund_failed": {
    when: "A refund that order.refunded had told of did not reach the payer after all",
    data: OrderData,
  },
  "invoice.sent": { when: "An invoice was sent for the first time", data: InvoiceData },
  "invoice.viewed": { when: "The payer opened the invoice", data: InvoiceData },
  "invoice.part_paid": { when: "A part of an invoice was paid", data: InvoiceData },
  "invoice.overdue": { when: "The due day passed without full payment", data: InvoiceData },
  "invoice.cancelled": { when: "An invoice is cancelled", data: InvoiceData },
  "payment_link.completed": { when: "A link took its last payment", data: PaymentLinkData },
  "payment_link.expired": { when: "A link passed its expires_at", data: PaymentLinkData },
  "discount.redeemed": {
    when: "A discount was redeemed: an order with it was paid, or its seller gave it to a subscriber. Later periods of a subscription that has it are not told",
    data: DiscountData,
  },
  "subscription.renewal_due": { when: "A subscriber was reminded to renew", data: SubscriptionData },
  "subscription.renewal_changed": {
    when: "Renewing by itself was switched on or off, or takes from another phone or card",
    data: SubscriptionData,
  },
  "subscription.renewal_failed": {
    when: "A subscription that renews by itself was not paid; its payer is told too",
    data: RenewalFailedData,
  },
  "subscription.extended": {
    when: "The seller gave a subscriber days for free; nothing was paid, so payments_count stays",
    data: SubscriptionData,
  },
  "subscription.trial_ending": {
    when: "The free days end in three days: sent once, with the first reminder",
    data: SubscriptionData,
  },
  "subscription.changed": {
    when: "A subscription has another plan from now on; a payment for it is also a subscription.renewed",
    data: SubscriptionChangedData,
  },
  "access.changed": {
    when: "A subscription begins or ceases to let its user in, also when the time of a cancelled one runs out",
    data: SubscriptionData,
  },
  "payout.paid": { when: "A payout reached its destination", data: payout.schema },
  "payout.failed": { when: "A payout failed and went back to the wallet", data: payout.schema },
  "customer.created": {
    when: "A customer was created: over the API, by hand, by an import, an invoice or a payment",
    data: CustomerData,
  },
  "customer.updated": { when: "Details of a customer were changed, by whomever", data: CustomerData },
  ping: { when: "The owner pressed Send a test ping", data: PingData },
};

/** The body of a webhook of this type. */
export function webhookBody(type: EventType) {
  return z.object({
    id: z
      .string()
      .meta({ description: "evt_…: the same on every attempt, so a repetition can be recognised." }),
    type: z.literal(type),
    livemode,
    created_at: z.string().meta({ format: "date-time", description: "When it became true." }),
    data: webhookEvents[type].data,
  });
}
