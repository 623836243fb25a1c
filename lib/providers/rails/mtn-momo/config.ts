import type { AdapterOptions } from "../wire/options";

/** The keys that MTN issues for each of its products. */
export interface ProductKeys {
  subscriptionKey: string;
  apiUser: string;
  apiKey: string;
}

/** One contract: one country, one currency. */
export interface MtnMomoConfig extends AdapterOptions {
  collection: ProductKeys;
  /** For payouts and refunds; absent where it is not contracted. */
  disbursement?: ProductKeys;
  /** `mtnuganda`, `mtnghana` …; `sandbox` for MTN's test environment. */
  targetEnvironment: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  /** The host of the contract, where it is not the usual one. */
  baseUrl?: string;
  /** Where callbacks of refunds are sent, since a refund has no payer's page. */
  callbackUrl: string;
}

const sandboxUrl = "https://sandbox.momodeveloper.mtn.com";
const productionUrl = "https://proxy.momoapi.mtn.com";

export function baseUrlOf({ baseUrl, targetEnvironment }: MtnMomoConfig): string {
  return baseUrl ?? (targetEnvironment === "sandbox" ? sandboxUrl : productionUrl);
}

/** MTN's test environment accepts only euros: there the amount is sent with EUR instead of our currency. */
export function wireCurrencyOf({ currency, targetEnvironment }: MtnMomoConfig): string {
  return targetEnvironment === "sandbox" ? "EUR" : currency;
}
