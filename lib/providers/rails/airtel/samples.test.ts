import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import samples from "@/e2e/emulators/airtel-samples.json";
import {
  amount,
  disburse,
  enquiryOf,
  giveBack,
  keysOf,
  open,
  pay,
  phone,
  uganda,
} from "@/lib/testing/rails/airtel-stub";
import { chargeOf, payoutOf } from "@/lib/testing/rails/contract-harness";
import type { RawCallback } from "../port";
import { sealed } from "./client";
import { amountIn, wireIdOf } from "./statuses";

// What Airtel's pages and its accounts in use say, read by the adapter as it stands.

type Sample = { data?: { transaction: object } };
/** A sample that speaks of one of ours. */
const ofOurs = (sample: Sample, id: string) => ({
  body: { ...sample, data: sample.data && { transaction: { ...sample.data.transaction, id } } },
});

test("a prompt is asked for as in the sample, and its answers are read", async () => {
  const { rail, answers, sent } = open();
  answers[pay] = { body: samples.push.answer };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending" });
  const shape = (value: unknown): unknown =>
    value instanceof Object ? Object.entries(value).map(([name, of]) => [name, shape(of)]) : typeof value;
  const sorted = (value: unknown) =>
    JSON.stringify(shape(value))
      .split(/[[\],]+/)
      .sort();
  expect(sorted(sent(pay)[0]?.json)).toEqual(sorted(samples.push.request));
  answers[pay] = { status: 400, body: samples.push.badRequest };
  const failure = { reason: "payer_not_found" };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "failed", failure });
  answers[pay] = { status: 500, body: samples.push.systemDown };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending", uncertain: true });
  // Accounts in use are told refusals with HTTP 200.
  answers[pay] = { body: samples.push.badRequest };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "failed", failure });
});

test("the enquiry: paid whatever its code, failed whatever it says of success, and unknown", async () => {
  const { rail, answers, anomaly } = open();
  const attemptId = randomUUID();
  const ask = { attemptId, asked: { amount, at: new Date() } };
  const said = async (sample: Sample) => {
    answers[enquiryOf("charge", attemptId)] = ofOurs(sample, wireIdOf("charge", attemptId));
    return rail.chargeStatus(ask);
  };
  const settlement = { amount, receipt: "C36*******67" };
  expect(await said(samples.enquiry.paid)).toMatchObject({ kind: "succeeded", settlement });
  const failure = { reason: "not_approved_in_time" };
  expect(await said(samples.enquiry.failed)).toMatchObject({ kind: "failed", failure });
  expect(await said(samples.enquiryInUse.failed)).toMatchObject({ kind: "failed", failure });
  for (const status of [200, 400]) {
    answers[enquiryOf("charge", attemptId)] = { status, body: samples.enquiry.notFound };
    expect(await rail.chargeStatus(ask)).toEqual({ kind: "not_found" });
  }
  expect(anomaly).toEqual([]);
  // As it is printed it speaks of somebody else's payment.
  answers[enquiryOf("charge", attemptId)] = { body: samples.enquiry.paid };
  expect(await rail.chargeStatus(ask)).toEqual({ kind: "pending" });
});

test("a refund that is done, that failed without a code, and of a payment that is not there", async () => {
  const { rail, answers, sent } = open();
  const attemptId = randomUUID();
  const request = { refundId: randomUUID(), attemptId, railRef: attemptId, amount };
  answers[enquiryOf("charge", attemptId)] = ofOurs(samples.enquiry.paid, wireIdOf("charge", attemptId));
  answers[giveBack] = { body: samples.refund.done };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "succeeded", receipt: "CI2****29" });
  expect(Object.keys(Object(sent(giveBack)[0]?.json).transaction)).toEqual(
    Object.keys(samples.refund.request.transaction),
  );
  answers[giveBack] = { body: samples.refund.failed };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "failed" });
  answers[giveBack] = { status: 400, body: samples.refund.notFound };
  const failure = { railCode: "DP00100001005" };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "failed", failure });
});

test("a payout is asked for as in the sample, and its three ends are read", async () => {
  const { rail, answers, sent } = open({ pin: "4821", pinKey: keysOf(1024).publicKey });
  const request = payoutOf(uganda, phone);
  answers[disburse] = { body: samples.payout.done };
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending" });
  expect(sent(disburse)[0]?.json).toMatchObject({
    payee: { wallet_type: samples.payout.request.payee.wallet_type },
    transaction: { type: samples.payout.request.transaction.type },
  });
  const ends = {
    done: { kind: "succeeded", receipt: "product-partner-**41" },
    failed: { kind: "failed", failure: { reason: "recipient_not_found" } },
    ambiguous: { kind: "pending" },
  };
  for (const [name, end] of Object.entries(ends)) {
    const { [name as keyof typeof ends]: sample } = samples.payout;
    answers[enquiryOf("payout", request.payoutId)] = ofOurs(sample, wireIdOf("payout", request.payoutId));
    expect(await rail.payoutStatus?.(request)).toMatchObject(end);
  }
});

test("a callback only makes us ask, whether printed or seen, and the printed hash proves nothing", async () => {
  const { rail } = open();
  const callbackOf = (sample: unknown): RawCallback => ({
    ...{ method: "POST", host: "a.example", path: "/", query: new URLSearchParams(), headers: {}, ip: "::1" },
    body: Buffer.from(JSON.stringify(sample)),
  });
  for (const sample of [samples.callback.hashed, ...Object.values(samples.callbackInUse)]) {
    if (typeof sample === "string") continue;
    const { events } = await rail.parseCallback(callbackOf(sample));
    expect(events).toMatchObject([{ op: "charge", railRef: sample.transaction.id }]);
    expect([events[0]?.claim, events[0]?.ourId]).toEqual([undefined, undefined]);
  }
  const own = open({ callbackKey: samples.callback.hashed.hash }).rail;
  const verdict = await own.parseCallback(callbackOf(samples.callback.hashed));
  expect(verdict).toMatchObject({ authentic: false, reply: { status: 401 } });
  const { message } = samples.callback.hashed.transaction;
  expect(amountIn(message)).toEqual({ minor: 500_000n, currency: "ZMW" });
});

test("the printed signature is what the adapter makes of its key, the balance has commas, the list is read", async () => {
  const { key, iv, payload, signature } = samples.signing;
  expect(sealed(payload, Buffer.from(key, "base64"), Buffer.from(iv, "base64"))).toBe(signature);
  const { rail, answers } = open({ pin: "4821" });
  answers["GET /standard/v1/users/balance"] = { body: samples.balance.answer };
  expect(await rail.balance?.()).toEqual([{ minor: 37_600n, currency: "UGX" }]);
  const { row, status } = samples.summary;
  answers["GET /merchant/v1/transactions"] = ({ query }) => {
    const transactions = query.get("offset") === "0" ? [row] : [];
    return { body: { data: { count: 1, transactions }, status } };
  };
  const at = new Date(row.transaction.created_at);
  const listed = await rail.statement?.({ from: at, to: new Date(at.getTime() + 1) });
  expect(listed?.lines).toMatchObject([
    { op: "charge", ourId: null, receipt: "MP210603.1234.L06941", minor: 15_000n, at },
  ]);
});
