import { z } from "zod";
import { createFlutterwave } from "@/lib/providers/rails/flutterwave/flutterwave";
import { createPawapay } from "@/lib/providers/rails/pawapay/pawapay";
import { createPaystack } from "@/lib/providers/rails/paystack/paystack";
import { isYes, key, modeOf, secret } from "./fields";
import { type RailKind, railKind } from "./kind";
import { mtnMomo } from "./mtn-momo-kind";
import { stripe } from "./stripe-kind";

const pawapay = railKind({
  facts: {
    id: "pawapay",
    name: "pawaPay",
    covers: "Mobile money in 20 countries: payments, payouts and refunds. No cards, no banks.",
    fields: [
      secret("apiToken", "RAIL_PAWAPAY_API_TOKEN", "API token"),
      {
        name: "requireSignedCallbacks",
        variable: "RAIL_PAWAPAY_REQUIRE_SIGNED_CALLBACKS",
        label: "Refuse callbacks without a signature",
        help: "Turn on “signed callbacks” in pawaPay’s dashboard first. Without it every callback is checked by asking pawaPay.",
        kind: "switch",
        isOptional: true,
      },
    ],
    steps: [
      "In pawaPay’s dashboard, under System configuration, set the callback URL below for deposits, payouts and refunds.",
      "Turn on signed callbacks there.",
      "Create an API token and enter it here. The sandbox has a dashboard and tokens of its own.",
      "Fund the payout wallet of each country that sellers are paid out in.",
    ],
  },
  credentials: z.object({
    apiToken: key("rail_token", /^\S{20,4000}$/, "rail_token_shape"),
    requireSignedCallbacks: z.string().optional(),
  }),
  create: ({ apiToken, requireSignedCallbacks }, { livemode, baseUrl, callbackUrl, now, onOdd }) =>
    createPawapay({
      ...{ apiToken, callbackUrl, now, onOdd },
      requireSignedCallbacks: isYes(requireSignedCallbacks),
      baseUrl: baseUrl ?? (livemode ? "https://api.pawapay.io" : "https://api.sandbox.pawapay.io"),
    }),
});

const flutterwave = railKind({
  facts: {
    id: "flutterwave",
    name: "Flutterwave",
    covers: "Cards and mobile money at its own page; payouts to wallets and banks; refunds.",
    fields: [
      secret("secretKey", "RAIL_FLUTTERWAVE_SECRET_KEY", "Secret key", "FLWSECK-… or FLWSECK_TEST-…"),
      secret(
        "webhookHash",
        "RAIL_FLUTTERWAVE_WEBHOOK_HASH",
        "Secret hash",
        "A long random text that you make up and enter there too. Flutterwave sends it with every callback.",
      ),
    ],
    steps: [
      "In Flutterwave’s dashboard, under Settings, Webhooks, set the URL below and the secret hash, and turn on retries.",
      "Under Settings, API keys, copy the secret key of the same mode and enter it here.",
      "Under Settings, Whitelisted IP addresses, add the address of this server, and have transfers by API turned on, or payouts are refused.",
      "Ask its support to turn on refund webhooks; without them refunds are found by asking.",
    ],
  },
  credentials: z.object({
    secretKey: key("rail_key", /^FLWSECK(_TEST)?-\S{8,200}$/, "rail_flutterwave_key"),
    webhookHash: key("rail_hash", /^\S{16,200}$/, "rail_hash_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) =>
    modeOf("secretKey", !secretKey.startsWith("FLWSECK_TEST-"), livemode),
  create: ({ secretKey, webhookHash }, { mailDomain, serviceName, baseUrl, now, onOdd }) =>
    createFlutterwave({
      ...{ secretKey, webhookHash, mailDomain, senderName: serviceName, now, onOdd },
      ...(baseUrl ? { baseUrl } : {}),
    }),
});

const paystack = railKind({
  facts: {
    id: "paystack",
    name: "Paystack",
    covers: "Cards; mobile money in Ghana, Kenya and Côte d’Ivoire; payouts to wallets and banks; refunds.",
    fields: [secret("secretKey", "RAIL_PAYSTACK_SECRET_KEY", "Secret key", "sk_live_… or sk_test_…")],
    steps: [
      "In Paystack’s dashboard, under Settings, API keys and webhooks, set the webhook URL below. Live and test have one each.",
      "Copy the secret key of the same mode and enter it here.",
      "Under Settings, Preferences, turn off “confirm transfers before sending”, or every payout waits for a code.",
      "Keep a balance from which payouts are made.",
    ],
  },
  credentials: z.object({
    secretKey: key("rail_key", /^sk_(live|test)_\S{8,200}$/, "rail_paystack_key"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", secretKey.startsWith("sk_live_"), livemode),
  create: ({ secretKey }, { mailDomain, baseUrl, now, onOdd }) =>
    createPaystack({ ...{ secretKey, mailDomain, now, onOdd }, ...(baseUrl ? { baseUrl } : {}) }),
});

/** Every rail that can be set up, in the order in which they are offered. */
export const railKinds: readonly RailKind[] = [pawapay, flutterwave, paystack, stripe, mtnMomo];

export function kindOf(id: string): RailKind | null {
  return railKinds.find((kind) => kind.id === id) ?? null;
}
