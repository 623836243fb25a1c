import type Stripe from "stripe";
import type { Money } from "@/lib/domain/money";
import type { DisputesResult, RailDispute, RefundRequest, StatusResult, TransferResult } from "../port";
import { failed, type State, transferBy, unsure, wordsBy } from "../wire/results";
import { attempt, fromStripe, type StripeClient, toStripe } from "./client";
import { findPayment } from "./payments";
import { chargeOf, refusalOf } from "./statuses";

/**
 * The status of a payment after its disputes and after refunds from Stripe's dashboard: reversed by the amount
 * they took. Stripe takes the money when a dispute opens and gives it back when it is won; we report it only when the
 * dispute is lost, because only then is it certain.
 */
export async function afterDisputes(
  client: StripeClient,
  intent: Stripe.PaymentIntent | null,
  status: StatusResult,
): Promise<StatusResult> {
  const charge = chargeOf(intent);
  if (status.kind !== "succeeded" || !intent || !charge) return status;
  const [disputes, refunded] = await Promise.all([
    charge.disputed ? listDisputes(client, charge.id) : [],
    charge.amount_refunded > 0 ? refundedElsewhere(client, intent.id) : 0,
  ]);
  if (disputes === null || refunded === null) return { kind: "pending" };
  const lost = disputes.filter((dispute) => dispute.status === "lost");
  const took = lost.reduce((sum, { amount }) => sum + amount, refunded);
  if (took === 0) return status;
  const { amount } = status.settlement;
  const back = fromStripe(took, amount.currency) ?? amount;
  return { kind: "reversed", settlement: { ...status.settlement, amount: least(back, amount) } };
}

/** Every dispute of a payment. */
export async function disputesOf(
  client: StripeClient,
  intent: Stripe.PaymentIntent | null,
): Promise<DisputesResult> {
  const charge = chargeOf(intent);
  if (!charge?.disputed) return { kind: "known", disputes: [] };
  const found = await listDisputes(client, charge.id);
  return found
    ? { kind: "known", disputes: found.map((one) => disputeOf(client, one)) }
    : { kind: "pending" };
}

/** A dispute as Stripe reports it. Its fee is in its balance transactions, in the currency of the account's balance. */
export function disputeOf(client: StripeClient, dispute: Stripe.Dispute): RailDispute {
  const { id, amount, currency, reason, created, evidence_details } = dispute;
  const due = evidence_details?.due_by;
  return {
    ref: id,
    state: stateOf(client, dispute.status),
    amount: fromStripe(amount, currency) ?? undefined,
    fee: feeOf(dispute),
    reason: reason ?? undefined,
    openedAt: created ? new Date(created * 1000) : undefined,
    dueAt: due ? new Date(due * 1000) : undefined,
  };
}

function stateOf(client: StripeClient, status: string): RailDispute["state"] {
  if (status === "lost") return "lost";
  if (status === "won" || status === "warning_closed") return "won";
  if (!/^(warning_)?(needs_response|under_review)$/.test(status))
    client.anomaly("unknown_word", `dispute status ${status}`);
  return "open";
}

function feeOf({ balance_transactions: moved }: Stripe.Dispute): Money | undefined {
  const [first] = moved ?? [];
  if (!first) return undefined;
  const fee = moved
    .filter(({ currency }) => currency === first.currency)
    .reduce((sum, one) => sum + one.fee, 0);
  return fromStripe(fee, first.currency) ?? undefined;
}

async function listDisputes(client: StripeClient, charge: string): Promise<Stripe.Dispute[] | null> {
  const found = await attempt(client, "disputes", (reading) =>
    client.api.disputes.list({ charge, limit: 100 }, reading),
  );
  return found.kind === "ok" ? found.value.data : null;
}

/** The sum of refunds that we did not request: our own refunds carry our id. */
async function refundedElsewhere(client: StripeClient, payment_intent: string): Promise<number | null> {
  const found = await listRefunds(client, payment_intent);
  if (found.kind !== "ok") return null;
  const others = found.value.data.filter(
    ({ status, metadata }) => status === "succeeded" && !metadata?.refundId,
  );
  return others.reduce((sum, { amount }) => sum + amount, 0);
}

function listRefunds(client: StripeClient, payment_intent: string) {
  return attempt(client, "refunds", (reading) =>
    client.api.refunds.list({ payment_intent, limit: 100 }, reading),
  );
}

function least(a: Money, b: Money): Money {
  return a.minor < b.minor ? a : b;
}

/**
 * Our id is the key and is stored in the refund. The refund is searched first, since a key is forgotten after a day.
 * Without Stripe's id, the refund is found again by our id.
 */
export async function refund(client: StripeClient, request: RefundRequest): Promise<TransferResult> {
  const { refundId, attemptId, railRef, amount } = request;
  const intent = await intentIdOf(client, { attemptId, railRef });
  if (!intent) return unsure();
  const before = await findRefund(client, refundId, intent);
  if (before.kind !== "not_found") return before;
  const stripeAmount = toStripe(amount);
  if (stripeAmount === null) return failed("amount_out_of_range", "INVALID_AMOUNT");
  const params = { payment_intent: intent, amount: stripeAmount, metadata: { refundId } };
  const options = { idempotencyKey: refundId, timeout: client.initiateMs };
  const made = await attempt(client, "a refund", () => client.api.refunds.create(params, options));
  if (made.kind === "lost") return unsure();
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
    return intent ? findRefund(client, ref.refundId, intent) : unsure();
  }
  const found = await attempt(client, "a refund", (reading) =>
    client.api.refunds.retrieve(railRef, {}, reading),
  );
  return found.kind === "ok" ? resultOf(client, found.value) : unsure(railRef);
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
  const list = await listRefunds(client, intent);
  if (list.kind !== "ok") return unsure();
  const found = list.value.data.find(({ metadata }) => metadata?.refundId === refundId);
  if (found) return resultOf(client, found);
  return list.value.has_more ? unsure() : { kind: "not_found" };
}

const refundWords = wordsBy<State>({
  paid: "succeeded",
  failed: "failed canceled",
  open: "pending requires_action",
});

function resultOf(client: StripeClient, { id, status, failure_reason }: Stripe.Refund): TransferResult {
  const word = String(status);
  const failure = () => ({ reason: "unknown" as const, railCode: failure_reason ?? word });
  return transferBy(client, "refund", refundWords, word, { railRef: id, failure });
}
