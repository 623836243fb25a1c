import type { PaymentRail } from "../port";
import type { openStripe } from "./calls";
import { pageMs, type StripeConfig } from "./config";

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
      callbackUrlPerRequest: false,
      emailRequired: false,
      promptTtlSeconds: pageMs / 1000,
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
