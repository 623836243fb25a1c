import Stripe from "stripe";
import type { ChargeRequest, ChargeResult, DisputesResult, StatusResult } from "../port";
import { failed } from "../wire/results";
import { attempt, type StripeClient, toStripe } from "./client";
import { pageMs } from "./config";
import { afterDisputes, disputesOf } from "./money-back";
import { findPayment, findSession } from "./payments";
import { refusalOf, statusOf } from "./statuses";

/** A page at Stripe. Its idempotency key is the attempt's id, so that a repeated call is one page. */
export async function charge(client: StripeClient, request: ChargeRequest): Promise<ChargeResult> {
  const amount = toStripe(request.amount);
  if (request.method !== "card") return failed("rail_misconfigured", "CARDS_ONLY");
  if (amount === null) return failed("amount_out_of_range", "INVALID_AMOUNT");
  const { attemptId } = request;
  const params = paramsOf(client, request, amount);
  const options = { idempotencyKey: attemptId, maxNetworkRetries: 1, timeout: client.initiateMs / 2 };
  const made = await attempt(client, "a session", () => client.api.checkout.sessions.create(params, options));
  if (made.kind === "lost") return uncertainPage(client, attemptId);
  if (made.kind === "ok") return asPage(client, made.value);
  // The same key with other parameters: an earlier request of ours, whose page may be in use.
  if (made.error instanceof Stripe.errors.StripeIdempotencyError) return findAgain(client, attemptId);
  return { kind: "failed", failure: refusalOf(client, made.error) };
}

export async function chargeStatus(
  client: StripeClient,
  ref: { attemptId: string; railRef?: string },
): Promise<StatusResult> {
  const found = await findPayment(client, ref);
  if (found.kind === "lost") return { kind: "pending" };
  return found.value
    ? afterDisputes(client, found.value.intent, found.value.status())
    : { kind: "not_found" };
}

export async function disputes(
  client: StripeClient,
  ref: { attemptId: string; railRef?: string },
): Promise<DisputesResult> {
  const found = await findPayment(client, ref);
  return found.kind === "lost" ? { kind: "pending" } : disputesOf(client, found.value?.intent ?? null);
}

function paramsOf(
  client: StripeClient,
  request: ChargeRequest,
  amount: number,
): Stripe.Checkout.SessionCreateParams {
  const { attemptId, payer, returnUrl, cancelUrl, metadata, keep } = request;
  const name = nameOf(request);
  const marks = { ...metadata, attempt: attemptId };
  return {
    mode: "payment",
    client_reference_id: attemptId,
    customer_email: payer.email || undefined,
    locale: "auto",
    success_url: returnUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor((client.now().getTime() + pageMs) / 1000),
    allowed_payment_method_types: ["card"],
    // The requested currency is the paid one: no other currency is offered.
    adaptive_pricing: { enabled: false },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.amount.currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name },
        },
      },
    ],
    payment_intent_data: {
      description: name,
      metadata: marks,
      ...(keep ? { setup_future_usage: "off_session" } : {}),
    },
    metadata: marks,
    ...(keep ? keeping : {}),
  };
}

/** A card is attached to a customer alone. Our own page has shown what the payer agrees to. */
const keeping = {
  customer_creation: "always",
  consent_collection: { payment_method_reuse_agreement: { position: "hidden" } },
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

/** What the payer reads. */
export function nameOf({ description }: Pick<ChargeRequest, "description">): string {
  return description.slice(0, 200) || "Payment";
}

async function findAgain(client: StripeClient, attemptId: string): Promise<ChargeResult> {
  const found = await findSession(client, attemptId);
  if (found.kind === "lost" || !found.value) return uncertainPage(client, attemptId);
  return asPage(client, found.value);
}

function asPage(client: StripeClient, session: Stripe.Checkout.Session): ChargeResult {
  const status = statusOf(client, session);
  if (status.kind !== "pending" || !status.redirectUrl) return asCharge(client, session.id, status);
  const expiresAt = new Date(session.expires_at * 1000);
  return { kind: "requires_redirect", railRef: session.id, url: status.redirectUrl, expiresAt };
}

export function asCharge(client: StripeClient, railRef: string, status: StatusResult): ChargeResult {
  if (status.kind === "succeeded" || status.kind === "reversed")
    return { kind: "succeeded", settlement: status.settlement };
  if (status.kind === "failed") return { kind: "failed", railRef, failure: status.failure };
  return { ...waiting(client), railRef };
}

/** Stripe's id of the session is not known yet; the session is found by our id. */
function uncertainPage(client: StripeClient, attemptId: string): ChargeResult {
  client.anomaly("unreachable", `the page of attempt ${attemptId} may be open without its payer`);
  return uncertain(client);
}

export function uncertain(client: StripeClient): ChargeResult {
  return { ...waiting(client), uncertain: true };
}

function waiting(client: StripeClient): Extract<ChargeResult, { kind: "pending" }> {
  const expiresAt = new Date(client.now().getTime() + pageMs);
  return { kind: "pending", railRef: "", prompt: { type: "wait" }, pollAfterMs: 5_000, expiresAt };
}
