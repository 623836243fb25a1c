import { expect, test } from "vitest";
import { cardRetry } from "@/lib/domain/failure-reason";
import { chargeOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { paystackCardHarness } from "@/lib/testing/rails/harnesses";
import { reasonOfText } from "../wire/failure-text";
import { keptCardOf, readToken } from "./statuses";

const card = "4084084084084081";
const start = forOneTest(paystackCardHarness);

/** A payer who ticked the box and paid. */
async function keep(payer: { email?: string } = {}) {
  const harness = await start();
  const request = { ...chargeOf(harness, card), payer, keep: true as const };
  await harness.rail.charge(request);
  await harness.emulator.pay(request.attemptId, card);
  const paid = await harness.rail.chargeStatus(request);
  if (paid.kind !== "succeeded" || !paid.settlement.instrument) throw new Error("The card was not kept.");
  const { token } = paid.settlement.instrument;
  return { harness, request, token, later: { ...chargeOf(harness, ""), method: "card" as const, token } };
}

function lastSent({ emulator }: Awaited<ReturnType<typeof paystackCardHarness>>, path: string) {
  return JSON.parse(emulator.requests.findLast((one) => one.path === path)?.text ?? "null");
}

test("a kept card is charged with the address of its first payment, also when that was made up", async () => {
  const { harness, request, token, later } = await keep();
  const email = `payer+${request.attemptId}@payers.example.com`;
  expect(readToken(token)?.email).toBe(email);
  expect(await harness.rail.chargeKept?.(later)).toMatchObject({ kind: "succeeded" });
  expect(lastSent(harness, "/transaction/charge_authorization")).toEqual({
    authorization_code: readToken(token)?.authorization,
    email,
    amount: 5_000,
    currency: "GHS",
    reference: later.attemptId,
    queue: true,
    metadata: expect.any(String),
  });
});

test("the callback of a first payment brings the card, and only where the payer agreed", async () => {
  const { harness, token } = await keep({ email: "ann@example.com" });
  const claimOf = async () => {
    const raw = harness.received.at(-1);
    if (!raw) throw new Error("There was no callback.");
    return (await harness.rail.parseCallback(raw)).events[0]?.claim;
  };
  expect(await claimOf()).toMatchObject({ settlement: { instrument: { token } } });
  const request = chargeOf(harness, card);
  await harness.rail.charge(request);
  await harness.emulator.pay(request.attemptId, card);
  const claim = await claimOf();
  expect(claim).toMatchObject({ kind: "succeeded" });
  expect(JSON.stringify(claim, (_key, one) => String(one))).not.toContain("AUTH_");
});

test("a bank that asks for the payer leads to a page of Paystack, which we wait for half an hour", async () => {
  const harness = await start();
  const request = { ...chargeOf(harness, ""), keep: true as const };
  await harness.rail.charge(request);
  await harness.emulator.pay(request.attemptId, "4084080000003155");
  const paid = await harness.rail.chargeStatus(request);
  const token = paid.kind === "succeeded" ? (paid.settlement.instrument?.token ?? "") : "";
  const later = { ...chargeOf(harness, ""), method: "card" as const, token };
  const asked = await harness.rail.chargeKept?.(later);
  const expiresAt = new Date(harness.emulator.now() + 30 * 60_000);
  expect(asked).toMatchObject({ kind: "requires_redirect", railRef: later.attemptId, expiresAt });
});

test("what was never a token charges nothing and asks Paystack nothing", async () => {
  const { harness, later } = await keep();
  const before = harness.emulator.requests.length;
  expect(await harness.rail.chargeKept?.({ ...later, token: "AUTH_1" })).toMatchObject({ kind: "failed" });
  expect(await harness.rail.forget?.("AUTH_1")).toEqual({ kind: "forgotten" });
  expect(harness.emulator.requests).toHaveLength(before);
});

test("a card is forgotten by its code; with a revoked key nobody knows", async () => {
  const { harness, token } = await keep();
  harness.emulator.switches.revoked = true;
  expect(await harness.rail.forget?.(token)).toEqual({ kind: "pending" });
  harness.emulator.switches.revoked = false;
  expect(await harness.rail.forget?.(token)).toEqual({ kind: "forgotten" });
  expect(lastSent(harness, "/customer/authorization/deactivate")).toEqual({
    authorization_code: readToken(token)?.authorization,
  });
  const unknown = JSON.stringify({ authorization: "AUTH_unknown", email: "ann@example.com" });
  expect(await harness.rail.forget?.(unknown)).toEqual({ kind: "forgotten" });
});

test.each([
  ["Insufficient Funds", "insufficient_funds", "later"],
  ["Do Not Honour", "card_declined", "later"],
  ["Declined", "card_declined", "later"],
  ["Issuer or switch inoperative", "provider_unavailable", "later"],
  ["Charge attempt cannot be fulfilled until 30 minutes", "limit_exceeded", "later"],
  ["Transaction timed out", "provider_unavailable", "later"],
  ["Something new", "unknown", "later"],
  ["Expired card", "card_expired", "never"],
  ["Lost Card, Pick-Up", "card_not_supported", "never"],
  ["Stolen Card, Pick up", "card_not_supported", "never"],
  ["Restricted card", "card_not_supported", "never"],
  ["Transaction not permitted to cardholder", "card_not_supported", "never"],
  ["Authorization code is invalid", "card_not_supported", "never"],
  ["Authorization code does not exist or has been deactivated", "card_not_supported", "never"],
  ["This authorization is not reusable", "card_not_supported", "never"],
  ["Email does not match Authorization code. Authorization may be inactive", "card_not_supported", "never"],
  ["Authentication required", "card_authentication_failed", "with_payer"],
] as const)("%s: %s, %s", (text, reason, retry) => {
  expect([reasonOfText(text, "kept_card"), cardRetry(reason)]).toEqual([reason, retry]);
});

/** As GET /subscription of Paystack shows it, for a seller who moves here. */
const authorization = {
  ...{ authorization_code: "AUTH_8dfhjjdt", bin: "408408", last4: "4081", exp_month: "08", exp_year: "2030" },
  ...{ channel: "card", card_type: "visa ", bank: "TEST BANK", country_code: "NG", brand: "visa " },
  ...{ reusable: true, signature: "SIG_yEXu7dLBeqG0kU7g95Ke", account_name: null },
};

test("a card that Paystack keeps already is taken over with the address of its subscriber", () => {
  expect(keptCardOf(authorization, "ann@example.com")).toEqual({
    kind: "card",
    token: JSON.stringify({ authorization: "AUTH_8dfhjjdt", email: "ann@example.com" }),
    ...{ brand: "visa", last4: "4081", expMonth: 8, expYear: 2030 },
    fingerprint: "SIG_yEXu7dLBeqG0kU7g95Ke",
  });
  expect(keptCardOf({ ...authorization, exp_month: 8, exp_year: 2030 }, "ann@example.com")).not.toBeNull();
});

test.each([
  ["not reusable", { reusable: false }],
  ["said to be reusable in words", { reusable: "true" }],
  ["a wallet", { channel: "mobile_money", signature: null }],
  ["a bank account", { channel: "direct_debit" }],
  ["without a code", { authorization_code: "" }],
  ["without a signature", { signature: null }],
  ["of a thirteenth month", { exp_month: "13" }],
  ["with two digits of a year", { exp_year: "30" }],
])("%s: it is not kept", (_name, more) => {
  expect(keptCardOf({ ...authorization, ...more }, "ann@example.com")).toBeNull();
});

test("without an address, or without anything, there is no card", () => {
  expect(keptCardOf(authorization, "")).toBeNull();
  expect(keptCardOf(authorization, null)).toBeNull();
  expect(keptCardOf(null, "ann@example.com")).toBeNull();
  expect(keptCardOf("AUTH_1", "ann@example.com")).toBeNull();
});
