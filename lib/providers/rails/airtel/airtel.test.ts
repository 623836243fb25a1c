import { constants, createDecipheriv, createHmac, generateKeyPairSync, type KeyObject, privateDecrypt, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { answersOf } from "@/lib/testing/rails/answers";
import type { ChargeRequest, PayoutRequest, RawCallback, RefundRequest } from "../port";
import { airtelMoney, createAirtelMoney } from "./airtel";
import { type AirtelConfig, nationalOf } from "./client";
import { ourIdIn, wireIdOf } from "./statuses";

const token = { access_token: "a-token", expires_in: "180", token_type: "bearer" };
const pay = "POST /merchant/v1/payments/";
const signedPay = "POST /merchant/v2/payments/";
const disburse = "POST /standard/v2/disbursements/";
const giveBack = "POST /standard/v1/payments/refund";
const amount = { minor: 5_000n, currency: "UGX" };

/** An answer of Airtel's: the status of its transaction, and its code. */
function said(status: string | null, code: string, more: Record<string, unknown> = {}) {
  const data = status === null ? {} : { data: { transaction: { status, ...more } } };
  return { ...data, status: { code: "200", message: "SUCCESS", result_code: "ESB000010", response_code: code, success: true } };
}

const taken = { body: said("SUCCESS", "DP00800001006", { id: false }) };
const unknown = { body: { status: { result_code: "ESB000045", message: "No Transaction Found" } } };

function open(more: Partial<AirtelConfig> = {}) {
  const played = answersOf({ "POST /auth/oauth2/token": { body: token }, [pay]: taken, [signedPay]: taken });
  const own = { clientId: "an-id", clientSecret: "a-secret", country: "UG", currency: "UGX", livemode: true };
  return { ...played, rail: createAirtelMoney({ ...own, ...played.options, ...more }) };
}

function chargeOf(more: Partial<ChargeRequest> = {}): ChargeRequest {
  return {
    ...{ attemptId: randomUUID(), method: "mobile_money", amount, country: "UG", description: "Order 1042 – café" },
    payer: { phone: "+256752123456", network: "airtel_ug" },
    ...{ returnUrl: "https://a.example/r", cancelUrl: "https://a.example/c", callbackUrl: "https://a.example/h" },
    ...{ locale: "en", metadata: {} },
    ...more,
  };
}

function payoutOf(): PayoutRequest {
  const to = { type: "mobile_money" as const, phone: "+256752123456", network: "airtel_ug", name: "Ann" };
  return { payoutId: randomUUID(), amount, country: "UG", narration: "Payout", callbackUrl: "https://a.example", to };
}

const enquiryOf = (op: "charge" | "payout", id: string) =>
  op === "charge" ? `GET /standard/v1/payments/${wireIdOf(op, id)}` : `GET /standard/v2/disbursements/${wireIdOf(op, id)}`;

test("a prompt is asked for without the calling code, under our id without its hyphens", async () => {
  const { rail, sent } = open();
  const request = chargeOf();
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: request.attemptId });
  const [one] = sent(pay);
  expect(one?.json).toEqual({
    reference: "Order 1042 cafe",
    subscriber: { country: "UG", currency: "UGX", msisdn: "752123456" },
    transaction: { amount: 5000, country: "UG", currency: "UGX", id: request.attemptId.replaceAll("-", "") },
  });
  const shown = ["authorization", "x-country", "x-currency", "x-signature"].map((name) => one?.headers.get(name));
  expect(shown).toEqual(["Bearer a-token", "UG", "UGX", null]);
  expect(nationalOf("CG", "+242055123456")).toBe("055123456");
  expect(nationalOf("UG", "+254752123456")).toBeNull();
});

test("a token is used for its three minutes, less a while", async () => {
  const { rail, sent, clock } = open();
  await rail.charge(chargeOf());
  clock.at = new Date(clock.at.getTime() + 149_000);
  await rail.charge(chargeOf());
  expect(sent("POST /auth/oauth2/token")).toHaveLength(1);
  clock.at = new Date(clock.at.getTime() + 2_000);
  await rail.charge(chargeOf());
  expect(sent("POST /auth/oauth2/token")).toHaveLength(2);
});

test("what Airtel has already is asked about, and never prompted for again", async () => {
  const { rail, answers, sent } = open();
  const request = chargeOf();
  const known = { status: { response_code: null, result_code: "ESB000041", message: "already exists" } };
  answers[pay] = { status: 400, body: known };
  answers[enquiryOf("charge", request.attemptId)] = { body: said("TIP", "DP00800001006") };
  expect(await rail.charge(request)).toMatchObject({ kind: "pending", railRef: request.attemptId });
  answers[enquiryOf("charge", request.attemptId)] = { body: said("TS", "DP00800001001", { airtel_money_id: "MP1" }) };
  expect(await rail.charge(request)).toMatchObject({ kind: "succeeded", settlement: { amount, receipt: "MP1" } });
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
  const result = await rail.charge(chargeOf());
  if (end === "pending") expect(result).toMatchObject({ kind: "pending", uncertain: true });
  else expect(result).toMatchObject({ kind: "failed", failure: { reason: end, railCode: code } });
});

test("the router says its code in another place, a number that nobody has comes under the code of no PIN", async () => {
  const { rail, answers, anomaly } = open();
  answers[pay] = { status: 400, body: { status_code: "ROUTER003", status_message: "Missing header" } };
  expect(await rail.charge(chargeOf())).toMatchObject({ failure: { reason: "rail_misconfigured", railCode: "ROUTER003" } });
  expect(anomaly).toMatchObject([{ what: "refused" }]);
  answers[pay] = { status: 400, body: { status: { response_code: "DP00800001005", message: "Msisdn Not Found" } } };
  expect(await rail.charge(chargeOf())).toMatchObject({ failure: { reason: "payer_not_found" } });
  answers[pay] = "silent";
  expect(await rail.charge(chargeOf())).toMatchObject({ kind: "pending", uncertain: true });
  answers[pay] = { status: 404, body: { message: "no such path" } };
  expect(await rail.charge(chargeOf())).toMatchObject({ failure: { reason: "rail_misconfigured", railCode: "HTTP 404" } });
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
    const paid = (message: string) => ({ body: said("TS", "DP00800001001", { airtel_money_id: "MP2", message }) });
    answers[enquiryOf("charge", attemptId)] = paid("Paid UGX 4,000 to SHOP LTD Charge UGX 140, Trans ID MP2.");
    const asked = { amount, at: new Date() };
    expect(await rail.chargeStatus({ attemptId, asked })).toMatchObject({
      settlement: { amount: { minor: 4_000n, currency: "UGX" }, receipt: "MP2", isHeard: true, network: "airtel_ug" },
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
    for (const other of [{ status: 404, body: {} }, { body: said("TS", "DP00800001001", { id: "another" }) }]) {
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
  for (const other of ["", "BBZMiscxy", "0".repeat(32), randomUUID()]) expect(ourIdIn(other)).toBeNull();
});

/** Keys of Airtel's two sizes, as it gives them out. */
function keysOf(modulusLength: number) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  return { privateKey, publicKey, text: publicKey.export({ format: "der", type: "spki" }).toString("base64") };
}

/** What node no longer takes off by itself: 00 02, random bytes, 00, the text. */
function unpadded(privateKey: KeyObject, sealed: string): string {
  const raw = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(sealed, "base64"));
  expect([raw[0], raw[1]]).toEqual([0, 2]);
  return raw.subarray(raw.indexOf(0, 2) + 1).toString();
}

test("with message signing each request carries its own body under a key that only Airtel can open", async () => {
  const { privateKey, text } = keysOf(1024);
  const { rail, answers, sent } = open({ signs: true });
  answers["GET /v1/rsa/encryption-keys"] = { body: { data: { key_id: 100, key: text, valid_upto: "12-08-2027" } } };
  await rail.charge(chargeOf());
  await rail.charge(chargeOf());
  expect(sent("GET /v1/rsa/encryption-keys")).toHaveLength(1);
  for (const { headers, text: body } of sent(signedPay)) {
    const [key = "", iv = ""] = unpadded(privateKey, headers.get("x-key") ?? "").split(":");
    const decipher = createDecipheriv("aes-256-cbc", Buffer.from(key, "base64"), Buffer.from(iv, "base64"));
    const opened = [decipher.update(headers.get("x-signature") ?? "", "base64", "utf8"), decipher.final("utf8")];
    expect(opened.join("")).toBe(body);
  }
  expect(new Set(sent(signedPay).map(({ headers }) => headers.get("x-key"))).size).toBe(2);
});

test("what cannot be signed is not sent", async () => {
  const { rail, answers, sent } = open({ signs: true });
  answers["GET /v1/rsa/encryption-keys"] = { body: { data: { key: "no key" } } };
  expect(await rail.charge(chargeOf())).toMatchObject({ kind: "pending", uncertain: true });
  expect(sent(signedPay)).toEqual([]);
  expect(await rail.health()).toMatchObject({ ok: false });
});

test.each([1024, 2048])("a payout carries the PIN, encrypted as a key of %i bits wants it", async (bits) => {
  const { privateKey, publicKey } = keysOf(bits);
  const { rail, answers, sent } = open({ pin: "4821", pinKey: publicKey });
  answers[disburse] = { body: said("TS", "DP00900001001") };
  const request = payoutOf();
  expect(await rail.payout?.(request)).toEqual({ kind: "pending", railRef: request.payoutId });
  const json = sent(disburse)[0]?.json as { pin: string; transaction: object };
  expect(json.transaction).toEqual({ amount: 5000, id: wireIdOf("payout", request.payoutId), type: "B2C" });
  const oaep = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const pin = bits === 2048 ? privateDecrypt(oaep, Buffer.from(json.pin, "base64")).toString() : unpadded(privateKey, json.pin);
  expect(pin).toBe("4821");
});

test("a payout: a duplicate is asked about, doubt stays doubt, and its failures are the operator's", async () => {
  const { rail, answers, sent } = open({ pin: "4821", pinKey: keysOf(1024).publicKey });
  const request = payoutOf();
  const refuse = (code: string) => ({ body: { status: { response_code: code, result_code: "ESB000011", message: "x" } } });
  answers[enquiryOf("payout", request.payoutId)] = { body: said("TS", "DP00900001001", { airtel_money_id: "CI9" }) };
  answers[disburse] = refuse("DP00900001017");
  expect(await rail.payout?.(request)).toMatchObject({ kind: "succeeded", receipt: "CI9" });
  expect(sent(enquiryOf("payout", request.payoutId))[0]?.query.get("transactionType")).toBe("B2C");
  answers[disburse] = refuse("DP00900001014");
  expect(await rail.payout?.(payoutOf())).toMatchObject({ kind: "pending", uncertain: true });
  answers[disburse] = refuse("DP00900001007");
  expect(await rail.payout?.(payoutOf())).toMatchObject({ failure: { reason: "insufficient_float" } });
  answers[disburse] = { status: 400, body: { status_code: "ROUTER116", status_message: "Incorrect Encrypted Pin" } };
  expect(await rail.payout?.(payoutOf())).toMatchObject({ failure: { reason: "rail_misconfigured" } });
  answers[enquiryOf("payout", request.payoutId)] = { body: { status: { response_code: "DP00900001015" } } };
  expect(await rail.payoutStatus?.(request)).toEqual({ kind: "not_found" });
});

function refundOf(attemptId: string, more: Partial<RefundRequest> = {}): RefundRequest {
  return { refundId: randomUUID(), attemptId, railRef: attemptId, amount, ...more };
}

test("a refund gives the whole payment back by Airtel's id, and what went back is not given back again", async () => {
  const { rail, answers, sent } = open();
  const attemptId = randomUUID();
  const part = { payment: { amount: { minor: 9_000n, currency: "UGX" }, back: { minor: 0n, currency: "UGX" } } };
  expect(await rail.refund?.(refundOf(attemptId, part))).toMatchObject({ failure: { reason: "amount_out_of_range" } });
  answers[enquiryOf("charge", attemptId)] = "silent";
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({ kind: "pending", uncertain: true, mayRepeat: true });
  expect(sent(giveBack)).toEqual([]);
  answers[enquiryOf("charge", attemptId)] = { body: said("TS", "DP00800001001", { airtel_money_id: "CI5" }) };
  answers[giveBack] = "silent";
  const lost = refundOf(attemptId);
  expect(await rail.refund?.(lost)).toEqual({ kind: "pending", railRef: lost.refundId, uncertain: true });
  const ref = { ...lost, charge: { attemptId } };
  expect(await rail.refundStatus?.(ref)).toEqual({ kind: "pending", railRef: lost.refundId, uncertain: true });
  // The provider's sample of a refund that went well says success: false beside it.
  const good = { data: { transaction: { airtel_money_id: "CI6", status: "SUCCESS" } } };
  answers[giveBack] = { body: { ...good, status: { code: "200", result_code: "ESB000010", success: false } } };
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({ kind: "succeeded", receipt: "CI6" });
  expect(sent(giveBack).at(-1)?.json).toEqual({ transaction: { airtel_money_id: "CI5" } });
  answers[enquiryOf("charge", attemptId)] = { body: said("TR", "DP00800001001") };
  expect(await rail.refundStatus?.(ref)).toMatchObject({ kind: "succeeded" });
  const before = sent(giveBack).length;
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({ kind: "succeeded" });
  expect(sent(giveBack)).toHaveLength(before);
});

const callbackKey = "zITVAAGYSlzl1WkUQJn81kbpT5drH3koffT8jCkcJJA=";
const transaction = { id: "", message: "Paid UGX 5,000 to SHOP", status_code: "TS", airtel_money_id: "MP210603.1234.L06941" };

function callbackOf(body: unknown): RawCallback {
  const rest = { method: "POST", host: "a.example", path: "/", query: new URLSearchParams(), headers: {}, ip: "::1" };
  return { ...rest, body: Buffer.from(JSON.stringify(body)) };
}

const hashOf = (said: unknown) => createHmac("sha256", callbackKey).update(JSON.stringify(said)).digest("base64");

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
    expect(await rail.parseCallback(callbackOf(body))).toMatchObject({ authentic: false, reply: { status: 401 } });
});

test("without callback authentication a callback makes us ask, about the payment or payout that it names", async () => {
  const { rail } = open();
  expect(rail.capabilities.callbackAuth).toBe("none");
  for (const op of ["charge", "payout"] as const) {
    const ourId = randomUUID();
    const told = callbackOf({ transaction: { ...transaction, id: wireIdOf(op, ourId) } });
    expect(await rail.parseCallback(told)).toMatchObject({ auth: "none", events: [{ op, ourId, railRef: ourId }] });
  }
  const foreign = await rail.parseCallback(callbackOf({ transaction: { ...transaction, id: "BBZMiscxy" } }));
  expect(foreign.events).toMatchObject([{ op: "charge", railRef: "BBZMiscxy" }]);
  expect(foreign.events[0]?.ourId).toBeUndefined();
  expect(await rail.parseCallback(callbackOf({}))).toMatchObject({ events: [], reply: { status: 400 } });
});

test("its list is read to its end: paid payments by our id or by the receipt, without what went wrong", async () => {
  const { rail, answers, sent } = open();
  const ourId = randomUUID();
  const created_at = Date.parse("2026-11-29T08:00:00Z");
  const row = (more: object, type = "MERCHPAY") => ({
    ...{ charges: { service: "0" }, payee: { currency: "UGX", msisdn: "1" }, payer: { currency: "UGX" }, service: { type } },
    transaction: { airtel_money_id: "MP3", amount: "1,000".replace(",", ""), created_at, id: 5551, status: "TS", ...more },
  });
  const rows = [
    row({ reference_number: wireIdOf("charge", ourId) }),
    row({ status: "TF" }),
    row({ airtel_money_id: "MP4", status: "Transaction Success" }),
    row({}, "CASHIN"),
  ];
  answers["GET /merchant/v1/transactions"] = ({ query }) => {
    const transactions = query.get("offset") === "0" ? rows.slice(0, 3) : query.get("offset") === "3" ? rows[3] : [];
    return { body: { data: { count: 4, transactions }, status: { success: true } } };
  };
  const range = { from: new Date("2026-11-29T00:00:00Z"), to: new Date("2026-11-30T00:00:00Z") };
  const listed = await rail.statement?.(range);
  expect(listed?.holds).toEqual(["charge"]);
  expect(listed?.lines).toMatchObject([
    { ourId, receipt: "MP3", minor: 1_000n },
    { ourId: null, receipt: "MP4", minor: 1_000n },
  ]);
  expect(sent("GET /merchant/v1/transactions").map(({ query }) => query.get("from"))).toContain(String(+range.from));
  answers["GET /merchant/v1/transactions"] = { status: 403, body: {} };
  await expect(rail.statement?.(range)).rejects.toThrow();
});

test("the balance has commas; the check of the connection asks about a payment that nobody made", async () => {
  const { rail, answers, requests } = open({ pin: "4821" });
  answers["GET /standard/v1/users/balance"] = { body: { data: { balance: "37,600.00", currency: "UGX" } } };
  expect(await rail.balance?.()).toEqual([{ minor: 37_600n, currency: "UGX" }]);
  expect(await rail.health()).toMatchObject({ ok: false });
  const asked = requests.at(-1)?.path ?? "";
  expect(asked).toMatch(/^\/standard\/v1\/payments\/[0-9a-f]{32}$/);
  answers["*"] = unknown;
  expect(await rail.health()).toEqual({ ok: true, detail: say("rail_check_says", { said: "UGX" }) });
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
