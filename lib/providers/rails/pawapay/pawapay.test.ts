import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { chargeOf, paidOnce, payoutOf } from "@/lib/testing/rails/contract-harness";
import { forOneTest } from "@/lib/testing/rails/harness-parts";
import { pawapayHarness } from "@/lib/testing/rails/harnesses";

const start = forOneTest(pawapayHarness);

test("a deposit is asked for in the rail's own words: short amounts, digits, plain text", async () => {
  const harness = await start();
  const request = chargeOf(harness, "+260963456789");
  const amount = { minor: 1_550n, currency: "ZMW" };
  await harness.rail.charge({
    ...request,
    amount,
    country: "ZM",
    payer: { ...request.payer, network: "mtn_zm" },
  });
  const sent = harness.emulator.requests.at(-1);
  expect(sent?.headers.authorization).toBe("Bearer pawapay-test-token");
  expect(JSON.parse(sent?.text ?? "")).toEqual({
    depositId: request.attemptId,
    amount: "15.5",
    currency: "ZMW",
    payer: { type: "MMO", accountDetails: { phoneNumber: "260963456789", provider: "MTN_MOMO_ZMB" } },
    customerMessage: "Order 1042 cafe",
    clientReferenceId: request.attemptId,
    metadata: [{ order: "1042" }],
  });
});

test("M-PESA takes whole shillings from payers, and pays sellers to the cent", async () => {
  const harness = await start();
  const kes = { ...harness, country: "KE", network: "mpesa_ke", amount: { minor: 5_050n, currency: "KES" } };
  const phone = "+254703456789";
  expect(await harness.rail.charge(chargeOf(kes, phone))).toMatchObject({ kind: "failed" });
  expect(await harness.rail.payout?.(payoutOf(kes, phone))).toMatchObject({ kind: "pending" });
  expect(JSON.parse(harness.emulator.requests.at(-1)?.text ?? "")).toMatchObject({ amount: "50.5" });
});

test("M-PESA of Congo takes whole francs, and dollars to the cent", async () => {
  const harness = await start();
  const at = (currency: string) =>
    chargeOf(
      { ...harness, country: "CD", network: "mpesa_cd", amount: { minor: 5_050n, currency } },
      "+243813456789",
    );
  const failure = { reason: "amount_out_of_range", railCode: "TOO_MANY_DECIMALS" };
  expect(await harness.rail.charge(at("CDF"))).toMatchObject({ kind: "failed", failure });
  expect(await harness.rail.charge(at("USD"))).toMatchObject({ kind: "pending" });
});

test("what only the operator can put right is told to them, though the answer is a plain rejection", async () => {
  const rejected = { status: "REJECTED", failureReason: { failureCode: "PAYOUTS_NOT_ALLOWED" } };
  const harness = await start({ fetch: async () => Response.json(rejected) });
  const request = payoutOf(harness, harness.payout?.ok ?? "");
  expect(await harness.rail.payout?.(request)).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  expect(harness.anomaly?.map(({ what }) => what)).toEqual(["refused"]);
});

test.each(["der", "raw"] as const)("a signature written as %s is believed", async (signing) => {
  const harness = await start();
  harness.emulator.signing.current = signing;
  const { callback } = await paidOnce(harness);
  const verdict = await harness.rail.parseCallback(callback);
  expect(verdict).toMatchObject({ authentic: true, auth: "signed", reply: { status: 200 } });
});

test("without a signature a callback is refused, or a hint where none is required", async () => {
  for (const requireSignedCallbacks of [true, false]) {
    const harness = await start({ requireSignedCallbacks });
    harness.emulator.signing.current = "off";
    const { callback } = await paidOnce(harness);
    const verdict = await harness.rail.parseCallback(callback);
    expect(verdict.authentic).toBe(!requireSignedCallbacks);
    expect(verdict.auth).toBe(requireSignedCallbacks ? "signed" : "none");
    expect(verdict.events.map(({ claim }) => claim)).toEqual(requireSignedCallbacks ? [] : [undefined]);
  }
});

test("where none is required, a signature that is wrong is still refused", async () => {
  const harness = await start({ requireSignedCallbacks: false });
  harness.emulator.switches.tamperBody = true;
  const { callback } = await paidOnce(harness);
  expect(await harness.rail.parseCallback(callback)).toMatchObject({
    authentic: false,
    reply: { status: 401 },
  });
});

test("a made-up callback never hides the signed one behind it", async () => {
  const harness = await start({ requireSignedCallbacks: false });
  const { callback, request } = await paidOnce(harness);
  const body = Buffer.from(JSON.stringify({ depositId: request.attemptId, status: "COMPLETED" }));
  const madeUp = await harness.rail.parseCallback({ ...callback, body, headers: {} });
  const signed = await harness.rail.parseCallback(callback);
  expect(madeUp.events[0]?.dedupeKey).not.toBe(signed.events[0]?.dedupeKey);
});

test("another method, host, path or time than was signed is refused", async () => {
  const harness = await start();
  const { callback } = await paidOnce(harness);
  for (const changed of [{ method: "PUT" }, { host: "other.example.com" }, { path: "/api/rails/other" }])
    expect(await harness.rail.parseCallback({ ...callback, ...changed })).toMatchObject({ authentic: false });
  await harness.advance(125_000);
  expect(await harness.rail.parseCallback(callback)).toMatchObject({ authentic: false });
});

test("keys are fetched once, and again for a key that is new", async () => {
  const harness = await start();
  const asked = () => harness.emulator.requests.filter(({ path }) => path === "/v2/public-key/http").length;
  const first = await paidOnce(harness);
  expect(await harness.rail.parseCallback(first.callback)).toMatchObject({ authentic: true });
  expect(await harness.rail.parseCallback(first.callback)).toMatchObject({ authentic: true });
  expect(asked()).toBe(1);
  harness.emulator.rollKey();
  await harness.advance(61_000);
  const second = await paidOnce(harness);
  expect(await harness.rail.parseCallback(second.callback)).toMatchObject({ authentic: true });
  expect(asked()).toBe(2);
});

test("Wave leads to its page", async () => {
  const harness = await start();
  const wave = { ...harness, country: "SN", network: "wave_sn", amount: { minor: 900n, currency: "XOF" } };
  const request = chargeOf(wave, "+221773456789");
  const first = await harness.rail.charge(request);
  if (first.kind !== "requires_redirect") throw new Error(`The charge is ${first.kind}.`);
  expect(first.url).toBe(`${harness.emulator.url}/checkout/${request.attemptId}`);
  await fetch(first.url, { method: "POST", body: new URLSearchParams({ outcome: "ok" }) });
  expect(await harness.rail.chargeStatus(request)).toMatchObject({ kind: "succeeded" });
});

test("networks are those of the account, with their limits, names, health and the way back to a prompt", async () => {
  const harness = await start();
  const [mtn, airtel] = await harness.rail.networks({ country: "UG", op: "charge" });
  expect(mtn).toMatchObject({
    code: "mtn_ug",
    railCode: "MTN_MOMO_UGA",
    min: { minor: 500n, currency: "UGX" },
    max: { minor: 5_000_000n, currency: "UGX" },
    health: "up",
    auth: "pin_push",
    nameOnPrompt: "Acme",
    revive: { steps: ["Dial *165# on your phone"], telLink: "tel:*165%23" },
  });
  // Delayed: deposits are refused, payouts wait.
  expect(airtel).toMatchObject({ code: "airtel_ug", health: "down" });
  const [, paid] = await harness.rail.networks({ country: "UG", op: "payout" });
  expect(paid).toMatchObject({ code: "airtel_ug", health: "degraded" });
  expect(await harness.rail.networks({ country: "ZM", op: "charge" })).toEqual([]);
  const asked = harness.emulator.requests.filter(({ path }) => path === "/v2/active-conf");
  expect(asked).toHaveLength(1);
});

test("networks are those last seen while pawaPay does not answer, and an error where none ever were", async () => {
  const harness = await start();
  harness.emulator.switches.down = true;
  await expect(harness.rail.networks({ op: "charge" })).rejects.toThrow("could not be read");
  harness.emulator.switches.down = false;
  expect(await harness.rail.networks({ op: "charge" })).toHaveLength(3);
  harness.emulator.switches.down = true;
  await harness.advance(10 * 60_000);
  expect(await harness.rail.networks({ op: "charge" })).toHaveLength(3);
});

test("the float is added up a currency, and an error where it cannot be read", async () => {
  const { rail, emulator } = await start();
  expect(await rail.balance?.()).toEqual([
    { minor: 10_798n, currency: "UGX" },
    { minor: 50_050n, currency: "KES" },
    { minor: 3_500n, currency: "XOF" },
  ]);
  emulator.switches.revoked = true;
  await expect(rail.balance?.()).rejects.toThrow("could not be read");
});

test("the check of the connection says when callbacks go elsewhere", async () => {
  const { rail, emulator } = await start();
  expect(await rail.health()).toEqual({ ok: true, detail: say("rail_check_says", { said: "Acme" }) });
  emulator.callbackUrl.current = "https://old.example.com/";
  expect((await rail.health()).detail?.code).toBe("rail_check_callbacks");
});

test("a second refund of a payment waits for the first", async () => {
  const harness = await start();
  const { charge } = await paidOnce(harness);
  const amount = { minor: 1_000n, currency: "UGX" };
  expect(await harness.rail.refund?.({ ...charge, refundId: randomUUID(), amount })).toMatchObject({
    kind: "pending",
  });
  expect(await harness.rail.refund?.({ ...charge, refundId: randomUUID(), amount })).toMatchObject({
    kind: "failed",
    failure: { reason: "payer_busy", railCode: "REFUND_IN_PROGRESS" },
  });
});
