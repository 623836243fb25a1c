import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { Failure, Settlement, StatusResult, TransferResult } from "../port";
import type { Client } from "../wire/client";
import { meaningOf, reasonBy, type State, statusBy, transferBy, type Words, wordsBy } from "../wire/results";
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

const words = wordsBy<State>({
  paid: "COMPLETED",
  failed: "FAILED",
  open: "ACCEPTED PROCESSING SUBMITTED IN_RECONCILIATION DUPLICATE_IGNORED",
  queued: "ENQUEUED",
});

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

const reasons = wordsBy<FailureReason>({
  insufficient_funds: "INSUFFICIENT_BALANCE",
  not_approved_in_time: "PAYMENT_NOT_APPROVED",
  limit_exceeded: "PAYER_LIMIT_REACHED WALLET_LIMIT_REACHED",
  payer_busy: "PAYMENT_IN_PROGRESS TRANSACTION_ALREADY_IN_PROCESS REFUND_IN_PROGRESS",
  payer_not_found: "PAYER_NOT_FOUND",
  invalid_phone: "INVALID_PHONE_NUMBER",
  amount_out_of_range: "AMOUNT_OUT_OF_BOUNDS INVALID_AMOUNT AMOUNT_TOO_LARGE DEPOSIT_ALREADY_REFUNDED",
  provider_unavailable: "PROVIDER_TEMPORARILY_UNAVAILABLE",
  recipient_not_found: "RECIPIENT_NOT_FOUND",
  recipient_limit: "RECIPIENT_LIMIT_REACHED",
  insufficient_float: "PAWAPAY_WALLET_OUT_OF_FUNDS",
  unknown: "UNSPECIFIED_FAILURE MANUALLY_CANCELLED UNKNOWN",
});

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
