import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { chargeOf, paidOnce, payoutOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { flutterwaveCardHarness, flutterwaveHarness } from "@/lib/testing/rails/harnesses";

const start = forOneTest(flutterwaveHarness);
const startCard = forOneTest(flutterwaveCardHarness);

function lastSent({ emulator }: { emulator: { requests: { text: string }[] } }) {
  return JSON.parse(emulator.requests.at(-1)?.text ?? "");
}

test("in Uganda a page stands before the prompt, and leads back", async () => {
  const harness = await start();
  const ugx = { ...harness, country: "UG", network: "mtn_ug", amount: { minor: 1_500n, currency: "UGX" } };
  const request = chargeOf(ugx, "+256783456789");
  const first = await harness.rail.charge(request);
  expect(first).toMatchObject({ kind: "requires_redirect", railRef: request.attemptId });
  expect(lastSent(harness)).toMatchObject({ amount: "1500", network: "MTN", phone_number: "256783456789" });
  await harness.emulator.pay(request.attemptId, "");
  await harness.advance(5_000);
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded" });
});

test("the francs of two unions say which country they are of", async () => {
  const harness = await start();
  const francs = {
    ...harness,
    country: "CM",
    network: "orange_cm",
    amount: { minor: 900n, currency: "XAF" },
  };
  expect(await harness.rail.charge(chargeOf(francs, "+237690123456"))).toMatchObject({ kind: "pending" });
  expect(lastSent(harness)).toMatchObject({ country: "CM", network: "ORANGEMONEY", currency: "XAF" });
});

test("Telecel's voucher goes with the charge, and without it nobody is asked", async () => {
  const harness = await start();
  const ghs = {
    ...harness,
    country: "GH",
    network: "telecel_gh",
    amount: { minor: 1_550n, currency: "GHS" },
  };
  const request = chargeOf(ghs, "+233201234987");
  expect(await harness.rail.charge(request)).toMatchObject({ failure: { reason: "otp_incorrect" } });
  expect(harness.emulator.requests).toEqual([]);
  expect((await harness.rail.charge({ ...request, preAuthCode: "123456" })).kind).toBe("requires_redirect");
  expect(lastSent(harness)).toMatchObject({ voucher: "123456", amount: "15.5" });
});

test("a card is paid at a page, whose end is remembered with the reference", async () => {
  const harness = await startCard();
  const request = chargeOf(harness, "");
  const first = await harness.rail.charge({ ...request, payer: {} });
  if (first.kind !== "requires_redirect") throw new Error(`The charge is ${first.kind}.`);
  expect(lastSent(harness)).toMatchObject({
    tx_ref: request.attemptId,
    amount: 1_500,
    payment_options: "card",
    customer: { email: `payer+${request.attemptId}@payers.example.com` },
  });
  const ref = { attemptId: request.attemptId, railRef: first.railRef };
  expect(await harness.rail.chargeStatus(ref)).toEqual({ kind: "pending" });
  expect(await harness.rail.chargeStatus({ attemptId: request.attemptId })).toEqual({ kind: "not_found" });
  await harness.advance(36 * 60_000);
  const failure = { reason: "not_approved_in_time" };
  expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "failed", failure });
  await harness.emulator.pay(request.attemptId, "5531886652142950");
  const settlement = { railRef: first.railRef, card: { brand: "MASTERCARD", last4: "2950" } };
  expect(await harness.rail.chargeStatus(ref)).toMatchObject({ kind: "succeeded", settlement });
});

test("the newer signature over the body is as good as the hash beside it", async () => {
  const harness = await start();
  const { callback } = await paidOnce(harness);
  const signature = createHmac("sha256", harness.emulator.webhookHash).update(callback.body).digest("base64");
  const signed = { ...callback, headers: { "flutterwave-signature": signature } };
  expect(await harness.rail.parseCallback(signed)).toMatchObject({ authentic: true, auth: "shared_secret" });
  const body = Buffer.concat([callback.body, Buffer.from(" ")]);
  expect(await harness.rail.parseCallback({ ...signed, body })).toMatchObject({ authentic: false });
});

test("a refund's own kind of callback names it by Flutterwave's number", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const asked = await harness.rail.refund?.({ ...charge, refundId: randomUUID(), amount: harness.amount });
  await harness.advance(5_000);
  const told = harness.received.at(-1);
  if (!told || asked?.kind !== "pending") throw new Error("There was no callback of the refund.");
  expect((await harness.rail.parseCallback(told)).events).toMatchObject([
    { op: "refund", railRef: asked.railRef },
  ]);
});

test("a refund without a comment may be ours: no second one is made", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const amount = { minor: 10_000n, currency: "KES" };
  const { id } = JSON.parse(harness.received.at(-1)?.body.toString() ?? "").data;
  const headers = { authorization: `Bearer ${harness.emulator.secretKey}` };
  const body = JSON.stringify({ amount: 100 });
  await fetch(`${harness.emulator.url}/transactions/${id}/refund`, { method: "POST", headers, body });
  expect(await harness.rail.refund?.({ ...charge, refundId: randomUUID(), amount })).toMatchObject({
    uncertain: true,
  });
});

test("sellers are paid on wallets and in banks; one that waits for the dashboard is queued, and an alert", async () => {
  const harness = await start();
  const wallet = payoutOf(harness, "+254709456789");
  await harness.rail.payout?.(wallet);
  expect(lastSent(harness)).toMatchObject({
    account_bank: "MPS",
    account_number: "254709456789",
    amount: 1_500,
    reference: wallet.payoutId,
    meta: { sender: "Sente", sender_country: "KE", mobile_number: "254709456789" },
  });
  const to = {
    type: "bank" as const,
    bankCode: "GH280100",
    accountNumber: "0031625807099",
    branchCode: "GH280103",
    name: "Ann",
  };
  await harness.rail.payout?.({
    ...payoutOf(harness, ""),
    to,
    country: "GH",
    amount: { minor: 1_550n, currency: "GHS" },
  });
  expect(lastSent(harness)).toMatchObject({
    account_bank: "GH280100",
    destination_branch_code: "GH280103",
    amount: 15.5,
  });
  const waiting = payoutOf(harness, "+254709456229");
  expect(await harness.rail.payout?.(waiting)).toMatchObject({ kind: "pending", queued: true });
  expect(harness.anomaly).toMatchObject([{ what: "needs_operator" }]);
  expect(await harness.rail.banks?.("KE")).toEqual([{ code: "560", name: "Page Bank" }]);
});

test("a server that is not on its list is told to the operator, and is not the recipient's fault", async () => {
  const message = "Please enable IP Whitelisting to access this service";
  const refuse: typeof fetch = async (input, init) =>
    init?.method === "POST"
      ? Response.json({ status: "error", message }, { status: 400 })
      : fetch(input, init);
  const harness = await start({ fetch: refuse });
  const request = payoutOf(harness, harness.payout?.ok ?? "");
  expect(await harness.rail.payout?.(request)).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  expect(harness.anomaly).toMatchObject([{ what: "refused" }]);
});

test("words that nobody knows about a reference leave a charge in doubt: no payer is told to look at a phone", async () => {
  const asked: string[] = [];
  const strange: typeof fetch = async (input) => {
    asked.push(String(input));
    return Response.json({ status: "error", message: "The moon is full" }, { status: 400 });
  };
  const harness = await start({ fetch: strange });
  expect(await harness.rail.charge(chargeOf(harness, harness.charge.ok))).toMatchObject({
    kind: "pending",
    uncertain: true,
    prompt: { type: "wait" },
  });
  expect(asked).toHaveLength(1);
  expect(harness.anomaly).toMatchObject([{ what: "unreadable" }]);
});

test("a payout is not sent while it cannot be seen whether it was sent before", async () => {
  const harness = await start();
  const request = payoutOf(harness, harness.payout?.ok ?? "");
  const blind: typeof fetch = async (input, init) =>
    init?.method === "GET" ? new Response("", { status: 503 }) : fetch(input, init);
  const other = await start({ baseUrl: harness.emulator.url, fetch: blind });
  expect(await other.rail.payout?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  expect(harness.emulator.held(request.payoutId)).toBe(0);
});
