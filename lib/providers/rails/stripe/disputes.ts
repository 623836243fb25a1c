import type Stripe from "stripe";
import type { StatusResult } from "../port";
import { attempt, type Outcome, type StripeClient } from "./client";
import { chargeOf } from "./statuses";

/** The session that a disputed payment was made at; null when it was made elsewhere. */
export async function sessionOfDispute(
  client: StripeClient,
  { payment_intent }: Stripe.Dispute,
): Promise<{ kind: "ok"; value: Stripe.Checkout.Session | null } | { kind: "lost" }> {
  const intent = typeof payment_intent === "string" ? payment_intent : payment_intent?.id;
  if (!intent) return { kind: "ok", value: null };
  const found = await attempt(client, "a disputed session", () =>
    client.api.checkout.sessions.list({ payment_intent: intent, limit: 1 }, { timeout: client.readMs }),
  );
  return found.kind === "ok" ? { kind: "ok", value: found.value.data[0] ?? null } : { kind: "lost" };
}

/**
 * What a paid session is after its disputes: reversed when one about all of its money was lost. Stripe takes the money
 * when a dispute is opened and gives it back when it is won; we say so at its end, when it is sure.
 */
export async function afterDisputes(
  client: StripeClient,
  session: Stripe.Checkout.Session,
  status: StatusResult,
): Promise<StatusResult> {
  const charge = chargeOf(session);
  if (status.kind !== "succeeded" || !charge?.disputed) return status;
  const found: Outcome<Stripe.ApiList<Stripe.Dispute>> = await attempt(client, "disputes", () =>
    client.api.disputes.list({ charge: charge.id, limit: 10 }, { timeout: client.readMs }),
  );
  if (found.kind !== "ok") return { kind: "pending" };
  const lost = found.value.data.filter((dispute) => dispute.status === "lost");
  if (lost.length === 0) return status;
  if (lost.some((dispute) => dispute.amount >= charge.amount - charge.amount_refunded))
    return { kind: "reversed", settlement: status.settlement };
  client.odd("needs_operator", `a dispute about a part of a payment was lost: ${lost[0]?.id}`);
  return status;
}
