import type Stripe from "stripe";
import type { CallbackVerdict, RawCallback } from "../port";
import { chargeStatus } from "./charges";
import type { StripeClient } from "./client";
import { sessionOfDispute } from "./disputes";

/** How old a signature may be. */
const toleranceS = 300;

/**
 * Verified by Stripe's own package. A session is only named: its status is read again, which brings the card and the
 * fee as well. What was not made by us, or is of no use to us, is taken and dropped.
 */
export async function parseCallback(
  client: StripeClient,
  webhookSecret: string,
  raw: RawCallback,
): Promise<CallbackVerdict> {
  const verdict = { auth: "signed" as const, events: [] };
  const header = raw.headers["stripe-signature"] ?? "";
  let event: Stripe.Event;
  try {
    const { webhooks } = client.api;
    const nowMs = client.now().getTime();
    event = webhooks.constructEvent(raw.body, header, webhookSecret, toleranceS, undefined, nowMs);
  } catch {
    return { ...verdict, authentic: false, reply: { status: 400 } };
  }
  const events = isDispute(event) ? await disputeEvents(client, event) : eventsOf(event);
  // Not knowing whose it is, we ask for it again.
  return { ...verdict, authentic: true, events: events ?? [], reply: { status: events ? 200 : 503 } };
}

type Events = CallbackVerdict["events"];

function eventsOf(event: Stripe.Event): Events {
  const dedupeKey = event.id;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
    case "checkout.session.expired": {
      const { id, metadata } = event.data.object;
      return metadata?.attempt ? [{ op: "charge", ourId: metadata.attempt, railRef: id, dedupeKey }] : [];
    }
    case "refund.updated":
    case "refund.failed": {
      const { id, metadata } = event.data.object;
      return metadata?.refundId ? [{ op: "refund", ourId: metadata.refundId, railRef: id, dedupeKey }] : [];
    }
    default:
      return [];
  }
}

function isDispute(event: Stripe.Event): event is DisputeEvent {
  return event.type === "charge.dispute.created" || event.type === "charge.dispute.closed";
}

type DisputeEvent = Stripe.ChargeDisputeCreatedEvent | Stripe.ChargeDisputeClosedEvent;

/** A dispute names Stripe's payment, so the session is looked up. Null when that cannot be done now. */
async function disputeEvents(client: StripeClient, event: DisputeEvent): Promise<Events | null> {
  const dispute = event.data.object;
  const found = await sessionOfDispute(client, dispute);
  if (found.kind === "lost") return null;
  const ourId = found.value?.metadata?.attempt;
  if (!found.value || !ourId) return [];
  const told = { ourId, railRef: found.value.id, dedupeKey: event.id };
  if (event.type === "charge.dispute.closed") {
    if (dispute.status !== "lost") return [{ ...told, op: "dispute_won" }];
    // Nobody asks again about a payment that was made: its end is read while Stripe can still be told to send this again.
    const claim = await chargeStatus(client, { attemptId: ourId, railRef: found.value.id });
    return claim.kind === "pending" ? null : [{ ...told, op: "charge", claim }];
  }
  client.odd("needs_operator", `the payer disputes a payment: ${dispute.id}`);
  return [{ ...told, op: "dispute_opened" }];
}
