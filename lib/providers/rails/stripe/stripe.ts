import type { PaymentRail } from "../port";
import { parseCallback } from "./callbacks";
import { charge, chargeStatus, pageMs } from "./charges";
import { attempt, createStripeClient, type StripeClient } from "./client";
import type { StripeConfig } from "./config";
import { refund, refundStatus } from "./refunds";

/** Cards at Stripe's page. No mobile money, and nobody but the account's owner is paid out. */
export function createStripe(config: StripeConfig): PaymentRail {
  const client = createStripeClient(config);
  return {
    id: "stripe",
    capabilities: {
      methods: ["card"],
      refund: "partial",
      payout: [],
      callbackAuth: "signed",
      callbackUrlPerRequest: false,
      emailRequired: false,
      promptTtlSeconds: pageMs / 1000,
    },
    networks: async () => [],
    charge: (request) => charge(client, request),
    chargeStatus: (ref) => chargeStatus(client, ref),
    parseCallback: async (raw) => parseCallback(client, config.webhookSecret, raw),
    refund: (request) => refund(client, request),
    refundStatus: (ref) => refundStatus(client, ref),
    health: () => health(client),
  };
}

async function health(client: StripeClient) {
  const options = { timeout: client.readMs };
  const read = await attempt(client, "the balance", () => client.api.balance.retrieve({}, options));
  if (read.kind !== "ok") return { ok: false, detail: "Stripe did not answer, or does not accept the key." };
  return { ok: true, detail: read.value.livemode ? "Live" : "Test mode: no real money moves." };
}
