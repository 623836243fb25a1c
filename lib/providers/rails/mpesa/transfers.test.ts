import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PayoutRequest } from "@/lib/providers/rails/port";
import {
  callbackAt,
  chargeRequest,
  error,
  openStub,
  paidCallback,
  paths,
  type Stub,
  samples,
} from "@/lib/testing/rails/mpesa-stub";

const KES = (minor: bigint) => ({ minor, currency: "KES" }) as const;

function payoutRequest(more: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    ...{ payoutId: randomUUID(), amount: KES(100_000n), country: "KE", narration: "Sente Amina's shop" },
    callbackUrl: "https://pay.example.com/api/rails/kenya",
    to: { type: "mobile_money", phone: "+254712345678", network: "mpesa_ke", name: "Amina" },
    ...more,
  };
}

/** A prompt that was paid, with the receipt that its callback told. */
async function paid({ rail, sent }: Stub) {
  const request = chargeRequest();
  await rail.charge(request);
  const { CheckoutRequestID: railRef } = samples.push.answer;
  await rail.parseCallback(callbackAt(sent(paths.push).at(-1)?.CallBackURL, paidCallback(railRef)));
  return { attemptId: request.attemptId, railRef };
}

test("a payout carries our id and both addresses, and is paid by what comes to the first", async () => {
  const { rail, again, sent } = await openStub();
  const request = payoutRequest();
  const { payoutId } = request;
  const { ConversationID } = samples.payout.answer;
  expect(await rail.payout?.(request)).toEqual({ kind: "pending", railRef: ConversationID });
  const [asked] = sent(paths.payout);
  expect(asked).toMatchObject({
    ...{ OriginatorConversationID: payoutId, InitiatorName: "api-user", SecurityCredential: "c2VhbGVk" },
    ...{ CommandID: "BusinessPayment", Amount: "1000", PartyA: "174379", PartyB: "254712345678" },
    Remarks: "Sente Amina s shop",
  });
  expect(await rail.payoutStatus?.({ payoutId, railRef: ConversationID })).toMatchObject({ kind: "pending" });
  const callback = callbackAt(asked?.ResultURL, samples.payout.done);
  const verdict = await rail.parseCallback(callback);
  expect(verdict.events).toMatchObject([{ op: "payout", ourId: payoutId }]);
  expect(await rail.payoutStatus?.({ payoutId })).toEqual({
    ...{ kind: "succeeded", railRef: "AG_20240706_2010364430d9bbdaf872", receipt: "SG632NMUAB" },
    at: new Date("2024-07-06T19:48:52Z"),
  });
  // Another process, or this one after a restart, has not heard it: it asks.
  expect(await again().payoutStatus?.({ payoutId, railRef: ConversationID })).toEqual({
    kind: "pending",
    railRef: ConversationID,
  });
  expect(sent(paths.status)).toMatchObject([{ OriginalConversationID: payoutId, Initiator: "api-user" }]);
});

test.each([
  [1, "insufficient_float"],
  [8, "recipient_limit"],
  [2001, "rail_misconfigured"],
  [2040, "recipient_not_found"],
  ["SFC_IC0003", "recipient_not_found"],
])("a payout that ended with %s failed as %s", async (ResultCode, reason) => {
  const { rail, sent } = await openStub();
  const request = payoutRequest();
  await rail.payout?.(request);
  const body = { Result: { ...samples.payout.failed.Result, ResultCode } };
  await rail.parseCallback(callbackAt(sent(paths.payout)[0]?.ResultURL, body));
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "failed", failure: { reason } });
});

test("a result of an unknown code, and one that waited too long, are doubt: the status is asked for", async () => {
  const { rail, sent, clock, anomaly } = await openStub();
  const request = payoutRequest();
  await rail.payout?.(request);
  const [asked] = sent(paths.payout);
  const unknown = { Result: { ...samples.payout.failed.Result, ResultCode: 4711 } };
  await rail.parseCallback(callbackAt(asked?.ResultURL, unknown));
  expect(anomaly).toMatchObject([{ what: "unknown_word" }]);
  const late = await rail.parseCallback(callbackAt(asked?.QueueTimeOutURL, samples.payout.failed));
  expect(late.events).toMatchObject([{ op: "payout", ourId: request.payoutId }]);
  clock.at = new Date(clock.at.getTime() + 61_000);
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(sent(paths.status)).toHaveLength(1);
});

test("the answer to a question about a payout decides it, with its fee; a question that failed decides nothing", async () => {
  const stub = await openStub();
  const other = stub.again();
  const payoutId = randomUUID();
  await other.payoutStatus?.({ payoutId, railRef: "AG_1" });
  await other.payoutStatus?.({ payoutId, railRef: "AG_1" });
  expect(stub.sent(paths.status)).toHaveLength(1);
  const [asked] = stub.sent(paths.status);
  const failed = { Result: { ...samples.status.Result, ResultCode: 2032, ResultParameters: undefined } };
  await other.parseCallback(callbackAt(asked?.ResultURL, failed));
  expect(await other.payoutStatus?.({ payoutId, railRef: "AG_1" })).toMatchObject({ kind: "pending" });
  const { events } = await other.parseCallback(callbackAt(asked?.ResultURL, samples.status));
  expect(events).toMatchObject([{ op: "payout", ourId: payoutId }]);
  expect(await other.payoutStatus?.({ payoutId, railRef: "AG_1" })).toMatchObject({
    ...{ kind: "succeeded", receipt: "MBN31H462N", fee: KES(2_240n), at: new Date("2018-02-23T02:41:12Z") },
  });
});

test("a payout whose answer was lost may be sent again under its id, and is one", async () => {
  const { rail, answers } = await openStub();
  const request = payoutRequest();
  answers[paths.payout] = { status: 504, body: "" };
  expect(await rail.payout?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "pending", mayRepeat: true });
  answers[paths.payout] = { status: 500, body: samples.payout.twice };
  expect(await rail.payout?.(request)).toEqual({ kind: "pending", railRef: "" });
  const known = await rail.payoutStatus?.(request);
  expect(known).toMatchObject({ kind: "pending" });
  expect(known).not.toHaveProperty("mayRepeat");
});

test("a payout beyond the limits, to another network or to a bank is refused before anybody is asked", async () => {
  const { rail, asked } = await openStub();
  const to = (phone: string, network: string) => ({
    to: { type: "mobile_money", phone, network, name: "Amina" } as const,
  });
  for (const more of [
    { amount: KES(900n) },
    { amount: KES(25_000_100n) },
    { amount: KES(10_050n) },
    to("+254733123456", "airtel_ke"),
    to("+256772123456", "mpesa_ke"),
    { to: { type: "bank" as const, bankCode: "1", accountNumber: "2", name: "A" } },
  ])
    expect(await rail.payout?.(payoutRequest(more))).toMatchObject({ kind: "failed" });
  expect(asked).toEqual([]);
});

test("money goes back by reversing the receipt, and the result says so", async () => {
  const stub = await openStub();
  const { rail, sent } = stub;
  const charge = await paid(stub);
  const refundId = randomUUID();
  const request = { ...charge, refundId, amount: KES(20_000n), reason: "Wrong size" };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "pending" });
  const [asked] = sent(paths.reversal);
  expect(asked).toMatchObject({
    ...{
      Initiator: "api-user",
      CommandID: "TransactionReversal",
      TransactionID: "NLJ7RT61SV",
      Amount: "200",
    },
    ...{ ReceiverParty: "174379", RecieverIdentifierType: "11", Remarks: "Wrong size" },
  });
  const { events } = await rail.parseCallback(callbackAt(asked?.ResultURL, samples.reversal.done));
  expect(events).toMatchObject([{ op: "refund", ourId: refundId }]);
  expect(await rail.refundStatus?.({ refundId, charge })).toMatchObject({
    ...{ kind: "succeeded", receipt: "SKE52PAWR9", at: new Date("2021-11-14T10:27:11Z") },
  });
  expect(await rail.refund?.(request)).toMatchObject({ kind: "succeeded" });
  expect(sent(paths.reversal)).toHaveLength(1);
});

test("a reversal whose answer was lost is not asked for twice, nor paid beside; reversed already is done", async () => {
  const stub = await openStub();
  const { rail, answers, sent } = stub;
  const charge = await paid(stub);
  answers[paths.reversal] = error("500.001.1001", "Internal error");
  const request = { ...charge, refundId: randomUUID(), amount: KES(50_000n) };
  expect(await rail.refund?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(await rail.refund?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(await rail.refundStatus?.({ ...request, charge })).toMatchObject({ kind: "pending" });
  expect([sent(paths.reversal).length, sent(paths.payout).length]).toEqual([1, 0]);
  const body = { Result: { ...samples.reversal.invalid.Result, ResultCode: "R000001" } };
  await rail.parseCallback(callbackAt(sent(paths.reversal)[0]?.ResultURL, body));
  expect(await rail.refundStatus?.({ ...request, charge })).toMatchObject({ kind: "succeeded" });
});

test("the second part goes by payout to the phone that paid, and never more than was paid", async () => {
  const stub = await openStub();
  const { rail, sent } = stub;
  const charge = await paid(stub);
  const part = (minor: bigint) => ({ ...charge, refundId: randomUUID(), amount: KES(minor) });
  await rail.refund?.(part(20_000n));
  expect(await rail.refund?.(part(30_100n))).toMatchObject({
    failure: { reason: "amount_out_of_range", railCode: "MORE_THAN_IS_LEFT" },
  });
  const last = part(30_000n);
  expect(await rail.refund?.(last)).toMatchObject({ kind: "pending" });
  expect(sent(paths.payout)).toMatchObject([
    { OriginatorConversationID: last.refundId, Amount: "300", PartyB: "254712345678" },
  ]);
  expect(sent(paths.reversal)).toHaveLength(1);
});

test("after a restart a refund follows what the books say of the payment", async () => {
  const { again, sent } = await openStub();
  const charge = { attemptId: randomUUID(), railRef: "ws_CO_1", amount: KES(50_000n) };
  const books = { amount: KES(50_000n), back: KES(0n), receipt: "NLJ7RT61SV", phone: "+254712345678" };
  const back = (payment: typeof books | Omit<typeof books, "receipt">) =>
    again().refund?.({ ...charge, refundId: randomUUID(), payment });
  await back(books);
  const { receipt: _, ...unknown } = books;
  await back(unknown);
  expect([sent(paths.reversal).length, sent(paths.payout).length]).toEqual([1, 1]);
  expect(await back({ ...books, back: KES(100n) })).toMatchObject({ kind: "failed" });
});

test("a refund that failed may be asked for again", async () => {
  const stub = await openStub();
  const { rail, sent } = stub;
  const charge = await paid(stub);
  const first = { ...charge, refundId: randomUUID(), amount: KES(50_000n) };
  await rail.refund?.(first);
  await rail.parseCallback(callbackAt(sent(paths.reversal)[0]?.ResultURL, samples.reversal.invalid));
  expect(await rail.refundStatus?.({ ...first, charge })).toMatchObject({ kind: "failed" });
  expect(await rail.refund?.({ ...first, refundId: randomUUID() })).toMatchObject({ kind: "pending" });
});

test("the balance is asked for, told later, and is that of the account that pays out", async () => {
  const { rail, sent, clock } = await openStub();
  await expect(rail.balance?.()).rejects.toThrow("not told");
  await expect(rail.balance?.()).rejects.toThrow("not told");
  expect(sent(paths.balance)).toMatchObject([{ CommandID: "AccountBalance", IdentifierType: "4" }]);
  await rail.parseCallback(callbackAt(sent(paths.balance)[0]?.ResultURL, samples.balance));
  expect(await rail.balance?.()).toEqual([{ ...KES(22_803_700n), at: clock.at }]);
  clock.at = new Date(clock.at.getTime() + 11 * 60_000);
  await expect(rail.balance?.()).rejects.toThrow("not told");
});

test("without an initiator nothing is paid out or given back", async () => {
  const { rail } = await openStub({ initiator: undefined });
  expect(rail.capabilities).toMatchObject({ refund: "none", payout: [] });
  expect([rail.payout, rail.refund, rail.balance]).toEqual([undefined, undefined, undefined]);
  expect(await rail.networks({ op: "payout" })).toEqual([]);
  expect(await rail.networks({ op: "charge", country: "KE" })).toMatchObject([
    { code: "mpesa_ke", currency: "KES", decimals: 0, min: KES(100n), max: KES(25_000_000n) },
  ]);
});
