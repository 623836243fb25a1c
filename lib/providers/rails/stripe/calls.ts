import { say } from "@/lib/domain/problem";
import type { PaymentRail } from "../port";
import { parseCallback } from "./callbacks";
import { charge, chargeStatus, disputes } from "./charges";
import { attempt, createStripeClient, type StripeClient } from "./client";
import type { StripeConfig } from "./config";
import { chargeKept, forget } from "./kept-charges";
import { refund, refundStatus } from "./refunds";
import { statement } from "./statement";

/** The requests to Stripe, through its own package. */
export function openStripe(config: StripeConfig) {
  const client = createStripeClient(config);
  return {
    charge: (request) => charge(client, request),
    chargeKept: (request) => chargeKept(client, request),
    forget: (token) => forget(client, token),
    chargeStatus: (ref) => chargeStatus(client, ref),
    disputes: (ref) => disputes(client, ref),
    parseCallback: (raw) => parseCallback(client, config.webhookSecret, raw),
    refund: (request) => refund(client, request),
    refundStatus: (ref) => refundStatus(client, ref),
    statement: (range) => statement(client, range),
    health: () => health(client),
  } satisfies Partial<PaymentRail>;
}

async function health(client: StripeClient) {
  const options = { timeout: client.readMs };
  const read = await attempt(client, "the balance", () => client.api.balance.retrieve({}, options));
  if (read.kind !== "ok") return { ok: false, detail: say("rail_check_stripe") };
  return { ok: true, detail: say(read.value.livemode ? "rail_check_live" : "rail_check_test") };
}
