import type { AdapterOptions } from "../wire/options";

export interface FlutterwaveConfig extends AdapterOptions {
  /** `FLWSECK_TEST-…` or `FLWSECK-…`. */
  secretKey: string;
  /** The secret hash of the dashboard, which stands beside every callback. */
  webhookHash: string;
  /** An address at this domain is made up for payers who gave none. */
  mailDomain: string;
  /** Who sends the money, told with payouts to M-Pesa. */
  senderName: string;
}

export const flutterwaveUrl = "https://api.flutterwave.com/v3";
