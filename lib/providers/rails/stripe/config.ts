import type { AdapterOptions } from "../wire/client";

export interface StripeConfig extends AdapterOptions {
  /** `sk_test_…`, `sk_live_…` or a restricted key. */
  secretKey: string;
  /** `whsec_…` of the endpoint. */
  webhookSecret: string;
}

export const stripeUrl = "https://api.stripe.com";

/** How long a page at Stripe is open. Stripe's minimum is 30 minutes; the rest allows for a slow clock. */
export const pageMs = 40 * 60 * 1000;

/** The events that the endpoint must receive. */
export const stripeEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "refund.updated",
  "refund.failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_method.automatically_updated",
  "payment_method.detached",
] as const;
