import type Stripe from "stripe";
import type { RefundRequest, TransferResult } from "../port";
import { toStripe } from "./amounts";
import { attempt, type StripeClient } from "./client";
import { findPayment } from "./payments";
import { refusalOf } from "./statuses";

/**
 * Our id is the key and is stored in the refund. The refund is searched first, since a key is forgotten after a day.
 */
export async function refund(client: StripeClient, request: RefundRequest): Promise<TransferResult> {
  const { refundId, attemptId, railRef, amount } = request;
  const intent = await intentIdOf(client, { attemptId, railRef });
  if (!intent) return open();
  const before = await findRefund(client, refundId, intent);
  if (before.kind !== "not_found") return before;
  const stripeAmount = toStripe(amount);
  if (stripeAmount === null)
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" } };
  const params = { payment_intent: intent, amount: stripeAmount, metadata: { refundId } };
  const options = { idempotencyKey: refundId, timeout: client.initiateMs };
  const made = await attempt(client, "a refund", () => client.api.refunds.create(params, options));
  if (made.kind === "lost") return open();
  if (made.kind === "ok") return resultOf(client, made.value);
  const failure = refusalOf(client, made.error);
  // Only the message says that the amount is more than what is left.
  const isTooMuch = /greater than unrefunded|already been refunded/i.test(made.error.message);
  return { kind: "failed", failure: isTooMuch ? { ...failure, reason: "amount_out_of_range" } : failure };
}

export async function refundStatus(
  client: StripeClient,
  ref: { refundId: string; railRef?: string; charge?: { attemptId: string; railRef?: string } },
): Promise<TransferResult> {
  const { railRef, charge } = ref;
  if (!railRef) {
    const intent = charge ? await intentIdOf(client, charge) : null;
    return intent ? findRefund(client, ref.refundId, intent) : open();
  }
  const options = { timeout: client.readMs };
  const found = await attempt(client, "a refund", () => client.api.refunds.retrieve(railRef, {}, options));
  return found.kind === "ok" ? resultOf(client, found.value) : open(railRef);
}

async function intentIdOf(
  client: StripeClient,
  charge: { attemptId: string; railRef?: string },
): Promise<string | null> {
  const found = await findPayment(client, charge);
  return found.kind === "ok" ? (found.value?.intent?.id ?? null) : null;
}

/** A payment has few refunds, so one page holds all of them. */
async function findRefund(client: StripeClient, refundId: string, intent: string): Promise<TransferResult> {
  const params = { payment_intent: intent, limit: 100 };
  const options = { timeout: client.readMs };
  const list = await attempt(client, "refunds", () => client.api.refunds.list(params, options));
  if (list.kind !== "ok") return open();
  const found = list.value.data.find(({ metadata }) => metadata?.refundId === refundId);
  if (found) return resultOf(client, found);
  return list.value.has_more ? open() : { kind: "not_found" };
}

function resultOf(client: StripeClient, { id, status, failure_reason }: Stripe.Refund): TransferResult {
  switch (status) {
    case "succeeded":
      return { kind: "succeeded", railRef: id, at: client.now() };
    case "failed":
    case "canceled":
      return {
        kind: "failed",
        railRef: id,
        failure: { reason: "unknown", railCode: failure_reason ?? status },
      };
    case "pending":
    case "requires_action":
      return { kind: "pending", railRef: id };
    default:
      client.anomaly("unknown_word", `refund status ${status}`);
      return { kind: "pending", railRef: id };
  }
}

/** Without Stripe's id, the refund is found again by our id. */
function open(railRef = ""): TransferResult {
  return { kind: "pending", railRef, uncertain: true };
}
