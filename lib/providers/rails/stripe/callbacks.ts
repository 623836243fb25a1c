import type Stripe from "stripe";
import { say } from "@/lib/domain/problem";
import type { CallbackVerdict, RawCallback } from "../port";
import { chargeStatus } from "./charges";
import type { StripeClient } from "./client";
import { disputeOf, sessionOfPayment } from "./disputes";

/** How old a signature may be. */
const toleranceS = 300;

/**
 * Verified by Stripe's own package. The callback only names a session: its status is read again, which also returns the
 * card and the fee. Events that are not ours or not needed are accepted and dropped.
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
  const events = await eventsIn(client, event);
  // When the owner of the event is unknown, Stripe must send it again.
  return { ...verdict, authentic: true, events: events ?? [], reply: { status: events ? 200 : 503 } };
}

type Events = CallbackVerdict["events"];

/** Null when the lookup fails now. */
async function eventsIn(client: StripeClient, event: Stripe.Event): Promise<Events | null> {
  if (isDispute(event)) return disputeEvents(client, event);
  return event.type === "charge.refunded" ? refundedEvents(client, event) : eventsOf(event);
}

/** Sent for our own refunds too. A refund made in Stripe's dashboard appears in the payment itself. */
async function refundedEvents(
  client: StripeClient,
  { id, data }: Stripe.ChargeRefundedEvent,
): Promise<Events | null> {
  const found = await sessionOfPayment(client, data.object.payment_intent);
  if (found.kind === "lost") return null;
  const ourId = found.value?.metadata?.attempt;
  return found.value && ourId ? [{ op: "charge", ourId, railRef: found.value.id, dedupeKey: id }] : [];
}

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
  return /^charge\.dispute\.(created|updated|closed)$/.test(event.type);
}

type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent;

/** A dispute names Stripe's payment, so the session is looked up. Null when that fails now. */
async function disputeEvents(client: StripeClient, event: DisputeEvent): Promise<Events | null> {
  const dispute = event.data.object;
  const found = await sessionOfPayment(client, dispute.payment_intent);
  if (found.kind === "lost") return null;
  const ourId = found.value?.metadata?.attempt;
  if (!found.value || !ourId) return [];
  const said = disputeOf(client, dispute);
  const told = { ourId, railRef: found.value.id, dedupeKey: event.id, dispute: said };
  if (event.type !== "charge.dispute.closed") {
    if (event.type === "charge.dispute.created")
      client.anomaly("needs_operator", say("rail_disputes", { id: dispute.id }));
    return [{ ...told, op: "dispute_opened" }];
  }
  if (said.state === "won") return [{ ...told, op: "dispute_won" }];
  // The outcome is read now, so that Stripe can be asked to send the event again if that fails.
  const claim = await chargeStatus(client, { attemptId: ourId, railRef: found.value.id });
  return claim.kind === "pending" ? null : [{ ...told, op: "charge", claim }];
}
