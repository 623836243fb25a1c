import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { Failure, Method, Settlement, StatusResult, TransferResult } from "../port";
import { fromHundredths } from "../wire/amounts";
import type { Answer, Client } from "../wire/client";
import { reasonOfRefusal, reasonOfText } from "../wire/failure-text";
import { keptCardOf, marksOf } from "./kept-card";

/** The envelope of every answer. Success or failure is in `data.status`, not here. */
export const envelopeShape = z.object({
  status: z.boolean(),
  message: z.string().optional(),
  data: z.unknown().optional(),
});

const looseNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

export const transactionShape = z.object({
  id: looseNumber.optional(),
  status: z.string(),
  reference: z.string(),
  amount: looseNumber,
  requested_amount: looseNumber.nullish(),
  fees: looseNumber.nullish(),
  currency: z.string(),
  channel: z.string().nullish(),
  message: z.string().nullish(),
  gateway_response: z.string().nullish(),
  paid_at: z.string().nullish(),
  created_at: z.string().nullish(),
  metadata: z.unknown().optional(),
  authorization: z
    .looseObject({
      ...{ last4: z.string().optional(), brand: z.string().optional() },
      signature: z.string().min(1).optional().catch(undefined),
    })
    .nullish()
    .catch(undefined),
  customer: z.object({ email: z.string().nullish() }).nullish().catch(undefined),
});
export type Transaction = z.infer<typeof transactionShape>;

/** How long a payer may take: on the page of a card, and at the phone. */
export const pageMs = 30 * 60 * 1000;
export const promptMs = 180 * 1000;

const openWords: ReadonlySet<string> = new Set([
  "pending",
  "ongoing",
  "processing",
  "queued",
  "pay_offline",
  "send_otp",
  "send_phone",
  "send_birthday",
  "open_url",
]);

export function isOpenWord(status: string): boolean {
  return openWords.has(status);
}

/** The status of a transaction. Its amount must match, so a paid one without a readable amount stays open. */
export function statusOf(client: Client, found: Transaction): StatusResult {
  const { status } = found;
  if (status === "success" || status === "reversed") {
    const settlement = settlementOf(client, found);
    if (settlement) return { kind: status === "success" ? "succeeded" : "reversed", settlement };
    client.anomaly("unreadable", `a transaction that is ${status} without a readable amount`);
  } else if (status === "failed" || status === "timeout") {
    return { kind: "failed", failure: failureOf(found) };
  } else if (status === "abandoned") {
    if (isOver(client, found))
      return { kind: "failed", failure: { reason: "not_approved_in_time", railCode: "abandoned" } };
  } else if (!isOpenWord(status)) {
    client.anomaly("unknown_word", `transaction status ${status}`);
  }
  return { kind: "pending" };
}

/** Paystack also reports "abandoned" for a page that the payer has just opened. */
function isOver(client: Client, found: Transaction): boolean {
  const startedMs = startedAt(found);
  if (Number.isNaN(startedMs)) return false;
  const allowedMs = methodOf(found.channel) === "mobile_money" ? 2 * promptMs : pageMs;
  return client.now().getTime() > startedMs + allowedMs;
}

/** By our own clock, stored in the metadata; by Paystack's clock if that is lost. */
function startedAt({ metadata, created_at }: Transaction): number {
  return Date.parse(marksOf(metadata).started ?? created_at ?? "");
}

function failureOf({ status, message, gateway_response, channel, metadata }: Transaction): Failure {
  const text = message || gateway_response || status;
  const what = marksOf(metadata).kept ? "kept_card" : methodOf(channel);
  return { reason: reasonOfText(text, what), railCode: status, railMessage: text };
}

function settlementOf(client: Client, found: Transaction): Settlement | null {
  const { currency, id, reference, authorization } = found;
  const charged = fromHundredths(found.amount, currency);
  if (!charged) return null;
  const fee = found.fees == null ? null : fromHundredths(found.fees, currency);
  const asked = found.requested_amount == null ? null : fromHundredths(found.requested_amount, currency);
  // Where the account lets payers bear Paystack's fee, the fee is added to our amount and costs us nothing.
  const isOnTop =
    asked !== null && fee !== null && charged.minor - fee.minor === asked.minor && fee.minor > 0n;
  const paidMs = Date.parse(found.paid_at ?? "");
  const method = methodOf(found.channel);
  const { brand, last4, signature: fingerprint } = authorization ?? {};
  const instrument = marksOf(found.metadata).keep && keptCardOf(authorization, found.customer?.email);
  return {
    railRef: reference,
    amount: isOnTop ? asked : charged,
    fee: isOnTop ? { minor: 0n, currency } : (fee ?? undefined),
    paidAt: Number.isNaN(paidMs) ? client.now() : new Date(paidMs),
    ...(Number.isNaN(paidMs) ? { isHeard: true } : {}),
    receipt: id === undefined ? undefined : String(id),
    method,
    card: method === "card" && brand && last4 ? { brand: brand.trim(), last4, fingerprint } : undefined,
    ...(instrument ? { instrument } : {}),
  };
}

function methodOf(channel: string | null | undefined): Method {
  if (channel === "mobile_money") return "mobile_money";
  return channel === "card" || channel == null ? "card" : "bank";
}

/** The status of a transfer. */
export function transferOf(
  client: Client,
  id: string,
  { status, reason }: { status: string; reason?: string },
): TransferResult {
  switch (status) {
    case "success":
      return { kind: "succeeded", railRef: id, at: client.now() };
    case "reversed":
      return { kind: "reversed", railRef: id };
    case "failed":
    case "abandoned":
    case "rejected":
    case "blocked": {
      const failure = { reason: reasonOfText(reason ?? "", "payout"), railCode: status, railMessage: reason };
      return { kind: "failed", railRef: id, failure };
    }
    case "otp":
      client.anomaly("needs_operator", say("rail_code"));
      return { kind: "failed", railRef: id, failure: { reason: "needs_manual_approval", railCode: "otp" } };
    case "pending":
    case "processing":
    case "queued":
    case "received":
      return { kind: "pending", railRef: id };
    default:
      client.anomaly("unknown_word", `transfer status ${status}`);
      return { kind: "pending", railRef: id };
  }
}

/** Why a request was refused at once. The credentials are checked before the message. */
export function refusalOf(
  client: Client,
  status: number,
  message: string,
  what: Parameters<typeof reasonOfText>[1],
): Failure {
  const railCode = `HTTP ${status}`;
  if (status === 401 || status === 403)
    return { reason: "rail_misconfigured", railCode, railMessage: message };
  const reason = reasonOfRefusal(message, what);
  if (reason === "rail_misconfigured") client.anomaly("refused", `${railCode}: ${message.slice(0, 200)}`);
  return { reason, railCode, railMessage: message };
}

/** The envelope of an answer; null when there is none, so that the outcome stays open. */
export function envelopeOf(client: Client, what: string, answer: Answer) {
  if (answer.kind === "lost") return null;
  const found = envelopeShape.safeParse(answer.body);
  if (found.success) return { http: answer.status, message: "", ...found.data };
  client.anomaly("unreadable", `${what}: HTTP ${answer.status} in another shape`);
  return null;
}
