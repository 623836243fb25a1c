import Stripe from "stripe";
import type { ChargeRequest, ChargeResult, DisputesResult, StatusResult } from "../port";
import { toStripe } from "./amounts";
import { attempt, type Outcome, type StripeClient } from "./client";
import { pageMs } from "./config";
import { afterDisputes, disputesOf } from "./disputes";
import { expand, refusalOf, statusOf } from "./statuses";

/** A page at Stripe. Its idempotency key is the attempt's id, so that a repeated call is one page. */
export async function charge(client: StripeClient, request: ChargeRequest): Promise<ChargeResult> {
  const amount = toStripe(request.amount);
  if (request.method !== "card")
    return { kind: "failed", failure: { reason: "rail_misconfigured", railCode: "CARDS_ONLY" } };
  if (amount === null)
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" } };
  const { attemptId } = request;
  const params = paramsOf(client, request, amount);
  const options = { idempotencyKey: attemptId, maxNetworkRetries: 1, timeout: client.initiateMs / 2 };
  const made = await attempt(client, "a session", () => client.api.checkout.sessions.create(params, options));
  if (made.kind === "lost") return uncertain(client, attemptId);
  if (made.kind === "ok") return asCharge(client, made.value.id, statusOf(client, made.value), made.value);
  // The same key with other parameters: an earlier request of ours, whose page may be in use.
  if (made.error instanceof Stripe.errors.StripeIdempotencyError) return findAgain(client, attemptId);
  return { kind: "failed", failure: refusalOf(client, made.error) };
}

export async function chargeStatus(
  client: StripeClient,
  ref: { attemptId: string; railRef?: string },
): Promise<StatusResult> {
  const found = await findSession(client, ref);
  if (found.kind === "lost") return { kind: "pending" };
  return found.value
    ? afterDisputes(client, found.value, statusOf(client, found.value))
    : { kind: "not_found" };
}

export async function disputes(
  client: StripeClient,
  ref: { attemptId: string; railRef?: string },
): Promise<DisputesResult> {
  const found = await findSession(client, ref);
  return found.kind === "lost" ? { kind: "pending" } : disputesOf(client, found.value);
}

/**
 * The session of an attempt: by Stripe's id, otherwise by our id among the sessions of the last days. Null when there
 * is none; `lost` when that is unknown.
 */
export async function findSession(
  client: StripeClient,
  { attemptId, railRef }: { attemptId: string; railRef?: string },
): Promise<{ kind: "ok"; value: Stripe.Checkout.Session | null } | { kind: "lost" }> {
  const options = { timeout: client.readMs };
  const id = railRef || (await idOf(client, attemptId));
  if (id === null || typeof id === "object") return id ?? { kind: "ok", value: null };
  const found = await attempt(client, "a session", () =>
    client.api.checkout.sessions.retrieve(id, { expand }, options),
  );
  if (found.kind === "refused") return isMissing(found) ? { kind: "ok", value: null } : { kind: "lost" };
  if (found.kind === "lost" || found.value.client_reference_id === attemptId) return found;
  client.anomaly("unreadable", "a session of another attempt");
  return { kind: "lost" };
}

const sessionsMax = 500;
const daysBackS = 4 * 24 * 60 * 60;

async function idOf(client: StripeClient, attemptId: string): Promise<string | null | { kind: "lost" }> {
  const gte = Math.floor(client.now().getTime() / 1000) - daysBackS;
  let seen = 0;
  for (let after: string | undefined; ; ) {
    const page = await attempt(client, "sessions", () =>
      client.api.checkout.sessions.list(
        { limit: 100, created: { gte }, starting_after: after },
        { timeout: client.readMs },
      ),
    );
    if (page.kind !== "ok") return { kind: "lost" };
    const { data, has_more } = page.value;
    const found = data.find((one) => one.client_reference_id === attemptId);
    if (found) return found.id;
    seen += data.length;
    after = data.at(-1)?.id;
    if (!has_more || !after) return null;
    if (seen >= sessionsMax) return { kind: "lost" };
  }
}

function isMissing(outcome: Extract<Outcome<unknown>, { kind: "refused" }>): boolean {
  return outcome.error.code === "resource_missing";
}

function paramsOf(
  client: StripeClient,
  request: ChargeRequest,
  amount: number,
): Stripe.Checkout.SessionCreateParams {
  const { attemptId, payer, returnUrl, cancelUrl, description, metadata } = request;
  const name = description.slice(0, 200) || "Payment";
  const kept = { ...metadata, attempt: attemptId };
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
    payment_intent_data: { description: name, metadata: kept },
    metadata: kept,
  };
}

async function findAgain(client: StripeClient, attemptId: string): Promise<ChargeResult> {
  const found = await findSession(client, { attemptId });
  if (found.kind === "lost" || !found.value) return uncertain(client, attemptId);
  return asCharge(client, found.value.id, statusOf(client, found.value), found.value);
}

function asCharge(
  client: StripeClient,
  railRef: string,
  status: StatusResult,
  { expires_at }: Stripe.Checkout.Session,
): ChargeResult {
  if (status.kind === "succeeded" || status.kind === "reversed")
    return { kind: "succeeded", settlement: status.settlement };
  if (status.kind === "failed") return { kind: "failed", railRef, failure: status.failure };
  if (status.kind === "pending" && status.redirectUrl)
    return {
      kind: "requires_redirect",
      railRef,
      url: status.redirectUrl,
      expiresAt: new Date(expires_at * 1000),
    };
  return { ...waiting(client), railRef };
}

/** Stripe's id of the session is not known yet; the session is found by our id. */
function uncertain(client: StripeClient, attemptId: string): ChargeResult {
  client.anomaly("unreachable", `the page of attempt ${attemptId} may be open without its payer`);
  return { ...waiting(client), uncertain: true };
}

function waiting(client: StripeClient): Extract<ChargeResult, { kind: "pending" }> {
  const expiresAt = new Date(client.now().getTime() + pageMs);
  return { kind: "pending", railRef: "", prompt: { type: "wait" }, pollAfterMs: 5_000, expiresAt };
}
