import { expect, test } from "vitest";
import { isAddressRefused } from "@/lib/domain/rail-account";
import {
  callbackAt,
  chargeRequest,
  error,
  openStub,
  paidCallback,
  paths,
  samples,
} from "@/lib/testing/rails/mpesa-stub";
import { readPromptCallback } from "./prompt";
import { referenceOf } from "./times";

const checkoutId = samples.push.answer.CheckoutRequestID;

test("a prompt is asked for in Daraja's own words, in whole shillings and the time of Nairobi", async () => {
  const { rail, sent } = await openStub();
  const request = chargeRequest();
  const { attemptId } = request;
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: checkoutId });
  const [push] = sent(paths.push);
  expect(push).toEqual({
    BusinessShortCode: "174379",
    Password: Buffer.from("174379the-passkey20261128130000").toString("base64"),
    Timestamp: "20261128130000",
    TransactionType: "CustomerPayBillOnline",
    Amount: "500",
    PartyA: "254712345678",
    PartyB: "174379",
    PhoneNumber: "254712345678",
    CallBackURL: expect.stringContaining(
      `https://pay.example.com/api/rails/kenya/Ab12?op=charge&ref=${attemptId}&seal=`,
    ),
    AccountReference: referenceOf(attemptId),
    TransactionDesc: "Order 1042 ca",
  });
  expect(push?.AccountReference).toMatch(/^[0-9A-Z]{12}$/);
  expect(isAddressRefused(push?.CallBackURL ?? "")).toBe(false);
});

test("at a till the money goes to the till, in the name of its store number", async () => {
  const { rail, sent } = await openStub({ till: "5123456" });
  await rail.charge(chargeRequest());
  expect(sent(paths.push)).toMatchObject([
    { BusinessShortCode: "174379", PartyB: "5123456", TransactionType: "CustomerBuyGoodsOnline" },
  ]);
});

test("what no wallet can pay is refused before anybody is asked", async () => {
  const { rail, asked } = await openStub();
  const shillings = (minor: bigint) => ({ amount: { minor, currency: "KES" } });
  const payer = (phone: string, network = "mpesa_ke") => ({ payer: { phone, network } });
  for (const [more, reason] of [
    [shillings(50_050n), "amount_out_of_range"],
    [shillings(25_000_100n), "amount_out_of_range"],
    [{ amount: { minor: 100n, currency: "USD" } }, "rail_misconfigured"],
    [{ method: "card" as const }, "rail_misconfigured"],
    [payer("+254733123456", "airtel_ke"), "rail_misconfigured"],
    [payer("+25471234567"), "invalid_phone"],
    [payer("+256772123456"), "invalid_phone"],
  ] as const)
    expect(await rail.charge(chargeRequest(more))).toMatchObject({ kind: "failed", failure: { reason } });
  expect(asked).toEqual([]);
});

test("one attempt is one prompt, asked twice at once, later, or after its answer was lost", async () => {
  const { rail, answers, sent } = await openStub();
  const request = chargeRequest();
  await Promise.all([rail.charge(request), rail.charge(request)]);
  await rail.charge(request);
  expect(sent(paths.push)).toHaveLength(1);
  answers[paths.push] = { status: 500, body: "<html>Bad gateway</html>" };
  const lost = chargeRequest();
  expect(await rail.charge(lost)).toMatchObject({ kind: "pending", uncertain: true, railRef: "" });
  expect(await rail.charge(lost)).toMatchObject({ kind: "pending", uncertain: true });
  expect(sent(paths.push)).toHaveLength(2);
});

test.each([
  [samples.query.open, 500],
  [samples.query.openToo, 200],
  [{ ...samples.query.paid, ResultCode: "E3008", CheckoutRequestID: undefined }, 200],
  ["<html>Service unavailable</html>", 503],
  [error("500.003.02", "System is busy").body, 500],
])("a query that says %j leaves the payment open", async (body, status) => {
  const { rail, answers } = await openStub();
  const request = chargeRequest();
  await rail.charge(request);
  answers[paths.query] = { status, body };
  expect(await rail.chargeStatus({ ...request, railRef: checkoutId })).toEqual({ kind: "pending" });
});

test("a code that nobody knows is told to a person; that it is still open is not", async () => {
  const { rail, answers, anomaly } = await openStub();
  answers[paths.query] = { status: 500, body: samples.query.open };
  await rail.chargeStatus({ attemptId: "a", railRef: checkoutId });
  expect(anomaly).toEqual([]);
  answers[paths.query] = { body: { ResultCode: 7777, ResultDesc: "?" } };
  await rail.chargeStatus({ attemptId: "a", railRef: checkoutId });
  expect(anomaly).toMatchObject([{ what: "unknown_word", detail: "prompt result 7777" }]);
});

test.each([
  ["1", "insufficient_funds"],
  ["17", "payer_busy"],
  ["26", "provider_unavailable"],
  ["1001", "payer_busy"],
  ["1019", "not_approved_in_time"],
  ["1025", "provider_unavailable"],
  ["1032", "cancelled_by_payer"],
  ["1037", "not_approved_in_time"],
  ["2001", "wrong_pin"],
  ["SFC_IC0003", "rail_misconfigured"],
  ["8006", "payer_blocked"],
])("a prompt that ended with %s failed as %s", async (ResultCode, reason) => {
  const { rail, answers } = await openStub();
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: checkoutId, ResultCode } };
  expect(await rail.chargeStatus({ attemptId: "a", railRef: checkoutId })).toMatchObject({
    kind: "failed",
    failure: { reason, railCode: ResultCode },
  });
});

test.each([
  [error("500.001.1001", "Unable to lock subscriber, a transaction is already in process"), "payer_busy"],
  [error("500.001.1001", "Merchant does not exist"), "rail_misconfigured"],
  [error("400.002.02", "Bad Request - Invalid PhoneNumber"), "invalid_phone"],
  [{ status: 400, body: samples.push.refused }, "rail_misconfigured"],
])("a prompt refused with %j failed as %s", async (answer, reason) => {
  const { rail, answers } = await openStub();
  answers[paths.push] = answer;
  expect(await rail.charge(chargeRequest())).toMatchObject({ kind: "failed", failure: { reason } });
});

test("an error that may mean anything leaves the prompt in doubt", async () => {
  const { rail, answers } = await openStub();
  for (const code of ["500.001.1001", "500.003.02", "500.003.1001"]) {
    answers[paths.push] = error(code, "Something");
    expect(await rail.charge(chargeRequest())).toMatchObject({ kind: "pending", uncertain: true });
  }
});

test("a callback decides nothing: it names its payment, and its amount counts once the query says paid", async () => {
  const { rail, answers, sent } = await openStub();
  const request = chargeRequest();
  await rail.charge(request);
  const callback = callbackAt(sent(paths.push)[0]?.CallBackURL, paidCallback(checkoutId));
  const verdict = await rail.parseCallback(callback);
  expect(verdict).toMatchObject({ authentic: true, reply: { status: 200 } });
  expect(verdict.events).toMatchObject([{ op: "charge", ourId: request.attemptId, railRef: checkoutId }]);
  expect(verdict.events[0]?.claim).toBeUndefined();
  answers[paths.query] = { status: 500, body: samples.query.open };
  expect(await rail.chargeStatus({ ...request, railRef: checkoutId })).toEqual({ kind: "pending" });
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: checkoutId } };
  expect(await rail.chargeStatus({ ...request, railRef: checkoutId })).toEqual({
    kind: "succeeded",
    settlement: {
      railRef: checkoutId,
      amount: { minor: 50_000n, currency: "KES" },
      receipt: "NLJ7RT61SV",
      method: "mobile_money",
      network: "mpesa_ke",
      paidAt: new Date("2019-12-19T07:21:15Z"),
    },
  });
});

test("another amount in the callback is told as it is", async () => {
  const { rail, sent } = await openStub();
  const request = chargeRequest();
  await rail.charge(request);
  await rail.parseCallback(callbackAt(sent(paths.push)[0]?.CallBackURL, paidCallback(checkoutId, 400)));
  expect(await rail.chargeStatus({ ...request, railRef: checkoutId })).toMatchObject({
    settlement: { amount: { minor: 40_000n } },
  });
});

test("after a restart a paid prompt has the amount that was asked for, and no receipt yet", async () => {
  const { again } = await openStub();
  const asked = {
    amount: { minor: 50_000n, currency: "KES" } as const,
    at: new Date("2026-11-28T09:59:00Z"),
  };
  expect(await again().chargeStatus({ attemptId: "a", railRef: checkoutId, asked })).toEqual({
    kind: "succeeded",
    settlement: {
      ...{ railRef: checkoutId, amount: asked.amount, receipt: undefined },
      ...{
        method: "mobile_money",
        network: "mpesa_ke",
        paidAt: new Date("2026-11-28T10:00:00Z"),
        isHeard: true,
      },
    },
  });
});

test("a lost answer is resolved by the callback, which brings the prompt's own id", async () => {
  const stub = await openStub();
  const { rail, answers, sent } = stub;
  answers[paths.push] = { status: 504, body: "" };
  const request = chargeRequest();
  await rail.charge(request);
  expect(await rail.chargeStatus(request)).toEqual({ kind: "pending" });
  const verdict = await rail.parseCallback(
    callbackAt(sent(paths.push)[0]?.CallBackURL, paidCallback(checkoutId)),
  );
  const { railRef } = verdict.events[0] ?? {};
  expect(
    await stub
      .again()
      .chargeStatus({ ...request, railRef, asked: { amount: request.amount, at: stub.clock.at } }),
  ).toMatchObject({
    kind: "succeeded",
    settlement: { railRef: checkoutId },
  });
  expect(await rail.chargeStatus({ attemptId: request.attemptId })).toMatchObject({
    settlement: { receipt: "NLJ7RT61SV" },
  });
  expect(sent(paths.push)).toHaveLength(1);
});

test("a callback without our seal, with another's, or about another attempt is refused", async () => {
  const { rail, sent } = await openStub();
  const other = await openStub({ consumerSecret: "secret-of-another", passkey: "passkey-of-another" });
  await rail.charge(chargeRequest());
  const address = sent(paths.push)[0]?.CallBackURL ?? "";
  const body = paidCallback(checkoutId);
  const changed = address.replace(/ref=./, "ref=0").replace(/seal=./, "seal=z");
  for (const wrong of [address.split("?")[0], changed, address.replace("op=charge", "op=payout")])
    expect(await rail.parseCallback(callbackAt(wrong, body))).toMatchObject({ authentic: false, events: [] });
  expect(await other.rail.parseCallback(callbackAt(address, body))).toMatchObject({ authentic: false });
});

test("a callback of anything is no error", async () => {
  const { rail, sent } = await openStub();
  await rail.charge(chargeRequest());
  for (const body of ["", "null", "[]", "{", '"paid"', "{}", '{"Body":{"stkCallback":1}}'])
    expect(await rail.parseCallback(callbackAt(sent(paths.push)[0]?.CallBackURL, body))).toMatchObject({
      events: [],
      reply: { status: 400 },
    });
});

test("the samples of callbacks are read: a cancelled one tells no amount, a balance may have no value", () => {
  expect(readPromptCallback(samples.push.cancelled)).toEqual({
    checkoutId: "ws_CO_21072024125243250722943992",
  });
  const body = structuredClone(samples.push.paid) as {
    Body: { stkCallback: { CallbackMetadata: { Item: object[] } } };
  };
  body.Body.stkCallback.CallbackMetadata.Item.push({ Name: "Balance" });
  expect(readPromptCallback(body)?.told).toMatchObject({ minor: 100n, receipt: "NLJ7RT61SV" });
});
