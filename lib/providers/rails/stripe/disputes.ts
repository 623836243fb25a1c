import type Stripe from "stripe";
import type { Money } from "@/lib/domain/money";
import type { DisputesResult, RailDispute, StatusResult } from "../port";
import { fromStripe } from "./amounts";
import { attempt, type StripeClient } from "./client";
import { chargeOf } from "./statuses";

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
  const found = await attempt(client, "disputes", () =>
    client.api.disputes.list({ charge, limit: 100 }, { timeout: client.readMs }),
  );
  return found.kind === "ok" ? found.value.data : null;
}

/** The sum of refunds that we did not request: our own refunds carry our id. */
async function refundedElsewhere(client: StripeClient, payment_intent: string): Promise<number | null> {
  const found = await attempt(client, "refunds", () =>
    client.api.refunds.list({ payment_intent, limit: 100 }, { timeout: client.readMs }),
  );
  if (found.kind !== "ok") return null;
  const others = found.value.data.filter(
    ({ status, metadata }) => status === "succeeded" && !metadata?.refundId,
  );
  return others.reduce((sum, { amount }) => sum + amount, 0);
}

function least(a: Money, b: Money): Money {
  return a.minor < b.minor ? a : b;
}
