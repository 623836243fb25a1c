import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { chargeOf, chargeThrough, paidOnce, payoutOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { mtnMomoHarness } from "@/lib/testing/rails/harnesses";

type Harness = Awaited<ReturnType<typeof mtnMomoHarness>>;

const start = forOneTest(mtnMomoHarness);

function asked({ emulator }: Harness, path: string) {
  return emulator.requests.filter((request) => request.path === path);
}

test("a payment is asked for in MTN's own words, under our id, with the way back in the address", async () => {
  const harness = await start();
  const request = chargeOf(harness, "+256772123456");
  expect(await harness.rail.charge(request)).toMatchObject({
    kind: "pending",
    railRef: request.attemptId,
    prompt: { type: "pin_push" },
  });
  const [sent] = asked(harness, "/collection/v1_0/requesttopay");
  expect(sent?.headers).toMatchObject({
    "x-reference-id": request.attemptId,
    "x-target-environment": "mtnuganda",
    "ocp-apim-subscription-key": "collection-subscription-key",
    "x-callback-url": `https://pay.example.com/callback?op=charge&ref=${request.attemptId}`,
  });
  expect(JSON.parse(sent?.text ?? "")).toEqual({
    amount: "5000",
    currency: "UGX",
    externalId: request.attemptId,
    payer: { partyIdType: "MSISDN", partyId: "256772123456" },
    payerMessage: "Order 1042 cafe",
    payeeNote: "Order 1042 cafe",
  });
});

test("a token is fetched once for calls at the same time and for its hour, then again", async () => {
  const harness = await start();
  const press = () => harness.rail.charge(chargeOf(harness, "+256772123456"));
  await Promise.all([press(), press(), press()]);
  await harness.advance(58 * 60_000);
  await press();
  expect(asked(harness, "/collection/token/")).toHaveLength(1);
  await harness.advance(2 * 60_000);
  await press();
  expect(asked(harness, "/collection/token/")).toHaveLength(2);
});

test("a token that ends before its time is fetched anew, and nobody is told", async () => {
  const harness = await start();
  const request = chargeOf(harness, "+256772123456");
  await harness.rail.charge(request);
  harness.emulator.endTokens();
  expect(await harness.rail.chargeStatus(request)).toEqual({ kind: "pending" });
  harness.emulator.endTokens();
  expect(await harness.rail.charge(chargeOf(harness, "+256772123456"))).toMatchObject({ kind: "pending" });
  expect(harness.anomaly).toEqual([]);
});

test("where no token can be had, nobody was asked: refused keys end a charge, silence leaves it open", async () => {
  const harness = await start();
  harness.emulator.switches.down = true;
  const unsure = chargeOf(harness, "+256772123456");
  expect(await harness.rail.charge(unsure)).toMatchObject({ kind: "pending", uncertain: true });
  harness.emulator.switches.down = false;
  harness.emulator.switches.revoked = true;
  const refused = await harness.rail.charge(chargeOf(harness, "+256772123456"));
  expect(refused).toMatchObject({ kind: "failed", failure: { reason: "rail_misconfigured" } });
  expect(asked(harness, "/collection/v1_0/requesttopay")).toEqual([]);
});

test("in MTN's sandbox the same number of euros stands for our currency", async () => {
  const harness = await start({}, { targetEnvironment: "sandbox" });
  const { charge } = await paidOnce(harness);
  const [sent] = asked(harness, "/collection/v1_0/requesttopay");
  expect(JSON.parse(sent?.text ?? "")).toMatchObject({ amount: "5000", currency: "EUR" });
  expect(await harness.rail.chargeStatus(charge)).toMatchObject({
    kind: "succeeded",
    settlement: { amount: { minor: 5_000n, currency: "UGX" }, network: "mtn_ug" },
  });
  expect(await harness.rail.balance?.()).toEqual([{ minor: 1_000_000n, currency: "UGX" }]);
  expect(await harness.rail.health()).toMatchObject({
    detail: say("rail_check_mtn_mode", { mode: "sandbox" }),
  });
});

test("a wrong set-up that MTN calls an error of its own decides nothing, and somebody is told", async () => {
  const harness = await start({ targetEnvironment: "mtnghana" });
  const first = await harness.rail.charge(chargeOf(harness, "+256772123456"));
  expect(first).toMatchObject({ kind: "pending", uncertain: true });
  expect(harness.anomaly).toContainEqual(
    expect.objectContaining({ what: "refused", detail: "refused with NOT_ALLOWED_TARGET_ENVIRONMENT" }),
  );
});

test("what lies outside the contract is refused before anybody is asked", async () => {
  const harness = await start();
  const request = chargeOf(harness, "+256772123456");
  for (const other of [
    { country: "GH" },
    { amount: { minor: 100n, currency: "USD" } },
    { payer: { phone: "+256752123456", network: "airtel_ug" } },
    { method: "card" as const },
  ])
    expect(await harness.rail.charge({ ...request, ...other })).toMatchObject({
      kind: "failed",
      failure: { railCode: "OUTSIDE_THE_CONTRACT" },
    });
  expect(harness.emulator.requests).toEqual([]);
  const networks = await harness.rail.networks({ op: "charge" });
  expect(networks.map(({ code, currency }) => [code, currency])).toEqual([["mtn_ug", "UGX"]]);
  expect(await harness.rail.networks({ country: "GH", op: "charge" })).toEqual([]);
});

test("without a contract for paying out, nothing is paid out or given back", async () => {
  const { rail } = await start({ disbursement: undefined });
  expect(rail.capabilities).toMatchObject({ refund: "none", payout: [] });
  expect([rail.payout, rail.refund, rail.balance]).toEqual([undefined, undefined, undefined]);
  expect(await rail.networks({ op: "payout" })).toEqual([]);
  expect(await rail.health()).toEqual({
    ok: true,
    detail: say("rail_check_no_paying_out", { mode: "mtnuganda" }),
  });
});

test("a callback is a hint about what its address names; one that names nothing is refused", async () => {
  const harness = await start();
  const { callback, request } = await paidOnce(harness);
  expect(callback).toMatchObject({ method: "PUT" });
  const named = await harness.rail.parseCallback(callback);
  expect(named.events).toMatchObject([{ op: "charge", ourId: request.attemptId }]);
  for (const query of ["", "op=charge", "op=charge&ref=1", `op=bonus&ref=${request.attemptId}`]) {
    const verdict = await harness.rail.parseCallback({ ...callback, query: new URLSearchParams(query) });
    expect(verdict).toMatchObject({ events: [], reply: { status: 400 } });
  }
});

test("a made-up callback never hides the true one behind it", async () => {
  const harness = await start();
  const { callback } = await paidOnce(harness);
  const body = Buffer.from(JSON.stringify({ status: "SUCCESSFUL" }));
  const madeUp = await harness.rail.parseCallback({ ...callback, body });
  const told = await harness.rail.parseCallback(callback);
  expect(madeUp.events[0]?.dedupeKey).not.toBe(told.events[0]?.dedupeKey);
});

test("payouts and refunds bring callbacks that name them", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const refundId = randomUUID();
  await harness.rail.refund?.({ ...charge, refundId, amount: harness.amount });
  const request = payoutOf(harness, "+256772123456");
  await harness.rail.payout?.(request);
  await harness.advance(5_000);
  const [refunded, paid] = await Promise.all(harness.received.slice(-2).map(harness.rail.parseCallback));
  expect(refunded?.events).toMatchObject([{ op: "refund", ourId: refundId }]);
  expect(paid?.events).toMatchObject([{ op: "payout", ourId: request.payoutId }]);
  const [sent] = asked(harness, "/disbursement/v1_0/refund");
  expect(JSON.parse(sent?.text ?? "")).toMatchObject({ referenceIdToRefund: charge.attemptId });
});

test("in a payout the payer without money or over its limit is the operator's own account", async () => {
  const harness = await start();
  for (const phone of ["+46733123455", "+46733123456"]) {
    const request = payoutOf(harness, phone);
    await harness.rail.payout?.(request);
    await harness.advance(5_000);
    expect(await harness.rail.payoutStatus?.({ payoutId: request.payoutId })).toMatchObject({
      failure: { reason: "insufficient_float" },
    });
  }
});

test("a payment that nobody answers stays open as long as MTN says so", async () => {
  const harness = await start();
  const request = chargeOf(harness, "+46733123453");
  await harness.rail.charge(request);
  await harness.advance(60 * 60_000);
  expect(await harness.rail.chargeStatus(request)).toEqual({ kind: "pending" });
});

test.each([
  ["450", "unknown"],
  ["451", "cancelled_by_payer"],
  ["452", "not_approved_in_time"],
  ["455", "payer_not_found"],
  ["457", "rail_misconfigured"],
  ["460", "rail_misconfigured"],
  ["461", "unknown"],
  ["462", "provider_unavailable"],
  ["463", "not_approved_in_time"],
])("MTN's own test number …%s ends as %s", async (digits, reason) => {
  const harness = await start();
  const request = chargeOf(harness, `+46733123${digits}`);
  await harness.rail.charge(request);
  await harness.advance(5_000);
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "failed", failure: { reason } });
});

/** Everything below this path is answered by the gateway before MTN, which knows no such address. */
function gatewayKnowsNot(path: string): typeof fetch {
  return async (input, init) =>
    String(input).includes(path)
      ? Response.json({ statusCode: 404, message: "Resource not found" }, { status: 404 })
      : fetch(input, init);
}

test.each(["/token/", "/v1_0/"])(
  "a 404 of the gateway at %s says nothing of payments and payouts that were made",
  async (path) => {
    const harness = await start();
    const { request } = await chargeThrough(harness, harness.charge.ok);
    const payout = payoutOf(harness, harness.payout?.ok ?? "");
    await harness.rail.payout?.(payout);
    const astray = await start({ baseUrl: harness.emulator.url, fetch: gatewayKnowsNot(path) });
    expect(await astray.rail.chargeStatus(request)).toEqual({ kind: "pending" });
    expect(await astray.rail.payoutStatus?.(payout)).toMatchObject({ kind: "pending", uncertain: true });
    // Nobody can have been asked by a request that had no address.
    expect(await astray.rail.charge(chargeOf(astray, astray.charge.ok))).toMatchObject({ kind: "failed" });
  },
);
