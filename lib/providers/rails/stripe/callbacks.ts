import type Stripe from "stripe";
import { say } from "@/lib/domain/refusal";
import type { CardChange } from "../kept-card";
import type { CallbackVerdict, RawCallback } from "../port";
import { chargeStatus } from "./charges";
import type { StripeClient } from "./client";
import { disputeOf } from "./money-back";
import { isKept, ownerOf } from "./payments";
import { changedCardOf, tokenOf } from "./statuses";

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
  const cards = cardsIn(event);
  if (cards) return { ...verdict, authentic: true, cards, reply: { status: 200 } };
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
  const found = await ownerOf(client, data.object.payment_intent);
  if (found.kind === "lost") return null;
  return found.value
    ? [{ op: "charge", ourId: found.value.attemptId, railRef: found.value.railRef, dedupeKey: id }]
    : [];
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
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.processing": {
      const { id, metadata } = event.data.object;
      if (!isKept(event.data.object) || !metadata.attempt) return [];
      return [{ op: "charge", ourId: metadata.attempt, railRef: id, dedupeKey }];
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

/** A card that its bank replaced, or that was taken off its customer. Null: the event is about something else. */
function cardsIn(event: Stripe.Event): CardChange[] | null {
  if (event.type === "payment_method.automatically_updated") {
    const card = changedCardOf(event.data.object);
    return card ? [{ token: card.token, card }] : [];
  }
  if (event.type !== "payment_method.detached") return null;
  const { object, previous_attributes } = event.data;
  const customer = previous_attributes?.customer;
  if (typeof customer !== "string") return [];
  return [{ token: tokenOf({ customer, method: object.id }), card: null }];
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
  const found = await ownerOf(client, dispute.payment_intent);
  if (found.kind === "lost") return null;
  if (!found.value) return [];
  const { attemptId: ourId, railRef } = found.value;
  const said = disputeOf(client, dispute);
  const told = { ourId, railRef, dedupeKey: event.id, dispute: said };
  if (event.type !== "charge.dispute.closed") {
    if (event.type === "charge.dispute.created")
      client.anomaly("needs_operator", say("rail_disputes", { id: dispute.id }));
    return [{ ...told, op: "dispute_opened" }];
  }
  if (said.state === "won") return [{ ...told, op: "dispute_won" }];
  // The outcome is read now, so that Stripe can be asked to send the event again if that fails.
  const claim = await chargeStatus(client, { attemptId: ourId, railRef });
  return claim.kind === "pending" ? null : [{ ...told, op: "charge", claim }];
}
