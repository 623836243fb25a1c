import type { AdapterOptions } from "../wire/options";

export interface StripeConfig extends AdapterOptions {
  /** `sk_test_…`, `sk_live_…` or a restricted key. */
  secretKey: string;
  /** `whsec_…` of the endpoint. */
  webhookSecret: string;
}

export const stripeUrl = "https://api.stripe.com";
