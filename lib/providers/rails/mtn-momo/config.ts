import type { AdapterOptions } from "../wire/options";

/** What MTN gives out for each of its products. */
export interface ProductKeys {
  subscriptionKey: string;
  apiUser: string;
  apiKey: string;
}

/** One contract: one country, one currency. */
export interface MtnMomoConfig extends AdapterOptions {
  collection: ProductKeys;
  /** Paying out and giving back; absent where it is not contracted. */
  disbursement?: ProductKeys;
  /** `mtnuganda`, `mtnghana` …; `sandbox` for MTN's test environment. */
  targetEnvironment: string;
  /** ISO 3166 alpha-2. */
  country: string;
  currency: string;
  /** The host of the contract where it is another than the usual one. */
  baseUrl?: string;
  /** Where callbacks of refunds should come, which are asked for without a payer's page. */
  callbackUrl: string;
}

const sandboxUrl = "https://sandbox.momodeveloper.mtn.com";
const productionUrl = "https://proxy.momoapi.mtn.com";

export function baseUrlOf({ baseUrl, targetEnvironment }: MtnMomoConfig): string {
  return baseUrl ?? (targetEnvironment === "sandbox" ? sandboxUrl : productionUrl);
}

/** MTN's test environment knows euros alone: there the same number of them stands for our currency. */
export function wireCurrencyOf({ currency, targetEnvironment }: MtnMomoConfig): string {
  return targetEnvironment === "sandbox" ? "EUR" : currency;
}
