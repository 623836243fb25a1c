import type Stripe from "stripe";
import { expect, test } from "vitest";
import type { Anomaly } from "../wire/client";
import { createStripeClient } from "./client";
import { disputeOf } from "./money-back";
import { changedCardOf, statusOf, statusOfKept } from "./statuses";
import samples from "./stripe-samples.json";

// Stripe's own samples of its objects (stripe/openapi, openapi/fixtures3.json), of each the fields that are read here.

const anomaly: Anomaly[] = [];
const client = createStripeClient({
  ...{ secretKey: "sk_test_0", webhookSecret: "whsec_0", callbackUrl: "" },
  onAnomaly: (one) => void anomaly.push(one),
});
// Safe: they are Stripe's own.
const session = samples["checkout.session"] as unknown as Stripe.Checkout.Session;
const charge = {
  ...samples.charge,
  balance_transaction: samples.balance_transaction,
} as unknown as Stripe.Charge;
const intent = { ...samples.payment_intent, latest_charge: charge } as unknown as Stripe.PaymentIntent;
const usd = (minor: bigint) => ({ minor, currency: "USD" });

test("a page that nobody paid at leads to itself", () => {
  expect(statusOf(client, session)).toEqual({ kind: "pending", redirectUrl: session.url });
});

test("the same, paid, has the amount, the fee, the receipt and the card of its charge", () => {
  const { amount: amount_total, currency } = samples.charge;
  const paid = { ...session, status: "complete", payment_status: "paid", amount_total, currency };
  const card = { brand: "visa", last4: "4242", fingerprint: samples.payment_method.card.fingerprint };
  // Safe: as above.
  expect(statusOf(client, { ...paid, payment_intent: intent } as Stripe.Checkout.Session)).toEqual({
    kind: "succeeded",
    settlement: {
      ...{ railRef: session.id, amount: usd(100n), fee: usd(0n), receipt: samples.charge.id },
      ...{ paidAt: new Date(samples.charge.created * 1000), method: "card", card },
    },
  });
});

test("a payment that waits for another card has failed where its payer is away", () => {
  const { type: railCode } = samples.payment_intent.last_payment_error;
  expect(statusOfKept(client, intent)).toMatchObject({ kind: "failed", failure: { railCode } });
  expect(anomaly.splice(0)).toMatchObject([{ what: "unknown_word", detail: `decline code ${railCode}` }]);
});

test("a dispute that is only a warning is open, with its deadline", () => {
  expect(disputeOf(client, samples.dispute as unknown as Stripe.Dispute)).toEqual({
    ...{ ref: samples.dispute.id, state: "open", amount: usd(1_000n), fee: undefined, reason: "general" },
    openedAt: new Date(samples.dispute.created * 1000),
    dueAt: new Date(samples.dispute.evidence_details.due_by * 1000),
  });
});

test("a card without a customer is no card that can be charged", () => {
  // Safe: as above.
  const method = samples.payment_method as unknown as Stripe.PaymentMethod;
  expect(changedCardOf(method)).toBeNull();
  const kept = changedCardOf({ ...method, customer: "cus_9s6XKzkNRiz8i3" });
  expect(kept).toMatchObject({ brand: "visa", last4: "4242", expMonth: 8, expYear: 2030 });
});

test("none of them says anything that is not understood", () => {
  expect(anomaly).toEqual([]);
});
