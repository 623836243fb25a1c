import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  amount,
  enquiryOf,
  keysOf,
  open,
  pay,
  phone,
  said,
  taken,
  uganda,
  unknown,
} from "@/lib/testing/rails/airtel-stub";
import { chargeOf } from "@/lib/testing/rails/contract-harness";
import type { RawCallback } from "../port";
import { airtelMoney } from "./airtel";
import { nationalOf } from "./client";
import { ourIdIn, wireIdOf } from "./statuses";

test("a prompt is asked for without the calling code, under our id without its hyphens", async () => {
  const { rail, sent } = open();
  const request = chargeOf(uganda, phone);
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: request.attemptId });
  const [one] = sent(pay);
  expect(one?.json).toEqual({
    reference: "Order 1042 cafe",
    subscriber: { country: "UG", currency: "UGX", msisdn: "752123456" },
    transaction: { amount: 5000, country: "UG", currency: "UGX", id: request.attemptId.replaceAll("-", "") },
  });
  const shown = ["authorization", "x-country", "x-currency", "x-signature"].map((name) =>
    one?.headers.get(name),
  );
  expect(shown).toEqual(["Bearer a-token", "UG", "UGX", null]);
  expect(nationalOf("CG", "+242055123456")).toBe("055123456");
  expect(nationalOf("UG", "+254752123456")).toBeNull();
});

test("a token is used for its three minutes, less a while", async () => {
  const { rail, sent, clock } = open();
  await rail.charge(chargeOf(uganda, phone));
  clock.at = new Date(clock.at.getTime() + 149_000);
  await rail.charge(chargeOf(uganda, phone));
  expect(sent("POST /auth/oauth2/token")).toHaveLength(1);
  clock.at = new Date(clock.at.getTime() + 2_000);
  await rail.charge(chargeOf(uganda, phone));
  expect(sent("POST /auth/oauth2/token")).toHaveLength(2);
});

test("a token that is over, which Airtel says by 403, is renewed and nobody is told; wrong keys are told", async () => {
  const { rail, answers, sent, anomaly } = open();
  const over = { error: "invalid_token", error_description: "The access token is invalid or has expired" };
  answers[pay] = () => (sent(pay).length === 1 ? { status: 403, body: over } : taken);
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending" });
  expect([sent(pay).length, sent("POST /auth/oauth2/token").length, anomaly]).toEqual([2, 2, []]);
  const other = open();
  other.answers["POST /auth/oauth2/token"] = { status: 400, body: { error: "invalid_client" } };
  expect(await other.rail.charge(chargeOf(uganda, phone))).toMatchObject({
    failure: { reason: "rail_misconfigured" },
  });
  expect(await other.rail.chargeStatus({ attemptId: randomUUID() })).toEqual({ kind: "pending" });
  expect(other.anomaly.map(({ what }) => what)).toContain("refused");
  expect(other.sent(pay)).toEqual([]);
});

test("what Airtel has already is asked about, and never prompted for again", async () => {
  const { rail, answers, sent } = open();
  const request = chargeOf(uganda, phone);
  const known = { status: { response_code: null, result_code: "ESB000041", message: "already exists" } };
  answers[pay] = { status: 400, body: known };
  answers[enquiryOf("charge", request.attemptId)] = { body: said("TIP", "DP00800001006") };
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: request.attemptId });
  answers[enquiryOf("charge", request.attemptId)] = {
    body: said("TS", "DP00800001001", { airtel_money_id: "MP1" }),
  };
  expect(await rail.charge(request)).toMatchObject({
    kind: "succeeded",
    settlement: { amount, receipt: "MP1" },
  });
  expect(sent(pay)).toHaveLength(2);
});

test.each([
  ["ESB000001", "pending"],
  ["ESB000004", "pending"],
  ["ESB000008", "pending"],
  ["ROUTER117", "pending"],
  ["DP00800001024", "pending"],
  ["0000900", "pending"],
  ["DP99900000001", "pending"],
  ["ESB000039", "rail_misconfigured"],
  ["DP00800001026", "rail_misconfigured"],
  ["DP00800001007", "insufficient_funds"],
])("%s to a prompt: what may have been done is asked about, what was refused failed", async (code, end) => {
  const { rail, answers } = open();
  answers[pay] = { status: 400, body: { status: { response_code: code, result_code: code, message: "x" } } };
  const result = await rail.charge(chargeOf(uganda, phone));
  if (end === "pending") expect(result).toMatchObject({ kind: "pending", uncertain: true });
  else expect(result).toMatchObject({ kind: "failed", failure: { reason: end, railCode: code } });
});

test("the router says its code in another place, a number that nobody has comes under the code of no PIN", async () => {
  const { rail, answers, anomaly } = open();
  answers[pay] = { status: 400, body: { status_code: "ROUTER003", status_message: "Missing header" } };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({
    failure: { reason: "rail_misconfigured", railCode: "ROUTER003" },
  });
  expect(anomaly).toMatchObject([{ what: "refused" }]);
  answers[pay] = {
    status: 400,
    body: { status: { response_code: "DP00800001005", message: "Msisdn Not Found" } },
  };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({
    failure: { reason: "payer_not_found" },
  });
  for (const [result_code, reason] of Object.entries({
    ESB000033: "invalid_phone",
    ESB000035: "rail_misconfigured",
  })) {
    answers[pay] = { status: 400, body: { status: { response_code: "DP00800001013", result_code } } };
    expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ failure: { reason } });
  }
  answers[pay] = { status: 400, body: { status: { response_code: "DP00800001005", message: "Something" } } };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending", uncertain: true });
  answers[pay] = "silent";
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending", uncertain: true });
  answers[pay] = { status: 404, body: { message: "no such path" } };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({
    failure: { reason: "rail_misconfigured", railCode: "HTTP 404" },
  });
});

describe("a payment", () => {
  test.each([
    ["TIP", "DP00800001006", { kind: "pending" }],
    ["TA", "DP00800001000", { kind: "pending" }],
    ["TQ", "DP00800001000", { kind: "pending" }],
    ["TF", "DP00800001002", { kind: "failed", failure: { reason: "wrong_pin" } }],
    ["TF", "DP00800001024", { kind: "failed", failure: { reason: "not_approved_in_time" } }],
    ["TF", "DP00800001010", { kind: "failed", failure: { reason: "payer_not_found" } }],
    ["TF", "DP00800001006", { kind: "failed", failure: { reason: "unknown" } }],
    ["TE", "DP00800001006", { kind: "failed", failure: { reason: "not_approved_in_time", railCode: "TE" } }],
  ])("that is %s with %s", async (status, code, expected) => {
    const { rail, answers, anomaly } = open();
    const attemptId = randomUUID();
    answers[enquiryOf("charge", attemptId)] = { body: said(status, code) };
    expect(await rail.chargeStatus({ attemptId })).toMatchObject(expected);
    expect(anomaly.map(({ what }) => what)).toEqual(status === "TQ" ? ["unknown_word"] : []);
  });

  test("stays open for hours where Airtel says so", async () => {
    const { rail, answers, clock } = open();
    const attemptId = randomUUID();
    answers[enquiryOf("charge", attemptId)] = { body: said("TIP", "DP00800001006") };
    clock.at = new Date(clock.at.getTime() + 5 * 3_600_000);
    expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "pending" });
  });

  test("has the amount of its message, else what was asked for; without either it stays open", async () => {
    const { rail, answers, anomaly } = open();
    const attemptId = randomUUID();
    const paid = (message: string) => ({
      body: said("TS", "DP00800001001", { airtel_money_id: "MP2", message }),
    });
    answers[enquiryOf("charge", attemptId)] = paid(
      "Paid UGX 4,000 to SHOP LTD Charge UGX 140, Trans ID MP2.",
    );
    const asked = { amount, at: new Date() };
    expect(await rail.chargeStatus({ attemptId, asked })).toMatchObject({
      settlement: {
        amount: { minor: 4_000n, currency: "UGX" },
        receipt: "MP2",
        isHeard: true,
        network: "airtel_ug",
      },
    });
    answers[enquiryOf("charge", attemptId)] = paid("success");
    expect(await rail.chargeStatus({ attemptId, asked })).toMatchObject({ settlement: { amount } });
    expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "pending" });
    expect(anomaly).toMatchObject([{ what: "unreadable" }]);
  });

  test("is unknown where Airtel says so, and not where a gateway does or another transaction is told", async () => {
    const { rail, answers } = open();
    const attemptId = randomUUID();
    answers[enquiryOf("charge", attemptId)] = unknown;
    expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "not_found" });
    const vague = { response_code: "DP00800001005", code: "400", success: false };
    answers[enquiryOf("charge", attemptId)] = {
      body: { status: { ...vague, message: "TransactionNot Found" } },
    };
    expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "not_found" });
    for (const other of [
      { status: 404, body: {} },
      { body: { status: { ...vague, message: "Something Went Wrong" } } },
      { body: said("TS", "DP00800001001", { id: "another" }) },
    ]) {
      answers[enquiryOf("charge", attemptId)] = other;
      expect(await rail.chargeStatus({ attemptId })).toEqual({ kind: "pending" });
    }
  });
});

test("every id of ours comes back from the one that goes out", () => {
  for (const op of ["charge", "payout"] as const) {
    const id = randomUUID();
    expect(wireIdOf(op, id)).toMatch(/^[A-Za-z0-9]{32,33}$/);
    expect(ourIdIn(wireIdOf(op, id))).toEqual({ op, ourId: id });
  }
  for (const other of ["", "BBZMiscxy", "0".repeat(32)]) expect(ourIdIn(other)).toBeNull();
});

const callbackKey = "zITVAAGYSlzl1WkUQJn81kbpT5drH3koffT8jCkcJJA=";
const transaction = {
  id: "",
  message: "Paid UGX 5,000 to SHOP",
  status_code: "TS",
  airtel_money_id: "MP210603.1234.L06941",
};

function callbackOf(body: unknown): RawCallback {
  const rest = {
    method: "POST",
    host: "a.example",
    path: "/",
    query: new URLSearchParams(),
    headers: {},
    ip: "::1",
  };
  return { ...rest, body: Buffer.from(JSON.stringify(body)) };
}

const hashOf = (said: unknown) =>
  createHmac("sha256", callbackKey).update(JSON.stringify(said)).digest("base64");

test("a callback is proved by its hash over the request or over its transaction; nothing else is believed", async () => {
  const { rail } = open({ callbackKey });
  const ourId = randomUUID();
  const told = { transaction: { ...transaction, id: wireIdOf("charge", ourId) } };
  for (const hash of [hashOf(told), hashOf(told.transaction)]) {
    const verdict = await rail.parseCallback(callbackOf({ ...told, hash }));
    expect(verdict).toMatchObject({ authentic: true, auth: "signed", events: [{ op: "charge", ourId }] });
    expect(verdict.events[0]?.claim).toBeUndefined();
    const changed = { transaction: { ...told.transaction, status_code: "TF" }, hash };
    expect(await rail.parseCallback(callbackOf(changed))).toMatchObject({ authentic: false, events: [] });
  }
  for (const body of [told, { ...told, hash: "" }, { ...told, hash: 5 }, {}, null, []])
    expect(await rail.parseCallback(callbackOf(body))).toMatchObject({
      authentic: false,
      reply: { status: 401 },
    });
});

test("without callback authentication a callback makes us ask, about the payment or payout that it names", async () => {
  const { rail } = open();
  expect(rail.capabilities.callbackAuth).toBe("none");
  for (const op of ["charge", "payout"] as const) {
    const ourId = randomUUID();
    const told = callbackOf({ transaction: { ...transaction, id: wireIdOf(op, ourId) } });
    expect(await rail.parseCallback(told)).toMatchObject({
      auth: "none",
      events: [{ op, ourId, railRef: ourId }],
    });
  }
  const foreign = await rail.parseCallback(callbackOf({ transaction: { ...transaction, id: "BBZMiscxy" } }));
  expect(foreign.events).toMatchObject([{ op: "charge", railRef: "BBZMiscxy" }]);
  expect(foreign.events[0]?.ourId).toBeUndefined();
  expect(await rail.parseCallback(callbackOf({}))).toMatchObject({ events: [], reply: { status: 400 } });
});

test.each([
  ["UG", true, "openapi.airtel.ug"],
  ["KE", false, "openapiuat.airtelkenya.com"],
])("in %s (live: %s) the host is %s", async (country, livemode, host) => {
  const { rail, requests } = open({ country, livemode, baseUrl: undefined });
  await rail.health();
  expect(requests.map((one) => one.host)).toContain(host);
});

test("a country without Airtel Money, a bad PIN and a bad key are told on their fields", () => {
  const good = { clientId: "01234567", clientSecret: "01234567", country: "ke" };
  expect(airtelMoney.problems(good, true)).toEqual({});
  const bad = { ...good, country: "FR", pin: "12", pinKey: "no key" };
  expect(Object.keys(airtelMoney.problems(bad, true))).toEqual(["country", "pin", "pinKey"]);
  expect(Object.keys(airtelMoney.problems({ ...good, pinKey: keysOf(1024).text }, true))).toEqual(["pin"]);
});
