import { z } from "zod";
import { type AdapterOptions, type Answer, type Call, type Client, createClient } from "../wire/client";

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

interface Token {
  value: string;
  untilMs: number;
}

/** A token is not used in its last minute. */
const marginMs = 60_000;

export function createProduct(config: MtnMomoConfig, name: ProductName, keys: ProductKeys): Product {
  const headers = {
    "ocp-apim-subscription-key": keys.subscriptionKey,
    "x-target-environment": config.targetEnvironment,
  };
  const client = createClient("mtn_momo", baseUrlOf(config), headers, config);
  let kept: Token | null = null;
  let asking: Promise<Token | Answer> | null = null;
  const tokenOf = async (): Promise<Token | Answer> => {
    if (kept && client.now().getTime() < kept.untilMs) return kept;
    asking ??= fetchToken(client, name, keys).finally(() => {
      asking = null;
    });
    const found = await asking;
    kept = "value" in found ? found : null;
    return found;
  };
  return {
    ...client,
    name,
    async call(call) {
      const token = await tokenOf();
      if (!("value" in token)) return withoutToken(call, token);
      const first = await client.call({ ...withToken(call, token), mayBeStale: true });
      if (first.kind === "lost" || first.status !== 401) return first;
      // A token may expire early. A refused call had no effect, so it is repeated once with a new token.
      kept = null;
      const fresh = await tokenOf();
      return "value" in fresh ? client.call(withToken(call, fresh)) : withoutToken(call, fresh);
    },
  };
}

/** Without a token nothing is sent: a new operation fails, and the state of an earlier one stays unknown. */
function withoutToken(call: Call, answer: Answer): Answer {
  return call.initiate ? answer : { kind: "lost" };
}

function withToken(call: Call, token: Token): Call {
  return { ...call, headers: { ...call.headers, authorization: `Bearer ${token.value}` } };
}

/** The token, or the failed answer: then no operation was requested. */
async function fetchToken(client: Client, name: ProductName, keys: ProductKeys): Promise<Token | Answer> {
  const basic = Buffer.from(`${keys.apiUser}:${keys.apiKey}`).toString("base64");
  const headers = { authorization: `Basic ${basic}` };
  const answer = await client.call({ method: "POST", path: `/${name}/token/`, headers });
  if (answer.kind === "lost" || answer.status >= 400) return answer;
  const found = tokenShape.safeParse(answer.body);
  if (found.success) {
    const { access_token, expires_in } = found.data;
    return { value: access_token, untilMs: client.now().getTime() + expires_in * 1000 - marginMs };
  }
  client.anomaly("unreadable", `POST /${name}/token/: no token`);
  return { kind: "lost" };
}

const tokenShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() });
