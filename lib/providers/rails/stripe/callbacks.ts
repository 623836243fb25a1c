import type Stripe from "stripe";
import type { CallbackVerdict, RawCallback } from "../port";
import type { StripeClient } from "./client";

/** What its endpoint has to be told of. */
export const stripeEvents = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
] as const;

/** How old a signature may be. */
const toleranceS = 300;

/**
 * Verified by Stripe's own package. A session is only named: its status is read again, which brings the card and the
 * fee as well. What was not made by us, or is of no use to us, is taken and dropped.
 */
export function parseCallback(
  client: StripeClient,
  webhookSecret: string,
  raw: RawCallback,
): CallbackVerdict {
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
  return { ...verdict, authentic: true, events: eventsOf(client, event), reply: { status: 200 } };
}

function eventsOf(client: StripeClient, event: Stripe.Event): CallbackVerdict["events"] {
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
    case "charge.dispute.created":
      client.odd("needs_operator", `the payer disputes a payment: ${event.data.object.id}`);
      return [];
    default:
      return [];
  }
}
