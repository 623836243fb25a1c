import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StandingOrderRequest } from "@/lib/providers/rails/direct";
import type { TillVerdict } from "@/lib/providers/rails/till";
import { callbackAt, chargeRequest, error, openStub, paths, samples } from "@/lib/testing/rails/mpesa-stub";
import { readArrived } from "./arrived";
import { createMpesa } from "./mpesa";
import { readOrderNews } from "./standing-orders";
import { referenceOf } from "./times";

const KES = (minor: bigint) => ({ minor, currency: "KES" }) as const;
const { page } = samples.pull;
const [[line]] = page.Response as [[(typeof page.Response)[0][0]]];

/** A list of these payments, so many a page. */
function listOf(lines: object[], perPage = 100) {
  return ({ OffSetValue = "0" }: Record<string, string>) => {
    const rows = lines.slice(Number(OffSetValue), Number(OffSetValue) + perPage);
    const none = { ResponseRefID: "1", ResponseCode: "1001", ResponseMessage: "None", Transaction: "[[]]" };
    return { body: rows.length === 0 ? none : { ...page, Response: [rows] } };
  };
}

test("a confirmation is a plain value: receipt, time in UTC, amount, reference, and the payer as it came", () => {
  expect(readArrived(samples.c2b.confirmation)).toEqual({
    receipt: "RKL51ZDR4F",
    amount: KES(500n),
    at: new Date("2023-11-21T09:13:25Z"),
    shortCode: "600966",
    ...{ typed: "Sample Transaction", phone: "2547 ***** 126", name: "NICHOLAS" },
  });
  expect(readArrived(samples.c2b.older)).toMatchObject({
    amount: KES(1_000n),
    ...{ phone: "25470****149", name: "John Doe" },
  });
  const till = { ...samples.c2b.confirmation, BillRefNumber: "", MSISDN: "a".repeat(64), LastName: null };
  expect(readArrived(till)).toMatchObject({ typed: null, phone: "a".repeat(64) });
  for (const wrong of [
    null,
    {},
    { ...till, TransAmount: "x" },
    { ...till, TransTime: "soon" },
    { ...till, TransID: "" },
  ])
    expect(readArrived(wrong)).toBeNull();
});

test("the addresses of a short code are registered once, and what is unanswered is completed", async () => {
  const { rail, answers, sent } = await openStub();
  answers[paths.register] = { body: samples.c2b.registered };
  expect(await rail.direct?.register()).toEqual({ kind: "done" });
  const [asked] = sent(paths.register);
  expect(asked).toMatchObject({ ShortCode: "174379", ResponseType: "Completed" });
  const confirmed = await rail.parseCallback(callbackAt(asked?.ConfirmationURL, samples.c2b.confirmation));
  expect(confirmed).toMatchObject({
    ...{ authentic: true, events: [], till: [{ receipt: "RKL51ZDR4F", typed: "Sample Transaction" }] },
    reply: { status: 200, body: '{"ResultCode":0,"ResultDesc":"Success"}' },
  });
  const validated = await rail.parseCallback(callbackAt(asked?.ValidationURL, samples.c2b.confirmation));
  const answer = (verdict: TillVerdict) => JSON.parse(validated.asked?.reply(verdict).body ?? "");
  expect(validated.asked?.payment).toMatchObject({ receipt: "RKL51ZDR4F" });
  expect(answer("accept")).toEqual(samples.c2b.accepted);
  expect(answer("unknown_number")).toEqual({ ResultCode: "C2B00012", ResultDesc: "Rejected" });
  expect(answer("wrong_amount")).toEqual({ ResultCode: "C2B00013", ResultDesc: "Rejected" });
  const elsewhere = "https://pay.example.com/api/rails/kenya?op=confirmation";
  expect(await rail.parseCallback(callbackAt(elsewhere, samples.c2b.confirmation))).toMatchObject({
    authentic: false,
  });
  answers[paths.register] = error("500.003.1001", "Urls are already registered");
  expect(await rail.direct?.register()).toEqual({ kind: "already" });
  answers[paths.register] = error("500.003.1001", "Internal error");
  expect(await rail.direct?.register()).toEqual({ kind: "unsure" });
});

test("a lost prompt is found in the list, by the reference that we gave it, with amount and receipt", async () => {
  const { rail, answers, sent } = await openStub({ hasList: true });
  answers[paths.push] = { status: 504, body: "" };
  const request = chargeRequest();
  await rail.charge(request);
  const others = Array.from({ length: 5 }, (_, at) => ({ ...line, transactionId: `OTHER${at}` }));
  answers[paths.list] = listOf(others, 2);
  expect(await rail.chargeStatus(request)).toEqual({ kind: "not_found" });
  const ours = { ...line, transactionId: "TKS000001", amount: "500.00", trxDate: "2026-11-28T09:58:00Z" };
  answers[paths.list] = listOf([...others, { ...ours, billreference: referenceOf(request.attemptId) }], 2);
  expect(await rail.chargeStatus(request)).toMatchObject({
    kind: "succeeded",
    settlement: {
      ...{ railRef: referenceOf(request.attemptId), receipt: "TKS000001", amount: KES(50_000n) },
      paidAt: new Date("2026-11-28T09:58:00Z"),
    },
  });
  const reference = referenceOf(request.attemptId);
  const typed = { ...ours, transactionId: "TKS000002", amount: "1.00", billreference: reference };
  answers[paths.list] = listOf([typed, { ...ours, billreference: reference }]);
  const asked = { amount: request.amount, at: new Date("2026-11-28T09:57:00Z") };
  expect(await rail.chargeStatus({ ...request, asked })).toMatchObject({
    settlement: { receipt: "TKS000001" },
  });
  expect(sent(paths.list)[0]).toEqual({
    ...{
      ShortCode: "174379",
      StartDate: "2026-11-26 13:00:00",
      EndDate: "2026-11-28 13:10:00",
      OffSetValue: "0",
    },
  });
  expect(sent(paths.push)).toHaveLength(1);
});

test("a list that cannot be read, a till's, and one that does not go back so far prove nothing", async () => {
  const request = chargeRequest();
  const none = await openStub({ hasList: true });
  none.answers[paths.list] = error("500.003.1001", "Failed to retrieve transactions");
  expect(await none.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  none.answers[paths.list] = { body: { ResponseCode: "1000", Response: [[{ ...line, amount: "?" }]] } };
  expect(await none.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  none.answers[paths.list] = listOf([]);
  const asked = { amount: request.amount, at: new Date("2026-11-20T00:00:00Z") };
  expect(await none.rail.chargeStatus({ ...request, asked })).toEqual({ kind: "pending" });
  expect(await none.rail.chargeStatus(request)).toEqual({ kind: "not_found" });
  const till = await openStub({ hasList: true, till: "5123456" });
  till.answers[paths.list] = listOf([]);
  expect(await till.rail.chargeStatus(request)).toEqual({ kind: "pending" });
});

test("a confirmation with the reference of a lost prompt makes us ask about its receipt, and the answer decides", async () => {
  const { rail, answers, sent } = await openStub();
  answers[paths.register] = { body: samples.c2b.registered };
  answers[paths.push] = { status: 504, body: "" };
  const request = chargeRequest();
  const { attemptId } = request;
  await rail.charge(request);
  await rail.direct?.register();
  const body = { ...samples.c2b.confirmation, BillRefNumber: referenceOf(attemptId), TransAmount: "500.00" };
  const verdict = await rail.parseCallback(callbackAt(sent(paths.register)[0]?.ConfirmationURL, body));
  expect(verdict.events).toMatchObject([{ op: "charge", ourId: attemptId }]);
  expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "pending" });
  const [question] = sent(paths.status);
  expect(question).toMatchObject({ TransactionID: "RKL51ZDR4F", CommandID: "TransactionStatusQuery" });
  const answer = await rail.parseCallback(callbackAt(question?.ResultURL, samples.status));
  expect(answer.events).toMatchObject([{ op: "charge", ourId: attemptId }]);
  expect(await rail.chargeStatus({ attemptId })).toMatchObject({
    kind: "succeeded",
    settlement: { railRef: referenceOf(attemptId), receipt: "MBN31H462N", amount: KES(30_000n) },
  });
});

test("a confirmation tells the receipt of a prompt that the query calls paid; one of another amount does not", async () => {
  const { rail, answers, sent } = await openStub();
  answers[paths.register] = { body: samples.c2b.registered };
  const request = chargeRequest();
  await rail.charge(request);
  await rail.direct?.register();
  const railRef = samples.push.answer.CheckoutRequestID;
  const confirm = (TransID: string, TransAmount: string) => {
    const BillRefNumber = referenceOf(request.attemptId);
    const body = { ...samples.c2b.confirmation, BillRefNumber, TransID, TransAmount };
    return rail.parseCallback(callbackAt(sent(paths.register)[0]?.ConfirmationURL, body));
  };
  await confirm("TYPED00001", "1.00");
  await confirm("PROMPT0001", "500.00");
  answers[paths.query] = { body: samples.query.openToo };
  expect(await rail.chargeStatus({ ...request, railRef })).toEqual({ kind: "pending" });
  answers[paths.query] = { body: { ...samples.query.paid, CheckoutRequestID: railRef } };
  expect(await rail.chargeStatus({ ...request, railRef })).toMatchObject({
    settlement: { railRef, receipt: "PROMPT0001", amount: KES(50_000n) },
  });
});

test("the list is the statement of the last 48 hours, by receipts; without one there is none", async () => {
  const { rail, answers } = await openStub({ hasList: true });
  answers[paths.list] = listOf([line]);
  const range = { from: new Date("2026-11-24T00:00:00Z"), to: new Date("2026-11-29T00:00:00Z") };
  expect(await rail.statement?.(range)).toEqual({
    holds: ["charge"],
    since: new Date("2026-11-26T10:00:00Z"),
    lines: [
      {
        ...{ op: "charge", ourId: null, railRef: "yzlyrEsRG1", receipt: "yzlyrEsRG1" },
        ...{ currency: "KES", minor: 16_800n, at: new Date("2020-08-05T10:13:00Z") },
      },
    ],
  });
  answers[paths.list] = error("500.003.1001");
  await expect(rail.statement?.(range)).rejects.toThrow("could not be read");
  expect((await openStub()).rail.statement).toBeUndefined();
});

test("payments that are asked about at the same time are looked for together", async () => {
  const { rail, answers, sent } = await openStub({ hasList: true });
  const lines = Array.from({ length: 60 }, (_, at) => ({
    ...{ ...line, transactionId: `TOGETHER${at}`, trxDate: "2026-11-28T09:58:00Z" },
  }));
  const at = (transactionId: string) =>
    rail.till?.confirm?.({
      ...{ receipt: transactionId, amount: KES(16_800n), at: new Date("2026-11-28T09:58:10Z") },
      ...{ typed: null, phone: null, name: null },
    });
  let rest: ReturnType<typeof askAll> | undefined;
  const askAll = () => Promise.all(lines.map(({ transactionId }) => at(transactionId)));
  answers[paths.list] = (asked) => {
    // All others ask while the first reading is under way.
    rest ??= askAll();
    return listOf(lines)(asked);
  };
  expect(await at("TOGETHER0")).toMatchObject({ kind: "true" });
  expect((await rest)?.map((one) => one?.kind)).toEqual(lines.map(() => "true"));
  // Two readings, with a page each that is full and one that is empty.
  expect(sent(paths.list)).toHaveLength(4);
  expect(await at("ANOTHER")).toMatchObject({ kind: "later" });
  expect(sent(paths.list)).toHaveLength(6);
});

test("two days of a very busy till are read whole", async () => {
  const { rail, answers } = await openStub({ hasList: true });
  const lines = Array.from({ length: 25_000 }, (_, at) => ({ ...line, transactionId: `BUSY${at}` }));
  answers[paths.list] = listOf(lines);
  const range = { from: new Date("2026-11-24T00:00:00Z"), to: new Date("2026-11-29T00:00:00Z") };
  expect((await rail.statement?.(range))?.lines).toHaveLength(25_000);
});

test("a list that goes on without end is given up", async () => {
  const { rail, answers, anomaly } = await openStub({ hasList: true });
  let count = 0;
  answers[paths.list] = () => {
    count += 1;
    return { body: { ...page, Response: [[{ ...line, transactionId: `ENDLESS${count}` }]] } };
  };
  expect(await rail.chargeStatus({ attemptId: randomUUID() })).toEqual({ kind: "pending" });
  expect(anomaly).toMatchObject([{ what: "unreadable" }]);
});

test("the list is switched on once; again is as good", async () => {
  const { rail, answers, sent } = await openStub({ listPhone: "+254722000000" });
  answers[paths.registerList] = { body: samples.pull.registered };
  expect(await rail.direct?.registerList?.()).toEqual({ kind: "done" });
  expect(sent(paths.registerList)).toMatchObject([{ RequestType: "Pull", NominatedNumber: "254722000000" }]);
  answers[paths.registerList] = { body: { ...samples.pull.registered, ResponseStatus: "1001" } };
  expect(await rail.direct?.registerList?.()).toEqual({ kind: "already" });
  answers[paths.registerList] = error("400.001");
  expect(await rail.direct?.registerList?.()).toEqual({ kind: "refused", railCode: "400.001" });
});

test("a code to scan is a picture, whatever its answer calls its code", async () => {
  const { rail, answers, sent } = await openStub();
  const wish = { name: "Amina's shop", reference: "48217", amount: KES(50_000n) };
  const png = "iVBORw0KGgoAAAANSUhEUgAAASwAAAEsAQAAAABRBrPYAAAC";
  answers[paths.code] = {
    body: { ResponseCode: "AG_20191219_000043fdf61864fe9ff5", RequestID: "1", QRCode: png },
  };
  expect(await rail.direct?.payCode(wish)).toEqual({ png });
  expect(sent(paths.code)).toMatchObject([{ TrxCode: "PB", CPI: "174379", RefNo: "48217", Amount: "500" }]);
  answers[paths.code] = error("404.001.01");
  expect(await rail.direct?.payCode(wish)).toBeNull();
});

const order = {
  ...{
    id: randomUUID(),
    name: "Gold plan",
    phone: "+254712345678",
    amount: KES(50_000n),
    every: "month" as const,
  },
  ...{ first: new Date("2026-12-01T00:00:00Z"), last: new Date("2027-11-30T21:30:00Z"), reference: "48217" },
} satisfies StandingOrderRequest;

test("a standing order is asked for by the table of its contract, and only where there is one", async () => {
  expect((await openStub()).rail.direct?.standingOrders).toBeUndefined();
  for (const [standingOrders, Frequency, TransactionType] of [
    ["2025", "4", "Standing Order Customer Pay Bill"],
    ["2026", "5", "Standing Order Pay Bill External Third Party"],
  ] as const) {
    const { rail, answers, sent } = await openStub({ standingOrders });
    answers[paths.order] = { body: samples.ratiba.answer };
    expect(await rail.direct?.standingOrders?.ask(order)).toEqual({ kind: "asked" });
    expect(sent(paths.order)).toMatchObject([
      {
        ...{ Frequency, TransactionType, StartDate: "20261201", EndDate: "20271201", Amount: "500" },
        ...{ ReceiverPartyIdentifierType: "4", AccountReference: "48217", PartyA: "254712345678" },
      },
    ]);
    answers[paths.order] = { status: 504, body: "" };
    expect(await rail.direct?.standingOrders?.ask(order)).toEqual({ kind: "asked", uncertain: true });
    answers[paths.order] = error("400.002.02");
    expect(await rail.direct?.standingOrders?.ask(order)).toMatchObject({ kind: "refused" });
  }
});

test("a standing order that the payer took, and one refused, are read in either spelling", async () => {
  const id = order.id;
  expect(readOrderNews(id, samples.ratiba.active)).toEqual({ id, isActive: true, railRef: "2571168" });
  expect(readOrderNews(id, samples.ratiba.refused)).toEqual({
    ...{ id, isActive: false, reason: "not_approved_in_time", railCode: "1037" },
  });
  expect(readOrderNews(id, { Body: {} })).toBeNull();
  const { rail, answers, sent } = await openStub({ standingOrders: "2026" });
  answers[paths.order] = { body: samples.ratiba.answer };
  await rail.direct?.standingOrders?.ask(order);
  const callback = callbackAt(sent(paths.order)[0]?.CallBackURL, samples.ratiba.active);
  expect(await rail.parseCallback(callback)).toMatchObject({
    ...{ authentic: true, events: [], order: { id: order.id, isActive: true } },
  });
});

test("an initiator that is refused is told, and not tried until it is locked; new keys ask again", async () => {
  const { rail, again, sent, clock, anomaly, config } = await openStub();
  const seen = {
    receipt: "TKS000001",
    amount: KES(50_000n),
    at: clock.at,
    typed: null,
    phone: null,
    name: null,
  };
  await rail.till?.confirm?.(seen);
  const body = { Result: { ...samples.payout.failed.Result, ResultCode: 2001 } };
  await rail.parseCallback(callbackAt(sent(paths.status)[0]?.ResultURL, body));
  expect(anomaly).toMatchObject([{ what: "needs_operator", detail: { code: "rail_initiator_refused" } }]);
  for (const receipt of ["TKS000001", "TKS000002", "TKS000003"]) {
    clock.at = new Date(clock.at.getTime() + 120_000);
    expect(await rail.till?.confirm?.({ ...seen, receipt })).toEqual({ kind: "later" });
  }
  await expect(rail.balance?.()).rejects.toThrow();
  expect([sent(paths.status).length, sent(paths.balance).length]).toEqual([1, 0]);
  await again().till?.confirm?.(seen);
  expect(sent(paths.status)).toHaveLength(2);
  // What the former credential asked says nothing of the new one.
  const renewed = createMpesa({ ...config, initiator: { name: "api-user", credential: "bmV3" } });
  await renewed.parseCallback(callbackAt(sent(paths.status)[1]?.ResultURL, body));
  expect(anomaly).toHaveLength(1);
});
