import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import { key, railKind, secret } from "../kind";
import type { PaymentRail } from "../port";
import { type AdapterOptions, type Client, createClient } from "../wire/client";
import { type Keys, parseCallback } from "./callbacks";
import { callbackUrls, countries, type Kept, networks, readConfiguration } from "./networks";
import { balance, charge, chargeStatus, payout, refund, transferStatus } from "./operations";

export interface PawapayConfig extends AdapterOptions {
  apiToken: string;
  /** `https://api.sandbox.pawapay.io` for its sandbox; `https://api.pawapay.io` where none is given. */
  baseUrl?: string;
  /** Refuses callbacks without a signature, instead of using them as a hint to poll. */
  requireSignedCallbacks?: boolean;
  /** Our callback address, to report when the dashboard has a different one. */
  callbackUrl?: string;
}

export const pawapayUrl = "https://api.pawapay.io";

/** How long to wait before the page of a deposit is requested again. */
const linkWaitMs = 700;

/** Mobile money charges, payouts and refunds over pawaPay's API v2. Every id is ours, so nothing happens twice. */
export function createPawapay(config: PawapayConfig): PaymentRail {
  const auth = { authorization: `Bearer ${config.apiToken}` };
  const client = createClient("pawapay", config.baseUrl ?? pawapayUrl, auth, config);
  const kept: Kept = { fetchedAtMs: 0, found: null };
  const keys: Keys = { fetchedAtMs: 0, byId: new Map() };
  return {
    id: "pawapay",
    capabilities: {
      methods: ["mobile_money"],
      refund: "partial",
      payout: ["mobile_money"],
      keeps: [],
      callbackAuth: config.requireSignedCallbacks ? "signed" : "none",
    },
    networks: (query) => networks(client, kept, query),
    charge: (request) => charge(client, request, linkWaitMs),
    chargeStatus: ({ attemptId }) => chargeStatus(client, attemptId),
    parseCallback: (raw) => parseCallback(client, config.requireSignedCallbacks ?? false, keys, raw),
    payout: (request) => payout(client, request),
    payoutStatus: ({ payoutId }) => transferStatus(client, "payout", payoutId),
    refund: (request) => refund(client, request),
    refundStatus: ({ refundId }) => transferStatus(client, "refund", refundId),
    balance: () => balance(client),
    holdings: () => balance(client),
    health: () => health(client, config),
  };
}

async function health(client: Client, config: PawapayConfig) {
  try {
    const found = await readConfiguration(client, { fetchedAtMs: 0, found: null });
    const others = callbackUrls(found).filter((url) => url !== config.callbackUrl);
    if (config.callbackUrl && others.length > 0)
      return {
        ok: true,
        detail: say("rail_check_callbacks", { url: config.callbackUrl }),
      };
    if (config.requireSignedCallbacks && !found.signatureConfiguration?.signedCallbacks)
      return { ok: false, detail: say("rail_check_unsigned") };
    return { ok: true, detail: say("rail_check_says", { said: found.companyName ?? "" }) };
  } catch {
    return { ok: false, detail: say("rail_check_pawapay") };
  }
}

export const pawapay = railKind({
  facts: {
    id: "pawapay",
    name: "pawaPay",
    fields: [
      secret("apiToken", "API token"),
      {
        name: "requireSignedCallbacks",
        label: "Refuse callbacks without a signature",
        kind: "switch",
        isOptional: true,
      },
    ],
    ...{ countries, keeps: [] },
    routing: { "charge/mobile_money": 1, "charge/card": null, "payout/mobile_money": 1, "payout/bank": null },
  },
  credentials: z.object({
    apiToken: key("rail_token", /^\S{20,4000}$/, "rail_token_shape"),
    requireSignedCallbacks: z.string().optional(),
  }),
  create: ({ apiToken, requireSignedCallbacks = "" }, context) =>
    createPawapay({
      ...{ ...context, apiToken },
      requireSignedCallbacks: /^(1|true|yes|on)$/i.test(requireSignedCallbacks),
      baseUrl: context.baseUrl ?? (context.livemode ? pawapayUrl : "https://api.sandbox.pawapay.io"),
    }),
});
