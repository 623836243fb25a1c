import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { Failure, Method, Settlement, StatusResult, TransferResult } from "../port";
import { feeFromMajor, fromMajor } from "../wire/amounts";
import type { Answer, Client } from "../wire/client";
import { reasonOfRefusal, reasonOfText } from "../wire/failure-text";

const envelopeShape = z.object({
  status: z.string(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
  meta: z.unknown().optional(),
});

/** The envelope of an answer; null when there is none, so that the outcome stays open. */
export function envelopeOf(client: Client, what: string, answer: Answer) {
  if (answer.kind === "lost") return null;
  const found = envelopeShape.safeParse(answer.body);
  if (found.success) {
    const { status, message, data, meta } = found.data;
    return { http: answer.status, isGood: status === "success", message: message ?? "", data, meta };
  }
  client.anomaly("unreadable", `${what}: HTTP ${answer.status} in another shape`);
  return null;
}
export type Envelope = NonNullable<ReturnType<typeof envelopeOf>>;

const amountShape = z.union([z.number(), z.string()]);
const idShape = z.union([z.number(), z.string()]).transform(String);

export const transactionShape = z.object({
  id: idShape,
  tx_ref: z.string(),
  flw_ref: z.string().nullish(),
  amount: amountShape,
  charged_amount: amountShape.nullish(),
  app_fee: amountShape.nullish(),
  currency: z.string(),
  status: z.string(),
  processor_response: z.string().nullish(),
  payment_type: z.string().nullish(),
  created_at: z.string().nullish(),
  card: z
    .object({ last_4digits: z.string().optional(), type: z.string().optional() })
    .nullish()
    .catch(undefined),
});
export type Transaction = z.infer<typeof transactionShape>;

/** The status of a transaction, under the reference that we were given first. */
export function statusOf(client: Client, railRef: string, found: Transaction): StatusResult {
  switch (found.status) {
    case "successful": {
      const settlement = settlementOf(client, railRef, found);
      if (settlement) return { kind: "succeeded", settlement };
      client.anomaly("unreadable", "a successful transaction without a readable amount");
      return { kind: "pending" };
    }
    case "failed": {
      const text = found.processor_response ?? "";
      const reason = reasonOfText(text, methodOf(found.payment_type));
      return { kind: "failed", failure: { reason, railCode: "failed", railMessage: text } };
    }
    case "pending":
      return { kind: "pending" };
    default:
      client.anomaly("unknown_word", `transaction status ${found.status}`);
      return { kind: "pending" };
  }
}

function settlementOf(client: Client, railRef: string, found: Transaction): Settlement | null {
  const { currency, flw_ref, card } = found;
  const amount = fromMajor(found.amount, currency);
  if (!amount) return null;
  const charged = found.charged_amount == null ? null : fromMajor(found.charged_amount, currency);
  // When the payer bears Flutterwave's fee, the charged amount is higher than ours, and the fee costs us nothing.
  const isOnTop = charged !== null && charged.minor > amount.minor;
  const fee = found.app_fee == null ? null : feeFromMajor(found.app_fee, currency);
  const paidMs = Date.parse(found.created_at ?? "");
  const method = methodOf(found.payment_type);
  const isCard = method === "card" && card?.last_4digits && card.type;
  return {
    railRef,
    amount,
    fee: isOnTop ? { minor: 0n, currency } : (fee ?? undefined),
    paidAt: Number.isNaN(paidMs) ? client.now() : new Date(paidMs),
    ...(Number.isNaN(paidMs) ? { isHeard: true } : {}),
    receipt: flw_ref ?? undefined,
    method,
    card: isCard ? { brand: card.type ?? "", last4: card.last_4digits ?? "" } : undefined,
  };
}

function methodOf(type: string | null | undefined): Method {
  if (type == null || type === "card") return "card";
  return /mobilemoney|mpesa/.test(type) ? "mobile_money" : "bank";
}

export const transferShape = z.object({
  id: idShape,
  reference: z.string(),
  status: z.string(),
  currency: z.string(),
  fee: amountShape.nullish(),
  complete_message: z.string().nullish(),
  requires_approval: z.union([z.number(), z.boolean()]).nullish(),
  is_approved: z.union([z.number(), z.boolean()]).nullish(),
});

/** The status of a transfer. */
export function transferOf(client: Client, found: z.infer<typeof transferShape>): TransferResult {
  const { reference: railRef, status, currency, complete_message } = found;
  switch (status) {
    case "SUCCESSFUL": {
      const fee = found.fee == null ? null : feeFromMajor(found.fee, currency);
      return { kind: "succeeded", railRef, receipt: found.id, fee: fee ?? undefined, at: client.now() };
    }
    case "FAILED": {
      const text = complete_message ?? "";
      const failure = { reason: reasonOfText(text, "payout"), railCode: status, railMessage: text };
      return { kind: "failed", railRef, failure };
    }
    case "NEW":
    case "PENDING":
      if (!found.requires_approval || found.is_approved) return { kind: "pending", railRef };
      client.anomaly("needs_operator", say("rail_approval"));
      return { kind: "pending", railRef, queued: true };
    default:
      client.anomaly("unknown_word", `transfer status ${status}`);
      return { kind: "pending", railRef };
  }
}

/** Why a request was refused at once. The credentials are checked before the message. */
export function refusalOf(
  client: Client,
  { http, message }: Envelope,
  what: Parameters<typeof reasonOfText>[1],
): Failure {
  const railCode = `HTTP ${http}`;
  if (http === 401 || http === 403) return { reason: "rail_misconfigured", railCode, railMessage: message };
  const reason = reasonOfRefusal(message, what);
  if (reason === "rail_misconfigured") client.anomaly("refused", `${railCode}: ${message.slice(0, 200)}`);
  return { reason, railCode, railMessage: message };
}
