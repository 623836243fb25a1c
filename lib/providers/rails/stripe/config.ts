import type { AdapterOptions } from "../wire/options";

export interface StripeConfig extends AdapterOptions {
  /** `sk_test_…`, `sk_live_…` or a restricted key. */
  secretKey: string;
  /** `whsec_…` of the endpoint. */
  webhookSecret: string;
}

export const stripeUrl = "https://api.stripe.com";

/** How long a page at Stripe is open. It takes no less than half an hour; the rest is for a clock that is slow. */
export const pageMs = 40 * 60 * 1000;

/** What its endpoint has to be told of. */
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
] as const;
