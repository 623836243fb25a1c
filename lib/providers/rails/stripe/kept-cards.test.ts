import Stripe from "stripe";
import { expect, test } from "vitest";
import { cardRetry } from "@/lib/domain/failure-reason";
import { chargeOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { stripeHarness } from "@/lib/testing/rails/harnesses";
import type { CallbackVerdict } from "../port";
import { createStripeClient } from "./client";
import { readToken, refusalOfKept } from "./statuses";

type Harness = Awaited<ReturnType<typeof stripeHarness>>;

const start = forOneTest(stripeHarness);

/** A payer who ticked the box and paid with this card. */
async function keep(card = "4242424242424242") {
  const harness = await start();
  const request = { ...chargeOf(harness, card), keep: true as const };
  await harness.rail.charge(request);
  await harness.emulator.pay(request.attemptId, card);
  const paid = await harness.rail.chargeStatus(request);
  if (paid.kind !== "succeeded" || !paid.settlement.instrument) throw new Error("The card was not kept.");
  const kept = paid.settlement.instrument;
  const token = readToken(kept.token);
  if (!token) throw new Error("The token cannot be read.");
  const later = { ...chargeOf(harness, ""), method: "card" as const, token: kept.token };
  return { harness, kept, token, later };
}

function formOf({ emulator }: Harness, path: string) {
  const sent = emulator.requests.findLast((one) => one.method === "POST" && one.path === path);
  return { headers: sent?.headers ?? {}, form: Object.fromEntries(new URLSearchParams(sent?.text)) };
}

async function verdicts({ rail, received }: Harness, from = 0): Promise<CallbackVerdict[]> {
  return Promise.all(received.slice(from).map((raw) => rail.parseCallback(raw)));
}

test("a page that keeps the card asks for a customer, and one that does not asks for nothing more", async () => {
  const { harness } = await keep();
  const { form } = formOf(harness, "/v1/checkout/sessions");
  expect(form).toMatchObject({
    customer_creation: "always",
    "payment_intent_data[setup_future_usage]": "off_session",
    "consent_collection[payment_method_reuse_agreement][position]": "hidden",
  });
  await harness.rail.charge(chargeOf(harness, ""));
  const plain = Object.keys(formOf(harness, "/v1/checkout/sessions").form).join();
  expect(plain).not.toMatch(/customer_creation|setup_future_usage|consent/);
});

test("a kept card is charged without its payer, under a key of ours", async () => {
  const { harness, token, later } = await keep();
  expect(await harness.rail.chargeKept?.(later)).toMatchObject({
    kind: "succeeded",
    settlement: { railRef: expect.stringMatching(/^pi_/), fee: { minor: 300n, currency: "KES" } },
  });
  const { headers, form } = formOf(harness, "/v1/payment_intents");
  expect(headers["idempotency-key"]).toBe(later.attemptId);
  expect(form).toMatchObject({
    amount: "150000",
    currency: "kes",
    customer: token.customer,
    payment_method: token.method,
    off_session: "true",
    confirm: "true",
    "metadata[attempt]": later.attemptId,
    "metadata[kept]": "card",
  });
});

test("a charge that Stripe works on is pending, and its callback names it", async () => {
  const { harness, later } = await keep("4000000000000077");
  const from = harness.received.length;
  const first = await harness.rail.chargeKept?.(later);
  expect(first).toMatchObject({ kind: "pending", railRef: expect.stringMatching(/^pi_/) });
  expect(first).not.toMatchObject({ uncertain: true });
  expect(await harness.rail.chargeStatus(later)).toMatchObject({ kind: "pending" });
  await harness.advance(5_000);
  expect(await harness.rail.chargeStatus(later)).toMatchObject({ kind: "succeeded" });
  const told = (await verdicts(harness, from)).flatMap(({ events }) => events);
  expect(told.map(({ op, ourId }) => [op, ourId])).toEqual([
    ["charge", later.attemptId],
    ["charge", later.attemptId],
  ]);
});

test("a kept charge is found without Stripe's id among hundreds of pages, and nothing else is taken for it", async () => {
  const { harness, later } = await keep();
  for (let others = 0; others < 5; others += 1) await harness.rail.charge(chargeOf(harness, ""));
  await harness.rail.chargeKept?.(later);
  for (let others = 0; others < 5; others += 1)
    await harness.rail.chargeKept?.({ ...later, ...chargeOf(harness, ""), method: "card" });
  expect(await harness.rail.chargeStatus({ attemptId: later.attemptId })).toMatchObject({
    kind: "succeeded",
  });
  const { attemptId } = chargeOf(harness, "");
  expect(await harness.rail.chargeStatus({ attemptId })).toEqual({ kind: "not_found" });
});

test("a payment of another attempt is never taken for ours", async () => {
  const { harness, later } = await keep();
  const paid = await harness.rail.chargeKept?.(later);
  if (paid?.kind !== "succeeded") throw new Error("The card was not charged.");
  const { railRef } = paid.settlement;
  const { attemptId } = chargeOf(harness, "");
  expect(await harness.rail.chargeStatus({ attemptId, railRef })).toEqual({ kind: "pending" });
  expect(harness.anomaly).toMatchObject([{ what: "unreadable" }]);
  const unknown = { attemptId, railRef: "pi_unknown" };
  expect(await harness.rail.chargeStatus(unknown)).toEqual({ kind: "not_found" });
});

test("a word of a payment that nobody knows is pending, and an alert", async () => {
  const { harness, later } = await keep();
  harness.emulator.switches.unknownStatus = true;
  expect(await harness.rail.chargeKept?.(later)).toMatchObject({ kind: "pending" });
  expect(harness.anomaly).toMatchObject([{ what: "unknown_word" }]);
});

test("a dispute of a kept charge names its attempt, and one that is lost takes the money back", async () => {
  const { harness, later } = await keep();
  await harness.rail.chargeKept?.(later);
  await harness.advance(1_000);
  const from = harness.received.length;
  await harness.emulator.dispute(later.attemptId);
  await harness.emulator.decide("lost");
  const [opened, closed] = (await verdicts(harness, from)).flatMap(({ events }) => events);
  expect(opened).toMatchObject({ op: "dispute_opened", ourId: later.attemptId });
  expect(closed).toMatchObject({ op: "charge", ourId: later.attemptId, claim: { kind: "reversed" } });
  const { railRef } = opened ?? {};
  expect(await harness.rail.disputes?.({ attemptId: later.attemptId, railRef })).toMatchObject({
    kind: "known",
    disputes: [{ state: "lost" }],
  });
});

test("a refund in Stripe's dashboard of a kept charge is found", async () => {
  const { harness, later } = await keep();
  const paid = await harness.rail.chargeKept?.(later);
  if (paid?.kind !== "succeeded") throw new Error("The card was not charged.");
  const { railRef } = paid.settlement;
  await harness.advance(1_000);
  const from = harness.received.length;
  await harness.emulator.refundByHand(later.attemptId, 50_000);
  const [event] = (await verdicts(harness, from)).flatMap(({ events }) => events);
  expect(event).toMatchObject({ op: "charge", ourId: later.attemptId, railRef });
  expect(await harness.rail.chargeStatus({ ...later, railRef })).toMatchObject({
    kind: "reversed",
    settlement: { amount: { minor: 50_000n } },
  });
});

test("a card that its bank replaced is told with its token, and so is one that was taken off", async () => {
  const { harness, kept, token } = await keep();
  const from = harness.received.length;
  await harness.emulator.replaceCard(token.method, "5555555555554444");
  const [changed] = await verdicts(harness, from);
  expect(changed).toMatchObject({
    ...{ authentic: true, events: [], reply: { status: 200 } },
    cards: [{ token: kept.token, card: { last4: "4444" } }],
  });
  await harness.rail.forget?.(kept.token);
  await harness.advance(0);
  const gone = (await verdicts(harness, from)).at(-1);
  expect(gone).toMatchObject({ events: [], cards: [{ token: kept.token, card: null }] });
});

test("a method of another program, which is no card or nobody's, is dropped", async () => {
  const harness = await start();
  const methods = [
    ["payment_method.automatically_updated", { id: "pm_1", customer: null, card: { brand: "visa" } }],
    ["payment_method.automatically_updated", { id: "pm_1", customer: "cus_1", us_bank_account: {} }],
    ["payment_method.detached", { id: "pm_1", customer: null }],
    ["payment_intent.succeeded", { id: "pi_1", metadata: {} }],
    ["payment_intent.succeeded", { id: "pi_1", metadata: { kept: "card" } }],
    ["payment_intent.payment_failed", { id: "pi_1" }],
  ] as const;
  for (const [type, object] of methods) {
    const verdict = await harness.rail.parseCallback(signed(harness, type, object));
    expect(verdict).toMatchObject({ authentic: true, events: [], reply: { status: 200 } });
    expect(verdict.cards ?? []).toEqual([]);
  }
});

function signed({ emulator }: Harness, type: string, object: unknown) {
  const payload = JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });
  const timestamp = Math.floor(emulator.now() / 1000);
  const { webhooks } = new Stripe("sk_test_any");
  const secret = emulator.webhookSecret;
  const header = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    ...{ method: "POST", host: "pay.example.com", path: "/api/rails/stripe", ip: "" },
    query: new URLSearchParams(),
    headers: { "stripe-signature": header },
    body: Buffer.from(payload),
  };
}

test.each([
  ["insufficient_funds", "insufficient_funds", "later"],
  ["do_not_honor", "card_declined", "later"],
  ["generic_decline", "card_declined", "later"],
  ["try_again_later", "provider_unavailable", "later"],
  ["processing_error", "provider_unavailable", "later"],
  ["issuer_not_available", "provider_unavailable", "later"],
  ["card_velocity_exceeded", "limit_exceeded", "later"],
  ["a_word_of_next_year", "card_declined", "later"],
  ["authentication_required", "card_authentication_failed", "with_payer"],
  ["offline_pin_required", "card_authentication_failed", "with_payer"],
  ["lost_card", "card_not_supported", "never"],
  ["stolen_card", "card_not_supported", "never"],
  ["pickup_card", "card_not_supported", "never"],
  ["fraudulent", "card_not_supported", "never"],
  ["revocation_of_authorization", "card_not_supported", "never"],
  ["revocation_of_all_authorizations", "card_not_supported", "never"],
  ["transaction_not_allowed", "card_not_supported", "never"],
  ["invalid_account", "card_not_supported", "never"],
  ["expired_card", "card_expired", "never"],
  ["incorrect_number", "card_details_incorrect", "never"],
] as const)("%s: %s, %s", async (decline_code, reason, retry) => {
  const client = createStripeClient({ secretKey: "sk_test_any", webhookSecret: "whsec_any" });
  const error = new Stripe.errors.StripeCardError({
    ...{ type: "card_error", code: "card_declined", decline_code, message: "Your card was declined." },
  } as ConstructorParameters<typeof Stripe.errors.StripeCardError>[0]);
  expect(refusalOfKept(client, error)).toMatchObject({ reason, railCode: decline_code });
  expect(cardRetry(reason)).toBe(retry);
});
