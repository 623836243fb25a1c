import { z } from "zod";
import { key, modeOf, railKind, secret } from "../kind";
import type { PaymentRail } from "../port";
import type { openStripe } from "./calls";
import { type StripeConfig, stripeEvents } from "./config";

/**
 * Cards on Stripe's page. No mobile money, and payouts only to the account's owner. Stripe's package takes 8 MB of
 * memory, so the first call loads it: a service without Stripe never does.
 */
export function createStripe(config: StripeConfig): PaymentRail {
  let opened: Promise<ReturnType<typeof openStripe>> | undefined;
  const stripe = () => {
    opened ??= import("./calls").then((calls) => calls.openStripe(config));
    return opened;
  };
  return {
    id: "stripe",
    capabilities: {
      methods: ["card"],
      refund: "partial",
      payout: [],
      keeps: ["card"],
      callbackAuth: "signed",
    },
    networks: async () => [],
    charge: async (request) => (await stripe()).charge(request),
    chargeKept: async (request) => (await stripe()).chargeKept(request),
    forget: async (token) => (await stripe()).forget(token),
    chargeStatus: async (ref) => (await stripe()).chargeStatus(ref),
    disputes: async (ref) => (await stripe()).disputes(ref),
    parseCallback: async (raw) => (await stripe()).parseCallback(raw),
    refund: async (request) => (await stripe()).refund(request),
    refundStatus: async (ref) => (await stripe()).refundStatus(ref),
    statement: async (range) => (await stripe()).statement(range),
    health: async () => (await stripe()).health(),
  };
}

export const stripe = railKind({
  facts: {
    id: "stripe",
    name: "Stripe",
    fields: [secret("secretKey", "Secret key"), secret("webhookSecret", "Signing secret of the endpoint")],
    ...{ countries: [], keeps: ["card"] },
    routing: {
      "charge/mobile_money": null,
      "charge/card": 1,
      "payout/mobile_money": null,
      "payout/bank": null,
    },
    events: stripeEvents,
  },
  credentials: z.object({
    secretKey: key("rail_key", /^[sr]k_(live|test)_\S{8,250}$/, "rail_stripe_key"),
    webhookSecret: key("rail_signing", /^whsec_\S{8,250}$/, "rail_signing_shape"),
  }),
  modeProblems: ({ secretKey }, livemode) => modeOf("secretKey", /^[sr]k_live_/.test(secretKey), livemode),
  create: (credentials, context) => createStripe({ ...credentials, ...context }),
});
