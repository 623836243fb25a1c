import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { Failure, Method, Settlement, StatusResult, TransferResult } from "../port";
import type { Client } from "../wire/client";
import { reasonOfText } from "../wire/failure-text";
import { type State, statusBy, timeOf, transferBy, type Words } from "../wire/results";
import { feeFromMajor, fromMajor } from "../wire/text";

export const amountShape = z.union([z.number(), z.string()]);
export const idShape = z.union([z.number(), z.string()]).transform(String);

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

const words: Words<State> = { successful: "paid", failed: "failed", pending: "open" };

/** The status of a transaction, under the reference that we were given first. */
export function statusOf(client: Client, railRef: string, found: Transaction): StatusResult {
  const text = found.processor_response ?? "";
  const reason = () => reasonOfText(text, methodOf(found.payment_type));
  return statusBy(client, "transaction", words, found.status, {
    settlement: () => settlementOf(client, railRef, found),
    failure: (): Failure => ({ reason: reason(), railCode: "failed", railMessage: text }),
  });
}

function settlementOf(client: Client, railRef: string, found: Transaction): Settlement | null {
  const { currency, flw_ref, card } = found;
  const amount = fromMajor(found.amount, currency);
  if (!amount) return null;
  const charged = found.charged_amount == null ? null : fromMajor(found.charged_amount, currency);
  // When the payer bears Flutterwave's fee, the charged amount is higher than ours, and the fee costs us nothing.
  const isOnTop = charged !== null && charged.minor > amount.minor;
  const fee = found.app_fee == null ? null : feeFromMajor(found.app_fee, currency);
  const paidAt = timeOf(found.created_at);
  const method = methodOf(found.payment_type);
  const isCard = method === "card" && card?.last_4digits && card.type;
  return {
    railRef,
    amount,
    fee: isOnTop ? { minor: 0n, currency } : (fee ?? undefined),
    ...(paidAt ? { paidAt } : { paidAt: client.now(), isHeard: true }),
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

const transferWords: Words<State> = { SUCCESSFUL: "paid", FAILED: "failed", NEW: "open", PENDING: "open" };

/** The status of a transfer. */
export function transferOf(client: Client, found: z.infer<typeof transferShape>): TransferResult {
  const { reference: railRef, status, currency, complete_message } = found;
  const text = complete_message ?? "";
  const fee = found.fee == null ? null : feeFromMajor(found.fee, currency);
  const result = transferBy(client, "transfer", transferWords, status, {
    ...{ railRef, receipt: found.id, fee: fee ?? undefined },
    failure: () => ({ reason: reasonOfText(text, "payout"), railCode: status, railMessage: text }),
  });
  if (!/^(NEW|PENDING)$/.test(status) || !found.requires_approval || found.is_approved) return result;
  client.anomaly("needs_operator", say("rail_approval"));
  return { kind: "pending", railRef, queued: true };
}
