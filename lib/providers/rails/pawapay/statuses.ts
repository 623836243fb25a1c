import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure, Settlement, StatusResult, TransferResult } from "../port";
import { fromMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { ofProvider } from "./networks";

export const failureShape = z.object({ failureCode: z.string(), failureMessage: z.string().optional() });

/** One deposit, payout or refund, in an answer or a callback. */
export const operationShape = z.object({
  depositId: z.string().optional(),
  payoutId: z.string().optional(),
  refundId: z.string().optional(),
  status: z.string(),
  amount: z.string().optional(),
  currency: z.string().optional(),
  payer: z
    .object({
      accountDetails: z.object({ phoneNumber: z.string().optional(), provider: z.string().optional() }),
    })
    .optional()
    .catch(undefined),
  providerTransactionId: z.string().nullish(),
  authorizationUrl: z.string().nullish(),
  failureReason: failureShape.nullish(),
});
export type Operation = z.infer<typeof operationShape>;

/** pawaPay's status words for an open outcome. */
export const openWords: ReadonlySet<string> = new Set([
  "ACCEPTED",
  "PROCESSING",
  "SUBMITTED",
  "IN_RECONCILIATION",
  "ENQUEUED",
  "DUPLICATE_IGNORED",
]);

/** The status of a deposit. A paid one without a readable amount stays open, and the operator is notified. */
export function statusOf(client: Client, id: string, deposit: Operation): StatusResult {
  const { status } = deposit;
  if (status === "COMPLETED") {
    const settlement = settlementOf(client, id, deposit);
    if (settlement) return { kind: "succeeded", settlement };
    client.anomaly("unreadable", "a completed deposit without a readable amount");
  } else if (status === "FAILED") {
    return { kind: "failed", failure: failureOf(client, "charge", deposit.failureReason) };
  } else if (!openWords.has(status)) {
    client.anomaly("unknown_word", `deposit status ${status}`);
  }
  const { authorizationUrl } = deposit;
  return authorizationUrl ? { kind: "pending", redirectUrl: authorizationUrl } : { kind: "pending" };
}

/** The status of a payout or a refund. */
export function transferOf(
  client: Client,
  op: "payout" | "refund",
  id: string,
  found: Operation,
): TransferResult {
  const { status } = found;
  if (status === "COMPLETED")
    return {
      kind: "succeeded",
      railRef: id,
      receipt: found.providerTransactionId ?? undefined,
      at: client.now(),
    };
  if (status === "FAILED")
    return { kind: "failed", railRef: id, failure: failureOf(client, op, found.failureReason) };
  if (!openWords.has(status)) client.anomaly("unknown_word", `${op} status ${status}`);
  return status === "ENQUEUED"
    ? { kind: "pending", railRef: id, queued: true }
    : { kind: "pending", railRef: id };
}

export function failureOf(
  client: Client,
  op: "charge" | "payout" | "refund",
  reason: z.infer<typeof failureShape> | null | undefined,
): Failure {
  const railCode = reason?.failureCode ?? "UNKNOWN";
  return { reason: reasonOf(client, op, railCode), railCode, railMessage: reason?.failureMessage };
}

const both: Record<string, FailureReason> = {
  INSUFFICIENT_BALANCE: "insufficient_funds",
  PAYMENT_NOT_APPROVED: "not_approved_in_time",
  PAYER_LIMIT_REACHED: "limit_exceeded",
  WALLET_LIMIT_REACHED: "limit_exceeded",
  PAYMENT_IN_PROGRESS: "payer_busy",
  TRANSACTION_ALREADY_IN_PROCESS: "payer_busy",
  PAYER_NOT_FOUND: "payer_not_found",
  INVALID_PHONE_NUMBER: "invalid_phone",
  AMOUNT_OUT_OF_BOUNDS: "amount_out_of_range",
  INVALID_AMOUNT: "amount_out_of_range",
  PROVIDER_TEMPORARILY_UNAVAILABLE: "provider_unavailable",
  RECIPIENT_NOT_FOUND: "recipient_not_found",
  RECIPIENT_LIMIT_REACHED: "recipient_limit",
  PAWAPAY_WALLET_OUT_OF_FUNDS: "insufficient_float",
  AMOUNT_TOO_LARGE: "amount_out_of_range",
  DEPOSIT_ALREADY_REFUNDED: "amount_out_of_range",
  REFUND_IN_PROGRESS: "payer_busy",
  UNSPECIFIED_FAILURE: "unknown",
  MANUALLY_CANCELLED: "unknown",
  UNKNOWN: "unknown",
};

const misconfigured =
  /^(NO_AUTHENTICATION|AUTHENTICATION_ERROR|AUTHORISATION_ERROR|HTTP_SIGNATURE_ERROR|INVALID_PROVIDER|INVALID_CURRENCY|INVALID_STATE|NOT_FOUND|.*_NOT_ALLOWED|.*_PARAMETER)$/;

function reasonOf(client: Client, op: "charge" | "payout" | "refund", code: string): FailureReason {
  if (op === "payout" && code === "WALLET_LIMIT_REACHED") return "recipient_limit";
  const found = both[code];
  if (found) return found;
  if (misconfigured.test(code)) {
    client.anomaly("refused", `${op} refused with ${code}`);
    return "rail_misconfigured";
  }
  client.anomaly("unknown_word", `failure code ${code}`);
  return "unknown";
}

/** pawaPay reports neither the time of payment, so we use the time we learned of it, nor its fee. */
function settlementOf(client: Client, id: string, deposit: Operation): Settlement | null {
  const { amount, currency, payer, providerTransactionId } = deposit;
  const paid = amount === undefined || currency === undefined ? null : fromMajor(amount, currency);
  if (!paid) return null;
  const { phoneNumber, provider } = payer?.accountDetails ?? {};
  return {
    railRef: id,
    amount: paid,
    paidAt: client.now(),
    isHeard: true,
    receipt: providerTransactionId ?? undefined,
    method: "mobile_money",
    network: provider === undefined ? undefined : ofProvider(provider)?.network,
    payerPhone: phoneNumber && /^\d{6,15}$/.test(phoneNumber) ? `+${phoneNumber}` : undefined,
  };
}
