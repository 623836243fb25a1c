import { constants, createDecipheriv, privateDecrypt, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import {
  amount,
  disburse,
  enquiryOf,
  giveBack,
  keysOf,
  open,
  phone,
  said,
  signedPay,
  token,
  uganda,
  unknown,
  unpadded,
} from "@/lib/testing/rails/airtel-stub";
import { chargeOf, payoutOf } from "@/lib/testing/rails/contract-harness";
import type { RefundRequest } from "../port";
import { wireIdOf } from "./statuses";

test("with message signing each request carries its own body under a key that only Airtel can open", async () => {
  const { privateKey, text } = keysOf(1024);
  const { rail, answers, sent } = open({ signs: true });
  answers["GET /v1/rsa/encryption-keys"] = {
    body: { data: { key_id: 100, key: text, valid_upto: "12-08-2027" } },
  };
  await rail.charge(chargeOf(uganda, phone));
  await rail.charge(chargeOf(uganda, phone));
  expect(sent("GET /v1/rsa/encryption-keys")).toHaveLength(1);
  for (const { headers, text: body } of sent(signedPay)) {
    const [key = "", iv = ""] = unpadded(privateKey, headers.get("x-key") ?? "").split(":");
    const decipher = createDecipheriv("aes-256-cbc", Buffer.from(key, "base64"), Buffer.from(iv, "base64"));
    const opened = [
      decipher.update(headers.get("x-signature") ?? "", "base64", "utf8"),
      decipher.final("utf8"),
    ];
    expect(opened.join("")).toBe(body);
  }
  expect(new Set(sent(signedPay).map(({ headers }) => headers.get("x-key"))).size).toBe(2);
});

test("what cannot be signed is not sent", async () => {
  const { rail, answers, sent } = open({ signs: true });
  answers["GET /v1/rsa/encryption-keys"] = { body: { data: { key: "no key" } } };
  expect(await rail.charge(chargeOf(uganda, phone))).toMatchObject({ kind: "pending", uncertain: true });
  expect(sent(signedPay)).toEqual([]);
  expect(await rail.health()).toMatchObject({ ok: false });
});

test.each([1024, 2048])("a payout carries the PIN, encrypted as a key of %i bits wants it", async (bits) => {
  const { privateKey, publicKey } = keysOf(bits);
  const { rail, answers, sent } = open({ pin: "4821", pinKey: publicKey });
  answers[disburse] = { body: said("TS", "DP00900001001") };
  const request = payoutOf(uganda, phone);
  expect(await rail.payout?.(request)).toEqual({ kind: "pending", railRef: request.payoutId });
  const json = sent(disburse)[0]?.json as { pin: string; transaction: object };
  expect(json.transaction).toEqual({ amount: 5000, id: wireIdOf("payout", request.payoutId), type: "B2C" });
  const oaep = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const pin =
    bits === 2048
      ? privateDecrypt(oaep, Buffer.from(json.pin, "base64")).toString()
      : unpadded(privateKey, json.pin);
  expect(pin).toBe("4821");
});

test("a payout: a duplicate is asked about, doubt stays doubt, and its failures are the operator's", async () => {
  const { rail, answers } = open({ pin: "4821", pinKey: keysOf(1024).publicKey });
  const request = payoutOf(uganda, phone);
  const refuse = (code: string) => ({
    body: { status: { response_code: code, result_code: "ESB000011", message: "x" } },
  });
  answers[enquiryOf("payout", request.payoutId)] = {
    body: said("TS", "DP00900001001", { airtel_money_id: "CI9" }),
  };
  answers[disburse] = refuse("DP00900001017");
  expect(await rail.payout?.(request)).toMatchObject({ kind: "succeeded", receipt: "CI9" });
  answers[disburse] = refuse("DP00900001014");
  expect(await rail.payout?.(payoutOf(uganda, phone))).toMatchObject({ kind: "pending", uncertain: true });
  answers[disburse] = refuse("DP00900001007");
  expect(await rail.payout?.(payoutOf(uganda, phone))).toMatchObject({
    failure: { reason: "insufficient_float" },
  });
  answers[disburse] = {
    status: 400,
    body: { status_code: "ROUTER116", status_message: "Incorrect Encrypted Pin" },
  };
  expect(await rail.payout?.(payoutOf(uganda, phone))).toMatchObject({
    failure: { reason: "rail_misconfigured" },
  });
  answers[enquiryOf("payout", request.payoutId)] = { body: said("TF", "DP00900001014") };
  expect(await rail.payoutStatus?.(request)).toMatchObject({ kind: "pending", uncertain: true });
  answers[enquiryOf("payout", request.payoutId)] = { body: said("TF", "DP00900001011") };
  expect(await rail.payoutStatus?.(request)).toMatchObject({ failure: { reason: "unknown" } });
  answers[enquiryOf("payout", request.payoutId)] = { body: { status: { response_code: "DP00900001015" } } };
  expect(await rail.payoutStatus?.(request)).toEqual({ kind: "not_found" });
});

const signedGiveBack = "POST /standard/v2/payments/refund";

function refundOf(attemptId: string, more: Partial<RefundRequest> = {}): RefundRequest {
  return { refundId: randomUUID(), attemptId, railRef: attemptId, amount, ...more };
}

test.each([
  ["be signed", true, "GET /v1/rsa/encryption-keys"],
  ["have a token", false, "POST /auth/oauth2/token"],
])("what could not %s was not sent, so that it may be sent again", async (_what, signs, missing) => {
  const { rail, answers, sent } = open({ signs, pin: "4821", pinKey: keysOf(1024).publicKey });
  const attemptId = randomUUID();
  const enquiry = enquiryOf("charge", attemptId);
  // A token that is over after each call.
  answers["POST /auth/oauth2/token"] = { body: { ...token, expires_in: "1" } };
  answers[enquiry] = () => {
    answers[missing] = "silent";
    return { body: said("TS", "DP00800001001", { airtel_money_id: "CI5" }) };
  };
  const again = { kind: "pending", uncertain: true, mayRepeat: true };
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject(again);
  expect(sent(enquiry)).toHaveLength(1);
  expect(await rail.payout?.(payoutOf(uganda, phone))).toMatchObject(again);
  expect([giveBack, signedGiveBack, disburse].flatMap(sent)).toEqual([]);
});

test("a refund gives the whole payment back by Airtel's id, and what went back is not given back again", async () => {
  const { rail, answers, sent } = open();
  const attemptId = randomUUID();
  const part = {
    payment: { amount: { minor: 9_000n, currency: "UGX" }, back: { minor: 0n, currency: "UGX" } },
  };
  expect(await rail.refund?.(refundOf(attemptId, part))).toMatchObject({
    failure: { reason: "amount_out_of_range" },
  });
  answers[enquiryOf("charge", attemptId)] = "silent";
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({
    kind: "pending",
    uncertain: true,
    mayRepeat: true,
  });
  expect(sent(giveBack)).toEqual([]);
  answers[enquiryOf("charge", attemptId)] = { body: said("TS", "DP00800001001", { airtel_money_id: "CI5" }) };
  answers[giveBack] = "silent";
  const lost = refundOf(attemptId);
  expect(await rail.refund?.(lost)).toEqual({ kind: "pending", railRef: lost.refundId, uncertain: true });
  const ref = { ...lost, charge: { attemptId } };
  expect(await rail.refundStatus?.(ref)).toEqual({
    kind: "pending",
    railRef: lost.refundId,
    uncertain: true,
  });
  // The provider's sample of a refund that went well says success: false beside it.
  const good = { data: { transaction: { airtel_money_id: "CI6", status: "SUCCESS" } } };
  answers[giveBack] = {
    body: { ...good, status: { code: "200", result_code: "ESB000010", success: false } },
  };
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({ kind: "succeeded", receipt: "CI6" });
  expect(sent(giveBack).at(-1)?.json).toEqual({ transaction: { airtel_money_id: "CI5" } });
  answers[giveBack] = {
    body: { data: { transaction: { status: "FAILED" } }, status: { code: "200", success: false } },
  };
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({
    kind: "failed",
    failure: { reason: "unknown" },
  });
  answers[enquiryOf("charge", attemptId)] = { body: said("TR", "DP00800001001") };
  expect(await rail.refundStatus?.(ref)).toMatchObject({ kind: "succeeded" });
  const before = sent(giveBack).length;
  expect(await rail.refund?.(refundOf(attemptId))).toMatchObject({ kind: "succeeded" });
  expect(sent(giveBack)).toHaveLength(before);
});

test("its list is read to its end: paid payments by our id or by the receipt, without what went wrong", async () => {
  const { rail, answers, sent } = open();
  const ourId = randomUUID();
  const created_at = Date.parse("2026-11-29T08:00:00Z");
  const row = (more: object, type = "MERCHPAY") => ({
    ...{
      charges: { service: "0" },
      payee: { currency: "UGX", msisdn: "1" },
      payer: { currency: "UGX" },
      service: { type },
    },
    transaction: {
      airtel_money_id: "MP3",
      amount: "1,000".replace(",", ""),
      created_at,
      id: 5551,
      status: "TS",
      ...more,
    },
  });
  const rows = [
    row({ reference_number: wireIdOf("charge", ourId) }),
    row({ status: "TF" }),
    row({ airtel_money_id: "MP4", status: "Transaction Success" }),
    row({}, "CASHIN"),
  ];
  answers["GET /merchant/v1/transactions"] = ({ query }) => {
    const transactions =
      query.get("offset") === "0" ? rows.slice(0, 3) : query.get("offset") === "3" ? rows[3] : [];
    return { body: { data: { count: 4, transactions }, status: { success: true } } };
  };
  const range = { from: new Date("2026-11-29T00:00:00Z"), to: new Date("2026-11-30T00:00:00Z") };
  const listed = await rail.statement?.(range);
  expect(listed?.holds).toEqual(["charge"]);
  expect(listed?.lines).toMatchObject([
    { ourId, receipt: "MP3", minor: 1_000n },
    { ourId: null, receipt: "MP4", minor: 1_000n },
  ]);
  expect(sent("GET /merchant/v1/transactions").map(({ query }) => query.get("from"))).toContain(
    String(+range.from),
  );
  answers["GET /merchant/v1/transactions"] = { status: 403, body: {} };
  await expect(rail.statement?.(range)).rejects.toThrow("The list of airtel could not be read.");
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
