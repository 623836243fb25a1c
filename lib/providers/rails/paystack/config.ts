import type { AdapterOptions } from "../wire/options";

export interface PaystackConfig extends AdapterOptions {
  /** `sk_test_…` or `sk_live_…`; it signs the callbacks too. */
  secretKey: string;
  /** Paystack wants an e-mail address of every payer: one at this domain is made up for those who gave none. */
  mailDomain: string;
}

export const paystackUrl = "https://api.paystack.co";
