import Stripe from "stripe";
import type { ForgetResult } from "../kept-card";
import type { ChargeResult, Failure, KeptChargeRequest } from "../port";
import { toStripe } from "./amounts";
import { asCharge, nameOf, uncertain } from "./charges";
import { attempt, type StripeClient } from "./client";
import { readToken } from "./kept-card";
import { findPayment } from "./payments";
import { expandIntent, refusalOfKept, statusOfKept } from "./statuses";

const noCard: Failure = { reason: "card_not_supported", railCode: "UNREADABLE_TOKEN" };

/**
 * A payment without its payer. Its idempotency key is the attempt's id, so that a repeated call is one payment. Where
 * the bank asks for the payer, this payment is over: Stripe's way back is a new one, with the payer present.
 */
export async function chargeKept(client: StripeClient, request: KeptChargeRequest): Promise<ChargeResult> {
  const amount = toStripe(request.amount);
  if (amount === null)
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" } };
  const token = readToken(request.token);
  if (!token) return { kind: "failed", failure: noCard };
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
export async function forget(client: StripeClient, text: string): Promise<ForgetResult> {
  const token = readToken(text);
  if (!token) return { kind: "forgotten" };
  const options = { timeout: client.readMs };
  const made = await attempt(client, "a payment method", () =>
    client.api.paymentMethods.detach(token.method, {}, options),
  );
  const isGone =
    made.kind === "ok" ||
    (made.kind === "refused" && made.error instanceof Stripe.errors.StripeInvalidRequestError);
  return { kind: isGone ? "forgotten" : "pending" };
}
