import { type AdapterOptions, type Call, type Client, createClient } from "../wire/client";
import { withTokens } from "../wire/tokens";

/** The keys that MTN issues for each of its products. */
interface ProductKeys {
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

function baseUrlOf({ baseUrl, targetEnvironment }: MtnMomoConfig): string {
  return baseUrl ?? (targetEnvironment === "sandbox" ? sandboxUrl : productionUrl);
}

/** MTN's test environment accepts only euros: there the amount is sent with EUR instead of our currency. */
export function wireCurrencyOf({ currency, targetEnvironment }: MtnMomoConfig): string {
  return targetEnvironment === "sandbox" ? "EUR" : currency;
}

export type ProductName = "collection" | "disbursement";

/** One of MTN's products. Its calls carry a token, which is fetched when needed and cached for its lifetime. */
export interface Product extends Client {
  name: ProductName;
}

/** A token is not used in its last minute. */
const marginMs = 60_000;

export function createProduct(config: MtnMomoConfig, name: ProductName, keys: ProductKeys): Product {
  const headers = {
    "ocp-apim-subscription-key": keys.subscriptionKey,
    "x-target-environment": config.targetEnvironment,
  };
  const client = createClient("mtn_momo", baseUrlOf(config), headers, config);
  const basic = Buffer.from(`${keys.apiUser}:${keys.apiKey}`).toString("base64");
  const call: Call = {
    method: "POST",
    path: `/${name}/token/`,
    headers: { authorization: `Basic ${basic}` },
  };
  return withTokens({ ...client, name }, { call, marginMs, stale: [401] });
}
