import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { chargeOf, chargeThrough, paidOnce } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { stripeHarness } from "@/lib/testing/rails/harnesses";
import { fromStripe, toStripe } from "./client";
import { pageMs } from "./config";

type Harness = Awaited<ReturnType<typeof stripeHarness>>;

const start = forOneTest(stripeHarness);

/** An event as Stripe would sign it now, about whatever a test wants. */
function signedEvent({ emulator }: Harness, type: string, object: unknown, seconds?: number) {
  const payload = JSON.stringify({ id: `evt_${type}`, object: "event", type, data: { object } });
  const timestamp = seconds ?? Math.floor(emulator.now() / 1000);
  const secret = emulator.webhookSecret;
  const header = new Stripe("sk_test_any").webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return {
    ...{ method: "POST", host: "pay.example.com", path: "/api/rails/stripe", ip: "" },
    query: new URLSearchParams(),
    headers: { "stripe-signature": header },
    body: Buffer.from(payload),
  };
}

test("a page is asked for in Stripe's own words, under a key of ours, for cards alone", async () => {
  const harness = await start();
  const request = chargeOf(harness, "");
  await harness.rail.charge(request);
  const sent = harness.emulator.requests.find(({ path }) => path === "/v1/checkout/sessions");
  expect(sent?.headers).toMatchObject({
    authorization: "Bearer sk_test_emulated",
    "idempotency-key": request.attemptId,
  });
  // Nothing about this server or its other calls goes along.
  expect(sent?.headers["x-stripe-client-telemetry"]).toBeUndefined();
  const form = Object.fromEntries(new URLSearchParams(sent?.text));
  expect(form).toMatchObject({
    mode: "payment",
    client_reference_id: request.attemptId,
    "line_items[0][price_data][currency]": "kes",
    "line_items[0][price_data][unit_amount]": "150000",
    "allowed_payment_method_types[0]": "card",
    "adaptive_pricing[enabled]": "false",
    "metadata[attempt]": request.attemptId,
    "metadata[order]": "1042",
    "payment_intent_data[metadata][attempt]": request.attemptId,
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
  });
});

test.each([
  ["UGX", 5n, 500],
  ["ISK", 5n, 500],
  ["RWF", 5_000n, 5_000],
  ["XOF", 100n, 100],
  ["KES", 150_050n, 150_050],
  ["TND", 1_230n, 1_230],
])("%s %s is %s at Stripe, and comes back as it was", (currency, minor, amount) => {
  expect(toStripe({ minor, currency })).toBe(amount);
  expect(fromStripe(amount, currency.toLowerCase())).toEqual({ minor, currency });
});

test("what Stripe cannot charge exactly is refused before it is asked", async () => {
  const harness = await start();
  const amount = { minor: 1_234n, currency: "TND" };
  const refused = await harness.rail.charge(chargeOf({ ...harness, amount }, ""));
  expect(refused).toMatchObject({ kind: "failed", failure: { reason: "amount_out_of_range" } });
  expect(harness.emulator.requests).toEqual([]);
  // An odd number of hundredths is no amount of shillings.
  expect(fromStripe(501, "ugx")).toBeNull();
});

test("a declined card leaves the page open, and another card pays", async () => {
  const harness = await start();
  const { request, first } = await chargeThrough(harness, "4000000000000002");
  expect(first.kind).toBe("requires_redirect");
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "pending" });
  await harness.pay?.(request.attemptId, "4242424242424242");
  const settlement = {
    amount: harness.amount,
    fee: { minor: 300n, currency: "KES" },
    card: { brand: "visa", last4: "4242" },
  };
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded", settlement });
});

test("a page nobody paid at has run out when Stripe says so, and its callback names it", async () => {
  const harness = await start();
  const request = chargeOf(harness, "");
  await harness.rail.charge(request);
  await harness.advance(pageMs - 60_000);
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "pending" });
  await harness.advance(2 * 60_000);
  const failure = { reason: "not_approved_in_time" };
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "failed", failure });
  const told = harness.received.at(-1);
  if (!told) throw new Error("Stripe did not tell that the page ran out.");
  expect((await harness.rail.parseCallback(told)).events).toMatchObject([
    { op: "charge", ourId: request.attemptId },
  ]);
});

test("a stolen card is plainly declined: nobody reads the true reason", async () => {
  const harness = await start();
  const { request } = await chargeThrough(harness, "4000000000009979");
  await harness.advance(pageMs + 60_000);
  const last = await harness.rail.chargeStatus(request);
  expect(last).toMatchObject({
    kind: "failed",
    failure: { reason: "card_declined", railCode: "stolen_card" },
  });
});

test("an answer that was lost is found by our id among several pages of others", async () => {
  const harness = await start();
  const request = chargeOf(harness, "");
  harness.emulator.switches.http500AfterCommit = true;
  const first = await harness.rail.charge(request);
  expect(first).toMatchObject({ kind: "pending", uncertain: true, railRef: "" });
  harness.emulator.switches.http500AfterCommit = false;
  for (let others = 0; others < 5; others += 1) await harness.rail.charge(chargeOf(harness, ""));
  const found = await harness.rail.chargeStatus({ attemptId: request.attemptId });
  expect(found).toMatchObject({ kind: "pending", redirectUrl: expect.stringContaining("/checkout/") });
});

test("the status of another attempt's session is not taken for ours, and somebody is told", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const mixed = await harness.rail.chargeStatus({ attemptId: randomUUID(), railRef: charge.railRef });
  expect(mixed).toEqual({ kind: "pending" });
  expect(harness.anomaly?.map(({ what }) => what)).toContain("unreadable");
});

test("a signature older than five minutes is refused", async () => {
  const harness = await start();
  const object = { id: "cs_test_1", metadata: { attempt: randomUUID() } };
  const nowS = Math.floor(harness.emulator.now() / 1000);
  const type = "checkout.session.completed";
  for (const [ageS, authentic] of [
    [0, true],
    [299, true],
    [301, false],
  ] as const) {
    const verdict = await harness.rail.parseCallback(signedEvent(harness, type, object, nowS - ageS));
    expect(verdict.authentic, `${ageS} s`).toBe(authentic);
  }
});

test("a session or a refund that another program made with the same account is taken and dropped", async () => {
  const harness = await start();
  for (const type of ["checkout.session.completed", "refund.updated", "customer.created"]) {
    const verdict = await harness.rail.parseCallback(signedEvent(harness, type, { id: "x", metadata: {} }));
    expect(verdict).toMatchObject({ authentic: true, events: [], reply: { status: 200 } });
  }
});

test("a dispute is told with the payment it is about, and takes it back when it is lost", async () => {
  for (const [decision, op, kind] of [
    ["won", "dispute_won", "succeeded"],
    ["lost", "charge", "reversed"],
  ] as const) {
    const harness = await start();
    const { charge } = await paidOnce(harness);
    await harness.emulator.dispute(charge.attemptId);
    expect(await lastEvents(harness)).toMatchObject([{ ...idsOf(charge), op: "dispute_opened" }]);
    expect(harness.anomaly).toMatchObject([
      { what: "needs_operator", detail: say("rail_disputes", { id: expect.stringMatching(/^dp_/) }) },
    ]);
    expect((await harness.rail.chargeStatus(charge)).kind).toBe("succeeded");
    await harness.emulator.decide(decision);
    expect(await lastEvents(harness)).toMatchObject([{ ...idsOf(charge), op }]);
    expect(await harness.rail.chargeStatus(charge)).toMatchObject({
      kind,
      settlement: { railRef: charge.railRef, amount: harness.amount },
    });
  }
});

test("a lost dispute whose payment cannot be read now is asked for again", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  await harness.emulator.dispute(charge.attemptId);
  await harness.emulator.decide("lost");
  const raw = harness.received.at(-1);
  if (!raw) throw new Error("There was no callback.");
  expect((await harness.rail.parseCallback(raw)).events).toMatchObject([{ claim: { kind: "reversed" } }]);
  harness.emulator.switches.unknownStatus = true;
  expect(await harness.rail.parseCallback(raw)).toMatchObject({ events: [], reply: { status: 503 } });
});

test("a dispute about another program's payment is dropped; one that cannot be looked up now is asked for again", async () => {
  const harness = await start();
  const raw = signedEvent(harness, "charge.dispute.created", { id: "dp_1", payment_intent: "pi_of_another" });
  const verdict = { authentic: true, events: [] };
  expect(await harness.rail.parseCallback(raw)).toMatchObject({ ...verdict, reply: { status: 200 } });
  harness.emulator.switches.down = true;
  expect(await harness.rail.parseCallback(raw)).toMatchObject({ ...verdict, reply: { status: 503 } });
});

function idsOf({ attemptId, railRef }: { attemptId: string; railRef: string }) {
  return { ourId: attemptId, railRef };
}

async function lastEvents(harness: Harness) {
  const raw = harness.received.at(-1);
  if (!raw) throw new Error("There was no callback.");
  return (await harness.rail.parseCallback(raw)).events;
}

test("a refund's callback names it by both numbers", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const refundId = randomUUID();
  const asked = await harness.rail.refund?.({ ...charge, refundId, amount: harness.amount });
  await harness.advance(5_000);
  const told = harness.received.at(-1);
  if (!told || asked?.kind !== "pending") throw new Error("There was no callback of the refund.");
  const [event] = (await harness.rail.parseCallback(told)).events;
  expect(event).toMatchObject({ op: "refund", ourId: refundId, railRef: asked.railRef });
});

test("mobile money is refused: nobody was asked", async () => {
  const harness = await start();
  const request = { ...chargeOf(harness, ""), method: "mobile_money" as const };
  expect(await harness.rail.charge(request)).toMatchObject({
    kind: "failed",
    failure: { railCode: "CARDS_ONLY" },
  });
});

test("the check of the connection says which mode the key is for", async () => {
  const { rail } = await start();
  expect(await rail.health()).toEqual({ ok: true, detail: say("rail_check_test") });
});
