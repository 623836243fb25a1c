import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { chargeOf } from "@/lib/testing/rails/contract-harness";
import {
  amount,
  open,
  paid,
  phone,
  senegal,
  sessionOf,
  sessions,
  webhookSecret,
} from "@/lib/testing/rails/wave-stub";
import type { RawCallback } from "../port";
import { wave } from "./wave";

test("a page is asked for once a key, with the amount as text, and opens by its link", async () => {
  const { rail, answers, sent } = open();
  const request = chargeOf(senegal, phone);
  answers[`POST ${sessions}`] = { body: sessionOf(request.attemptId) };
  expect(await rail.charge(request)).toEqual({
    ...{ kind: "requires_redirect", railRef: "cos-18qq25rgr100a" },
    ...{ url: "https://pay.wave.com/c/cos-18qq25rgr100a", expiresAt: new Date("2026-11-29T10:30:00Z") },
  });
  const [one] = sent(`POST ${sessions}`);
  expect(one?.headers.get("idempotency-key")).toBe(request.attemptId);
  expect(one?.headers.get("authorization")).toBe("Bearer wave_sn_prod_0123456789");
  expect(one?.json).toEqual({
    ...{ amount: "1000", currency: "XOF", client_reference: request.attemptId },
    ...{ success_url: request.returnUrl, error_url: request.cancelUrl },
  });
});

test("another wallet, another currency, a card and nothing at all are refused before anything is sent", async () => {
  const { rail, requests } = open();
  for (const other of [
    { country: "CI" },
    { amount: { minor: 100n, currency: "KES" } },
    { payer: { phone: "+221771110001", network: "orange_sn" } },
    { method: "card" as const },
    { amount: { minor: 0n, currency: "XOF" } },
  ])
    expect(await rail.charge({ ...chargeOf(senegal, phone), ...other })).toMatchObject({ kind: "failed" });
  expect(requests).toEqual([]);
  expect(await rail.networks({ country: "CI", op: "charge" })).toEqual([]);
  expect(await rail.networks({ op: "payout" })).toMatchObject([
    { code: "wave_sn", decimals: 0, auth: "redirect" },
  ]);
});

test("an answer that was lost is found by our reference, and the page that was paid counts", async () => {
  const { rail, answers, sent } = open();
  const request = chargeOf(senegal, phone);
  const { attemptId } = request;
  answers[`POST ${sessions}`] = "silent";
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: "", uncertain: true });
  const found = (result: unknown[]) => {
    answers[`GET ${sessions}/search`] = { body: { result } };
  };
  found([]);
  expect(await rail.chargeStatus(request)).toEqual({ kind: "not_found" });
  found([sessionOf(attemptId), sessionOf("another", paid)]);
  expect(await rail.chargeStatus(request)).toMatchObject({
    kind: "pending",
    redirectUrl: expect.any(String),
  });
  found([
    sessionOf(attemptId, { checkout_status: "expired" }),
    sessionOf(attemptId, { ...paid, id: "cos-2" }),
  ]);
  expect(await rail.chargeStatus(request)).toMatchObject({
    kind: "succeeded",
    settlement: { railRef: "cos-2" },
  });
  expect(sent(`GET ${sessions}/search`)[0]?.query.get("client_reference")).toBe(attemptId);
  answers[`POST ${sessions}`] = { status: 422, body: { code: "idempotency-mismatch", message: "x" } };
  expect(await rail.charge(request)).toMatchObject({ kind: "succeeded" });
});

describe("a page", () => {
  const error = { code: "insufficient-funds", message: "Insufficient balance" };
  test.each([
    ["open", "processing", null, { kind: "pending", redirectUrl: expect.any(String) }],
    ["open", "cancelled", error, { kind: "pending", redirectUrl: expect.any(String) }],
    ["complete", "processing", null, { kind: "pending" }],
    ["expired", "processing", null, { kind: "failed", failure: { reason: "not_approved_in_time" } }],
    ["expired", "cancelled", error, { kind: "failed", failure: { reason: "insufficient_funds" } }],
    [
      "complete",
      "cancelled",
      { code: "blocked-account" },
      { kind: "failed", failure: { reason: "payer_blocked" } },
    ],
    ["expired", "cancelled", { code: "kyb-limits-exceeded" }, { failure: { reason: "rail_misconfigured" } }],
    ["open", "failed", error, { kind: "pending" }],
    ["gone", "succeeded", null, { kind: "pending" }],
  ])(
    "that is %s with a payment that is %s",
    async (checkout_status, payment_status, last_payment_error, expected) => {
      const { rail, answers, anomaly } = open();
      const body = sessionOf("x", { checkout_status, payment_status, last_payment_error });
      answers[`GET ${sessions}/cos-1`] = { body };
      expect(await rail.chargeStatus({ attemptId: "x", railRef: "cos-1" })).toMatchObject(expected);
      const isNew = checkout_status === "gone";
      expect(anomaly.map(({ what }) => what).includes("unknown_word")).toBe(isNew);
    },
  );

  test("that was paid tells amount, receipt and time; half an amount is none", async () => {
    const { rail, answers } = open();
    answers[`GET ${sessions}/cos-1`] = { body: sessionOf("x", paid) };
    const ref = { attemptId: "x", railRef: "cos-1" };
    expect(await rail.chargeStatus(ref)).toMatchObject({
      settlement: {
        amount,
        receipt: "TCN4Y4ZC3FM",
        paidAt: new Date("2026-11-29T10:15:32Z"),
        network: "wave_sn",
      },
    });
    answers[`GET ${sessions}/cos-1`] = { body: sessionOf("x", { ...paid, amount: "1000.5" }) };
    expect(await rail.chargeStatus(ref)).toEqual({ kind: "pending" });
    answers[`GET ${sessions}/cos-1`] = { status: 404, body: {} };
    expect(await rail.chargeStatus(ref)).toEqual({ kind: "pending" });
    answers[`GET ${sessions}/cos-1`] = { status: 404, body: { code: "checkout-session-not-found" } };
    expect(await rail.chargeStatus(ref)).toEqual({ kind: "not_found" });
  });
});

/** A callback of Wave's, signed at this time. */
function callbackOf(event: unknown, at: Date, secret = webhookSecret, more = ""): RawCallback {
  const body = Buffer.from(JSON.stringify(event));
  const time = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac("sha256", secret)
    .update(time + body.toString())
    .digest("hex");
  const headers = { "wave-signature": `t=${time},v1=${signature}${more}` };
  return {
    method: "POST",
    host: "a.example",
    path: "/",
    query: new URLSearchParams(),
    headers,
    body,
    ip: "::1",
  };
}

test("a callback is signed over its time and its body: bad, old and early ones are not believed", async () => {
  const { rail, clock } = open();
  const now = clock.at.getTime();
  const event = { id: "EV_QvEZuDSQbLdI", type: "checkout.session.completed", data: sessionOf("ours", paid) };
  const good = callbackOf(event, clock.at);
  expect(await rail.parseCallback(good)).toEqual({
    ...{ authentic: true, auth: "signed", reply: { status: 200 } },
    events: [
      {
        ...{ op: "charge", ourId: "ours", railRef: "cos-18qq25rgr100a" },
        dedupeKey: "checkout.session.completed:EV_QvEZuDSQbLdI",
      },
    ],
  });
  const signed = (header: string) => ({ ...good, headers: { "wave-signature": header } });
  const { "wave-signature": header = "" } = good.headers;
  for (const bad of [
    callbackOf(event, clock.at, "another secret"),
    callbackOf(event, new Date(now - 301_000)),
    callbackOf(event, new Date(now + 301_000)),
    { ...good, body: Buffer.from(`${good.body} `) },
    { ...good, headers: {} },
    signed(header.replace(/t=\d+/, `t=${Math.floor(now / 1000) + 1}`)),
    signed(header.replace(/t=\d+,/, "")),
    signed("t=x,v1=y"),
  ])
    expect(await rail.parseCallback(bad)).toMatchObject({
      authentic: false,
      events: [],
      reply: { status: 401 },
    });
  for (const fine of [
    callbackOf(event, new Date(now - 299_000)),
    callbackOf(event, clock.at, webhookSecret, ",v1=0"),
  ])
    expect(await rail.parseCallback(fine)).toMatchObject({ authentic: true });
});

test("events of other things are accepted and dropped, what cannot be read is refused", async () => {
  const { rail, clock } = open();
  for (const type of ["test.test_event", "merchant.payment_received", "b2b.payment_failed"]) {
    const told = callbackOf({ id: "AE_1", type, data: { id: "T_1" } }, clock.at);
    expect(await rail.parseCallback(told)).toMatchObject({
      authentic: true,
      events: [],
      reply: { status: 200 },
    });
  }
  for (const event of [null, [], {}, { id: "EV_1", type: "checkout.session.completed", data: null }])
    expect(await rail.parseCallback(callbackOf(event, clock.at))).toMatchObject({
      events: [],
      reply: { status: 400 },
    });
});

test("the check of the connection reads the balance", async () => {
  const { rail, answers } = open();
  answers["GET /v1/balance"] = { body: { amount: "10245", currency: "XOF" } };
  expect(await rail.balance?.()).toEqual([{ minor: 10_245n, currency: "XOF" }]);
  expect(await rail.health()).toEqual({ ok: true, detail: say("rail_check_says", { said: "XOF" }) });
  answers["GET /v1/balance"] = { status: 401, body: { code: "api-key-revoked" } };
  expect(await rail.health()).toEqual({ ok: false, detail: say("rail_check_wave") });
});

test("a key names its country and its mode", () => {
  const problems = (apiKey: string, livemode = true) => wave.problems({ apiKey, webhookSecret }, livemode);
  expect(problems(" wave_ci_prod_0123456789\n")).toEqual({});
  expect(problems("wave_ci_prod_0123456789", false)).toEqual({ apiKey: [say("rail_live_key")] });
  expect(problems("wave_sn_test_0123456789")).toEqual({ apiKey: [say("rail_test_key")] });
  for (const other of ["wave_ug_prod_0123456789", "sk_live_0123456789"])
    expect(problems(other)).toEqual({ apiKey: [say("rail_wave_key_shape")] });
});
