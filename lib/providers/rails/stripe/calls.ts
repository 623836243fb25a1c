import Stripe from "stripe";
import { say } from "@/lib/domain/refusal";
import type { ForgetResult } from "../kept-card";
import type { ChargeResult, KeptChargeRequest, PaymentRail } from "../port";
import { failed } from "../wire/results";
import { parseCallback } from "./callbacks";
import { asCharge, charge, chargeStatus, disputes, nameOf, uncertain } from "./charges";
import { attempt, createStripeClient, type StripeClient, toStripe } from "./client";
import type { StripeConfig } from "./config";
import { refund, refundStatus } from "./money-back";
import { findPayment } from "./payments";
import { statement } from "./statement";
import { expandIntent, readToken, refusalOfKept, statusOfKept } from "./statuses";

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
  const read = await attempt(client, "the balance", (reading) => client.api.balance.retrieve({}, reading));
  if (read.kind !== "ok") return { ok: false, detail: say("rail_check_stripe") };
  return { ok: true, detail: say(read.value.livemode ? "rail_check_live" : "rail_check_test") };
}

/**
 * A payment without its payer. Its idempotency key is the attempt's id, so that a repeated call is one payment. Where
 * the bank asks for the payer, this payment is over: Stripe's way back is a new one, with the payer present.
 */
async function chargeKept(client: StripeClient, request: KeptChargeRequest): Promise<ChargeResult> {
  const amount = toStripe(request.amount);
  if (amount === null) return failed("amount_out_of_range", "INVALID_AMOUNT");
  const token = readToken(request.token);
  if (!token) return failed("card_not_supported", "UNREADABLE_TOKEN");
  const { attemptId } = request;
  const params: Stripe.PaymentIntentCreateParams = {
    amount,
    currency: request.amount.currency.toLowerCase(),
    customer: token.customer,
    payment_method: token.method,
    allowed_payment_method_types: ["card"],
    off_session: true,
    confirm: true,
    description: nameOf(request),
    metadata: { ...request.metadata, attempt: attemptId, kept: "card" },
    expand: expandIntent,
  };
  const options = { idempotencyKey: attemptId, maxNetworkRetries: 1, timeout: client.initiateMs / 2 };
  const made = await attempt(client, "a payment", () => client.api.paymentIntents.create(params, options));
  if (made.kind === "lost") return uncertain(client);
  if (made.kind === "ok") return asCharge(client, made.value.id, statusOfKept(client, made.value));
  // The same key with other parameters: an earlier request of ours, which may have been paid.
  if (made.error instanceof Stripe.errors.StripeIdempotencyError) return findAgain(client, attemptId);
  const railRef = made.error.payment_intent?.id;
  return { kind: "failed", ...(railRef ? { railRef } : {}), failure: refusalOfKept(client, made.error) };
}

async function findAgain(client: StripeClient, attemptId: string): Promise<ChargeResult> {
  const found = await findPayment(client, { attemptId });
  if (found.kind === "lost" || !found.value) return uncertain(client);
  return asCharge(client, found.value.railRef, found.value.status());
}

/** A method that Stripe does not know, or that is attached to nobody (any more), is forgotten. */
async function forget(client: StripeClient, text: string): Promise<ForgetResult> {
  const token = readToken(text);
  if (!token) return { kind: "forgotten" };
  const made = await attempt(client, "a payment method", (reading) =>
    client.api.paymentMethods.detach(token.method, {}, reading),
  );
  const isGone =
    made.kind === "ok" ||
    (made.kind === "refused" && made.error instanceof Stripe.errors.StripeInvalidRequestError);
  return { kind: isGone ? "forgotten" : "pending" };
}
