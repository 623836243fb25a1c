import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chargeOf, paidOnce, payoutOf, type RailHarness, railRefOf } from "./contract-harness";
import type { CallbackVerdict, PaymentRail, RawCallback } from "./port";

/** The law of lib/providers/rails/port.ts, run against one rail. */
export function describeRail(name: string, create: () => Promise<RailHarness>): void {
  describe(`${name}: charges`, () => chargeLaw(create));
  describe(`${name}: callbacks`, () => callbackLaw(create));
  describe(`${name}: refunds`, () => refundLaw(create));
  describe(`${name}: payouts`, () => payoutLaw(create));
}

function chargeLaw(create: () => Promise<RailHarness>): void {
  test("a charge is pending first, then paid in full, and not found before it was made", async () => {
    const harness = await create();
    const request = chargeOf(harness, harness.charge.ok);
    const ref = { attemptId: request.attemptId };
    expect(await harness.rail.chargeStatus(ref)).toEqual({ kind: "not_found" });
    expect(await harness.rail.charge(request)).toMatchObject({ kind: "pending" });
    expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "pending" });
    await harness.advance(harness.settledMs);
    const settlement = { amount: harness.amount, method: "mobile_money" };
    expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded", settlement });
  });

  test("each failure comes with its reason, at once or by status", async () => {
    const harness = await create();
    const failures = Object.entries(harness.charge.failures);
    expect(failures.length).toBeGreaterThan(0);
    for (const [reason, phone] of failures) {
      const request = chargeOf(harness, phone);
      const first = await harness.rail.charge(request);
      await harness.advance(harness.settledMs);
      const { attemptId } = request;
      const last = first.kind === "failed" ? first : await harness.rail.chargeStatus({ attemptId });
      expect(last, reason).toMatchObject({ kind: "failed", failure: { reason } });
    }
  });

  test("the same id sent again, together or later, is one charge", async () => {
    const harness = await create();
    const request = chargeOf(harness, harness.charge.ok);
    await Promise.all([harness.rail.charge(request), harness.rail.charge(request)]);
    await harness.advance(harness.settledMs);
    expect(await harness.rail.charge(request)).not.toMatchObject({ kind: "failed" });
    expect(await harness.held(request.attemptId)).toBe(1);
  });

  test("a lost answer is no failure: the charge is found by our id and succeeds", async () => {
    const harness = await create();
    if (!harness.charge.answerLost) return;
    const request = chargeOf(harness, harness.charge.answerLost);
    expect(await harness.rail.charge(request)).toMatchObject({ kind: "pending", uncertain: true });
    await harness.advance(harness.settledMs);
    const { attemptId } = request;
    expect(await harness.rail.chargeStatus({ attemptId })).toMatchObject({ kind: "succeeded" });
    expect(await harness.held(attemptId)).toBe(1);
  });

  test("an amount finer than the network takes is refused, never rounded", async () => {
    const harness = await create();
    if (!harness.tooFine) return;
    const { amount, country, network, phone } = harness.tooFine;
    const request = { ...chargeOf(harness, phone), amount, country, payer: { phone, network } };
    const failure = { reason: "amount_out_of_range" };
    expect(await harness.rail.charge(request)).toMatchObject({ kind: "failed", failure });
    expect(await harness.held(request.attemptId)).toBe(0);
  });

  test("a status that nobody knows is pending", async () => {
    const harness = await create();
    const request = chargeOf(harness, harness.charge.ok);
    await harness.rail.charge(request);
    await harness.unknownStatus(request.attemptId);
    const { attemptId } = request;
    expect(await harness.rail.chargeStatus({ attemptId })).toMatchObject({ kind: "pending" });
  });
}

function callbackLaw(create: () => Promise<RailHarness>): void {
  test("a callback names the charge, and what it claims is claimed only when it is signed", async () => {
    const { rail, callback, request } = await paidOnce(create);
    const verdict = await rail.parseCallback(callback);
    expect(verdict).toMatchObject({ authentic: true, reply: { status: 200 } });
    expect(verdict.events).toHaveLength(1);
    expect(verdict.events[0]).toMatchObject({ op: "charge", ourId: request.attemptId });
    if (verdict.auth === "signed") expect(verdict.events[0]?.claim).toMatchObject({ kind: "succeeded" });
  });

  test("a callback with one changed byte, a foreign signature or none is not believed", async () => {
    const { rail, callback } = await paidOnce(create);
    if (rail.capabilities.callbackAuth === "none") return;
    for (const forged of forgeries(callback, rail)) {
      const verdict = await rail.parseCallback(forged);
      expect(verdict).toMatchObject({ authentic: false, events: [] });
      expect(verdict.reply.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("a callback played again is the same event", async () => {
    const { rail, callback } = await paidOnce(create);
    expect(keysOf(await rail.parseCallback(callback))).toEqual(keysOf(await rail.parseCallback(callback)));
  });
}

function refundLaw(create: () => Promise<RailHarness>): void {
  test("money goes back in parts, the same refund id once, and never more than was paid", async () => {
    const { rail, request, harness } = await paidOnce(create);
    if (rail.capabilities.refund !== "partial" || !rail.refund) return;
    const part = { minor: harness.amount.minor / 2n, currency: harness.amount.currency };
    const ref = { attemptId: request.attemptId, railRef: await railRefOf(rail, request.attemptId) };
    const first = { ...ref, refundId: randomUUID(), amount: part };
    expect(await rail.refund(first)).toMatchObject({ kind: "pending" });
    await harness.advance(harness.settledMs);
    expect(await rail.refundStatus?.({ refundId: first.refundId })).toMatchObject({ kind: "succeeded" });
    expect(await rail.refund(first)).toMatchObject({ kind: "succeeded" });
    const tooMuch = { ...ref, refundId: randomUUID(), amount: harness.amount };
    expect(await rail.refund(tooMuch)).toMatchObject({ kind: "failed" });
    expect(await rail.refund({ ...ref, refundId: randomUUID() })).toMatchObject({ kind: "pending" });
    await harness.advance(harness.settledMs);
    expect(await rail.refund({ ...ref, refundId: randomUUID() })).toMatchObject({ kind: "failed" });
  });

  test("a refund that fails says so, and leaves the money to be given back", async () => {
    const harness = await create();
    const { rail } = harness;
    if (!harness.refundFails || !rail.refund) return;
    const request = chargeOf(harness, harness.refundFails);
    await rail.charge(request);
    await harness.advance(harness.settledMs);
    const ref = { attemptId: request.attemptId, railRef: await railRefOf(rail, request.attemptId) };
    const refundId = randomUUID();
    await rail.refund({ ...ref, refundId });
    await harness.advance(harness.settledMs);
    expect(await rail.refundStatus?.({ refundId })).toMatchObject({ kind: "failed" });
    expect(await rail.refund({ ...ref, refundId: randomUUID() })).toMatchObject({ kind: "pending" });
  });
}

function payoutLaw(create: () => Promise<RailHarness>): void {
  test("a payout is pending first, then paid; the same id is one payout", async () => {
    const harness = await create();
    if (!harness.payout) return;
    const request = payoutOf(harness, harness.payout.ok);
    expect(await harness.rail.payout?.(request)).toMatchObject({ kind: "pending" });
    await harness.rail.payout?.(request);
    await harness.advance(harness.settledMs);
    const { payoutId } = request;
    expect(await harness.rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "succeeded" });
    expect(await harness.held(payoutId)).toBe(1);
    expect(await harness.rail.payoutStatus?.({ payoutId: randomUUID() })).toEqual({ kind: "not_found" });
  });

  test("a payout fails with its reason, and one that came back is reversed", async () => {
    const harness = await create();
    if (!harness.payout) return;
    for (const [reason, phone] of Object.entries(harness.payout.failures)) {
      const request = payoutOf(harness, phone);
      const first = await harness.rail.payout?.(request);
      await harness.advance(harness.settledMs);
      const { payoutId } = request;
      const last = first?.kind === "failed" ? first : await harness.rail.payoutStatus?.({ payoutId });
      expect(last, reason).toMatchObject({ kind: "failed", failure: { reason } });
    }
    if (!harness.payout.reversed) return;
    const request = payoutOf(harness, harness.payout.reversed);
    await harness.rail.payout?.(request);
    await harness.advance(harness.settledMs);
    const { payoutId } = request;
    expect(await harness.rail.payoutStatus?.({ payoutId })).toMatchObject({ kind: "reversed" });
  });
}

function forgeries(callback: RawCallback, rail: PaymentRail): RawCallback[] {
  const touched = Buffer.from(callback.body);
  touched[touched.length - 2] = (touched[touched.length - 2] ?? 0) ^ 1;
  const plain = Object.entries(callback.headers).filter(([header]) => !/sign|hash|digest/.test(header));
  const none = { ...callback, headers: Object.fromEntries(plain) };
  const upset = ([header, value]: [string, string]) => [
    header,
    /sign|hash/.test(header) ? `${value}0` : value,
  ];
  const foreign = { ...callback, headers: Object.fromEntries(Object.entries(callback.headers).map(upset)) };
  // A shared secret stands beside the body and cannot tell that the body was changed.
  const signed = rail.capabilities.callbackAuth === "signed";
  return signed ? [{ ...callback, body: touched }, none, foreign] : [none, foreign];
}

function keysOf(verdict: CallbackVerdict): string[] {
  return verdict.events.map(({ dedupeKey }) => dedupeKey);
}
