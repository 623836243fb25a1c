import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { chargeOf, paidOnce, payoutOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { paystackCardHarness, paystackHarness } from "@/lib/testing/rails/harnesses";

const start = forOneTest(paystackHarness);
const startCard = forOneTest(paystackCardHarness);

function lastSent({ emulator }: { emulator: { requests: { text: string }[] } }) {
  return JSON.parse(emulator.requests.at(-1)?.text ?? "");
}

test("amounts are a hundredfold in every currency, francs as well, and come back as they were", async () => {
  const harness = await start();
  const francs = { minor: 1_500n, currency: "XOF" };
  const request = chargeOf(
    { ...harness, country: "CI", network: "orange_ci", amount: francs },
    "+2250700000000",
  );
  await harness.rail.charge(request);
  expect(lastSent(harness)).toMatchObject({
    amount: 150_000,
    currency: "XOF",
    mobile_money: { phone: "0700000000", provider: "orange" },
  });
  await harness.advance(5_000);
  const settlement = { amount: francs, method: "mobile_money" };
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded", settlement });
});

test("numbers are written as each country's wallets want them", async () => {
  const harness = await start();
  const amount = { minor: 10_000n, currency: "KES" };
  await harness.rail.charge(
    chargeOf({ ...harness, country: "KE", network: "mpesa_ke", amount }, "+254710000000"),
  );
  expect(lastSent(harness).mobile_money).toEqual({ phone: "+254710000000", provider: "mpesa" });
  await harness.rail.charge(chargeOf(harness, "+233551234987"));
  expect(lastSent(harness).mobile_money).toEqual({ phone: "0551234987", provider: "mtn" });
});

test("a payer without an e-mail address gets one that is made of the attempt", async () => {
  const harness = await startCard();
  const request = chargeOf(harness, "");
  await harness.rail.charge({ ...request, payer: {} });
  expect(lastSent(harness).email).toBe(`payer+${request.attemptId}@payers.example.com`);
});

test("Telecel's voucher is asked for after the charge; the right one asks the payer, a wrong one ends it", async () => {
  for (const [code, last] of [
    ["123456", { kind: "succeeded" }],
    ["999999", { kind: "failed", failure: { reason: "otp_incorrect" } }],
  ] as const) {
    const harness = await start();
    const request = chargeOf({ ...harness, network: "telecel_gh" }, "+233201234987");
    const asked = await harness.rail.charge(request);
    expect(asked).toMatchObject({ kind: "requires_input", input: "otp", railRef: request.attemptId });
    expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "pending" });
    await harness.rail.submitInput?.(
      { attemptId: request.attemptId, railRef: request.attemptId },
      ` ${code} `,
    );
    await harness.advance(5_000);
    expect(await harness.rail.chargeStatus(request)).toMatchObject(last);
  }
});

test("a voucher that came with the form is handed on at once", async () => {
  const harness = await start();
  const request = chargeOf({ ...harness, network: "telecel_gh" }, "+233201234987");
  expect(await harness.rail.charge({ ...request, preAuthCode: "123456" })).toMatchObject({ kind: "pending" });
});

test("a page nobody pays at is open for half an hour by our own clock, whatever Paystack's says", async () => {
  const harness = await startCard();
  const request = chargeOf(harness, "");
  await harness.rail.charge(request);
  expect(JSON.parse(lastSent(harness).metadata)).toMatchObject({
    order: "1042",
    cancel_action: request.cancelUrl,
  });
  await harness.advance(29 * 60_000);
  expect(await harness.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  await harness.advance(2 * 60_000);
  const failure = { reason: "not_approved_in_time" };
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "failed", failure });
  // And money that comes after all is told.
  await harness.emulator.pay(request.attemptId, "4084084084084081");
  const card = { brand: "visa", last4: "4081" };
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded", settlement: { card } });
});

test("a fee that the payer bore on top is not taken for too much money", async () => {
  const harness = await start();
  const data = {
    ...{ id: 7, status: "success", reference: "r", amount: 40_333, requested_amount: 30_050, fees: 10_283 },
    ...{ currency: "GHS", channel: "card", authorization: {} },
  };
  const body = Buffer.from(JSON.stringify({ event: "charge.success", data }));
  const signature = createHmac("sha512", harness.emulator.secretKey).update(body).digest("hex");
  const raw = { method: "POST", host: "pay.example.com", path: "/api/rails/paystack", ip: "", body };
  const query = new URLSearchParams();
  const verdict = await harness.rail.parseCallback({
    ...raw,
    query,
    headers: { "x-paystack-signature": signature },
  });
  expect(verdict.events[0]?.claim).toMatchObject({
    settlement: { amount: { minor: 30_050n, currency: "GHS" }, fee: { minor: 0n } },
  });
});

test("a refund's callback names it by Paystack's number, a transfer's by ours", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const refundId = randomUUID();
  const asked = await harness.rail.refund?.({
    ...charge,
    refundId,
    amount: harness.amount,
    reason: "Changed my mind",
  });
  await harness.advance(5_000);
  const told = harness.received.at(-1);
  if (!told || asked?.kind !== "pending") throw new Error("There was no callback of the refund.");
  const [event] = (await harness.rail.parseCallback(told)).events;
  expect(event).toMatchObject({ op: "refund", railRef: asked.railRef });
  const request = payoutOf(harness, harness.payout?.ok ?? "");
  await harness.rail.payout?.(request);
  await harness.advance(5_000);
  const last = harness.received.at(-1);
  if (!last) throw new Error("There was no callback of the transfer.");
  expect((await harness.rail.parseCallback(last)).events[0]).toMatchObject({
    op: "payout",
    ourId: request.payoutId,
  });
});

test("what only the operator can put right is told to them, and is not the card's or the recipient's fault", async () => {
  const says =
    (message: string): typeof fetch =>
    async () =>
      Response.json({ status: false, message }, { status: 400 });
  const card = await startCard({ fetch: says("Currency not supported by merchant") });
  expect(await card.rail.charge(chargeOf(card, ""))).toMatchObject({
    failure: { reason: "rail_misconfigured" },
  });
  const starter = "You cannot initiate third party payouts as a starter business";
  const wallet = await start({ fetch: says(starter) });
  const request = payoutOf(wallet, wallet.payout?.ok ?? "");
  expect(await wallet.rail.payout?.(request)).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  expect([...(card.anomaly ?? []), ...(wallet.anomaly ?? [])].map(({ what }) => what)).toEqual([
    "refused",
    "refused",
  ]);
});

test("a dispute is told with the payment it is about; at its end the payment is asked for, unless the seller won", async () => {
  const harness = await start();
  const { callback, charge } = await paidOnce(harness);
  const told = async (event: string, data: Record<string, unknown>) => {
    const body = Buffer.from(JSON.stringify({ event, data: { id: 2867, ...data } }));
    const signature = createHmac("sha512", harness.emulator.secretKey).update(body).digest("hex");
    const headers = { ...callback.headers, "x-paystack-signature": signature };
    return harness.rail.parseCallback({ ...callback, headers, body });
  };
  const transaction = { id: 5991760, reference: charge.attemptId };
  const ours = { ourId: charge.attemptId, railRef: charge.attemptId };
  expect(
    await told("charge.dispute.create", { status: "awaiting-merchant-feedback", transaction }),
  ).toMatchObject({
    ...{ authentic: true, reply: { status: 200 } },
    events: [{ ...ours, op: "dispute_opened" }],
  });
  expect(harness.anomaly).toMatchObject([{ what: "needs_operator" }]);
  for (const [resolution, op] of [
    ["merchant-accepted", "charge"],
    ["declined", "dispute_won"],
  ])
    expect((await told("charge.dispute.resolve", { resolution, transaction })).events).toMatchObject([
      { ...ours, op },
    ]);
  expect((await told("charge.dispute.create", {})).events).toEqual([]);
  expect(harness.anomaly).toHaveLength(2);
});

test("banks are listed and paid in the country's own way", async () => {
  const harness = await start();
  expect(await harness.rail.banks?.("GH")).toEqual([{ code: "030100", name: "Absa Bank Ghana" }]);
  expect(await harness.rail.banks?.("UG")).toEqual([]);
  const to = { type: "bank" as const, bankCode: "030100", accountNumber: "1234567890", name: "Ann" };
  const request = { ...payoutOf(harness, ""), to };
  expect(await harness.rail.payout?.(request)).toMatchObject({ kind: "pending" });
  const made = harness.emulator.requests.find(({ path }) => path === "/transferrecipient");
  expect(JSON.parse(made?.text ?? "")).toMatchObject({
    type: "ghipss",
    currency: "GHS",
    bank_code: "030100",
  });
  expect(await harness.rail.payout?.({ ...payoutOf(harness, ""), country: "UG", to })).toMatchObject({
    failure: { reason: "rail_misconfigured" },
  });
});

test("the bank says whose an account is where it can, and that it knows none of that number", async () => {
  const { rail, emulator } = await start();
  const account = { country: "GH", bankCode: "030100", accountNumber: "1234567890" };
  expect(await rail.resolveAccount?.(account)).toEqual({ name: "ANN SELLER" });
  expect(await rail.resolveAccount?.({ ...account, accountNumber: "1234567089" })).toBeNull();
  expect(await rail.resolveAccount?.({ ...account, country: "KE" })).toEqual({ name: null });
  emulator.switches.down = true;
  expect(await rail.resolveAccount?.(account)).toEqual({ name: null });
});

test("a refund is not sent while it cannot be seen whether it was sent before", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  harness.emulator.switches.brokenJson = true;
  expect(
    await harness.rail.refund?.({ ...charge, refundId: randomUUID(), amount: harness.amount }),
  ).toMatchObject({
    uncertain: true,
  });
  expect(
    harness.emulator.requests.filter(({ method, path }) => method === "POST" && path === "/refund"),
  ).toEqual([]);
});
