import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure, Settlement, StatusResult, TransferResult } from "../port";
import type { Client } from "../wire/client";
import { meaningOf, reasonBy, type State, statusBy, transferBy, type Words } from "../wire/results";
import { fromMajor } from "../wire/text";
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

const words: Words<State> = {
  COMPLETED: "paid",
  FAILED: "failed",
  ACCEPTED: "open",
  PROCESSING: "open",
  SUBMITTED: "open",
  IN_RECONCILIATION: "open",
  ENQUEUED: "queued",
  DUPLICATE_IGNORED: "open",
};

/** Whether this word, in the answer to a request, says that it was taken. */
export function isTaken(status: string | undefined): boolean {
  return status !== undefined && /open|queued/.test(meaningOf(words, status) ?? "");
}

export function statusOf(client: Client, id: string, deposit: Operation): StatusResult {
  const { status, authorizationUrl } = deposit;
  const found = statusBy(client, "deposit", words, status, {
    settlement: () => settlementOf(client, id, deposit),
    failure: () => failureOf(client, "charge", deposit.failureReason),
  });
  return found.kind === "pending" && authorizationUrl ? { ...found, redirectUrl: authorizationUrl } : found;
}

/** The status of a payout or a refund. */
export function transferOf(
  client: Client,
  op: "payout" | "refund",
  id: string,
  { status, providerTransactionId, failureReason }: Operation,
): TransferResult {
  return transferBy(client, op, words, status, {
    railRef: id,
    receipt: providerTransactionId ?? undefined,
    failure: () => failureOf(client, op, failureReason),
  });
}

export function failureOf(
  client: Client,
  op: "charge" | "payout" | "refund",
  said: z.infer<typeof failureShape> | null | undefined,
): Failure {
  const railCode = said?.failureCode ?? "UNKNOWN";
  const reason = reasonBy(
    client,
    op === "payout" ? payoutReasons : reasons,
    misconfigured,
    railCode,
    `${op} `,
  );
  return { reason, railCode, railMessage: said?.failureMessage };
}

const reasons: Words<FailureReason> = {
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

/** Here the wallet is the recipient's. */
const payoutReasons: Words<FailureReason> = { ...reasons, WALLET_LIMIT_REACHED: "recipient_limit" };

const misconfigured =
  /^(NO_AUTHENTICATION|AUTHENTICATION_ERROR|AUTHORISATION_ERROR|HTTP_SIGNATURE_ERROR|INVALID_PROVIDER|INVALID_CURRENCY|INVALID_STATE|NOT_FOUND|.*_NOT_ALLOWED|.*_PARAMETER)$/;

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
