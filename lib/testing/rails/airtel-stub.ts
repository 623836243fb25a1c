import { constants, generateKeyPairSync, type KeyObject, privateDecrypt } from "node:crypto";
import { createAirtelMoney } from "@/lib/providers/rails/airtel/airtel";
import type { AirtelConfig } from "@/lib/providers/rails/airtel/client";
import { wireIdOf } from "@/lib/providers/rails/airtel/statuses";
import { answersOf } from "./answers";

export const pay = "POST /merchant/v1/payments/";
export const signedPay = "POST /merchant/v2/payments/";
export const disburse = "POST /standard/v3/disbursements";
export const giveBack = "POST /standard/v1/payments/refund";
export const amount = { minor: 5_000n, currency: "UGX" };
/** An ordinary request of this rail, and the phone that goes with it. */
export const uganda = { amount, country: "UG", network: "airtel_ug", method: "mobile_money" as const };
export const phone = "+256752123456";

export const token = { access_token: "a-token", expires_in: "180", token_type: "bearer" };
/** An answer of Airtel's: the status of its transaction, and its code. */
export function said(status: string | null, code: string, more: Record<string, unknown> = {}) {
  const data = status === null ? {} : { data: { transaction: { status, ...more } } };
  return {
    ...data,
    status: { code: "200", message: "SUCCESS", result_code: "ESB000010", response_code: code, success: true },
  };
}

export const taken = { body: said("SUCCESS", "DP00800001006", { id: false }) };
export const unknown = { body: { status: { result_code: "ESB000045", message: "No Transaction Found" } } };

/** The adapter before a provider that takes every prompt. */
export function open(more: Partial<AirtelConfig> = {}) {
  const played = answersOf({ "POST /auth/oauth2/token": { body: token }, [pay]: taken, [signedPay]: taken });
  const own = { clientId: "an-id", clientSecret: "a-secret", country: "UG", currency: "UGX", livemode: true };
  return { ...played, rail: createAirtelMoney({ ...own, ...played.options, ...more }) };
}

export const enquiryOf = (op: "charge" | "payout", id: string) =>
  op === "charge"
    ? `GET /standard/v1/payments/${wireIdOf(op, id)}`
    : `GET /standard/v3/disbursements/${wireIdOf(op, id)}`;

/** Keys of Airtel's two sizes, as it gives them out. */
export function keysOf(modulusLength: number) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength });
  return {
    privateKey,
    publicKey,
    text: publicKey.export({ format: "der", type: "spki" }).toString("base64"),
  };
}

/** What node no longer takes off by itself: 00 02, random bytes, 00, the text. */
export function unpadded(privateKey: KeyObject, sealed: string): string {
  const raw = privateDecrypt(
    { key: privateKey, padding: constants.RSA_NO_PADDING },
    Buffer.from(sealed, "base64"),
  );
  return raw.subarray(raw.indexOf(0, 2) + 1).toString();
}
