import { z } from "zod";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { networks } from "@/lib/domain/network";
import type {
  CallbackVerdict,
  Failure,
  RawCallback,
  Settlement,
  StatusResult,
  TransferResult,
} from "../port";
import type { Answer, Client } from "../wire/client";
import {
  believed,
  digestOf,
  reasonBy,
  type State,
  statusBy,
  transferBy,
  type Words,
  wordsBy,
} from "../wire/results";
import { fromMajor } from "../wire/text";
import { type MtnMomoConfig, wireCurrencyOf } from "./product";

export type Op = "charge" | "payout" | "refund";

/** MTN writes a reason either as a word or as a code with a message. */
const reasonShape = z.union([
  z.string().transform((code) => ({ code, message: undefined })),
  z.object({ code: z.string(), message: z.string().optional() }),
]);

/** A request to pay, a transfer or a refund as it is now. */
export const operationShape = z.object({
  status: z.string(),
  amount: z.union([z.string(), z.number()]).optional(),
  currency: z.string().optional(),
  externalId: z.string().nullish(),
  financialTransactionId: z.union([z.string(), z.number()]).nullish(),
  payer: z.object({ partyId: z.string().optional() }).nullish().catch(undefined),
  reason: reasonShape.nullish().catch(undefined),
});
export type Operation = z.infer<typeof operationShape>;

const words: Words<State> = { SUCCESSFUL: "paid", FAILED: "failed", PENDING: "open" };

export function statusOf(client: Client, config: MtnMomoConfig, id: string, found: Operation): StatusResult {
  return statusBy(client, "payment", words, found.status, {
    settlement: () => settlementOf(client, config, id, found),
    failure: () => failureOf(client, "charge", found.reason),
  });
}

export function transferOf(
  client: Client,
  op: "payout" | "refund",
  id: string,
  found: Operation,
): TransferResult {
  return transferBy(client, op, words, found.status, {
    railRef: id,
    receipt: receiptOf(found),
    failure: () => failureOf(client, op, found.reason),
  });
}

/** The failure in an answer with status 400 and above. */
export function refusalOf(client: Client, op: Op, answer: Extract<Answer, { kind: "answer" }>): Failure {
  const railCode = `HTTP ${answer.status}`;
  if (answer.status === 401 || answer.status === 403) return { reason: "rail_misconfigured", railCode };
  const said = refusalShape.safeParse(answer.body);
  if (said.success && said.data.code) return failureOf(client, op, { ...said.data, code: said.data.code });
  // A request that MTN cannot parse, mostly because of the number.
  if (answer.status === 400)
    return { reason: op === "charge" ? "invalid_phone" : "recipient_not_found", railCode };
  client.anomaly("unknown_word", `${op} refused with ${railCode}`);
  return { reason: "rail_misconfigured", railCode };
}

/** MTN reports some configuration mistakes as server errors. They decide nothing, but the operator must know. */
export function tellMisconfigured(client: Client, answer: Extract<Answer, { kind: "lost" }>): void {
  const said = refusalShape.safeParse(answer.body);
  const code = said.success ? said.data.code : undefined;
  if (code && misconfigured.test(code)) client.anomaly("refused", `refused with ${code}`);
}

export function isDuplicate({ status, body }: Extract<Answer, { kind: "answer" }>): boolean {
  const said = refusalShape.safeParse(body);
  return status === 409 || (said.success && said.data.code === "RESOURCE_ALREADY_EXIST");
}

/**
 * Whether MTN itself says that it has nothing under this id. The gateway in front of it also answers 404, to an unknown
 * address: that proves nothing about a payment.
 */
export function isUnknown({ status, body }: Extract<Answer, { kind: "answer" }>): boolean {
  const said = refusalShape.safeParse(body);
  return status === 404 && (body === null || (said.success && said.data.code === "RESOURCE_NOT_FOUND"));
}

const refusalShape = z.object({ code: z.string().optional(), message: z.string().optional() });

/** An internal error is mostly a payer without enough money, as MTN itself says: nothing moved, and a retry is safe. */
const everywhere = wordsBy<FailureReason>({
  provider_unavailable: "SERVICE_UNAVAILABLE",
  unknown: "INTERNAL_PROCESSING_ERROR UNKNOWN",
});

const charges: Words<FailureReason> = {
  ...everywhere,
  ...wordsBy<FailureReason>({
    cancelled_by_payer: "APPROVAL_REJECTED REJECTED",
    not_approved_in_time: "EXPIRED COULD_NOT_PERFORM_TRANSACTION",
    payer_not_found: "PAYER_NOT_FOUND",
    insufficient_funds: "NOT_ENOUGH_FUNDS",
    limit_exceeded: "PAYER_LIMIT_REACHED",
  }),
};

/** Here the payer is the operator's own account. */
const transfers: Words<FailureReason> = {
  ...everywhere,
  ...wordsBy<FailureReason>({
    insufficient_float: "NOT_ENOUGH_FUNDS PAYER_LIMIT_REACHED",
    recipient_not_found: "PAYEE_NOT_FOUND",
    recipient_limit: "PAYEE_NOT_ALLOWED_TO_RECEIVE PAYEE_LIMIT_REACHED",
    unknown: "COULD_NOT_PERFORM_TRANSACTION",
  }),
};

const misconfigured = /^(NOT_ALLOWED.*|INVALID_CALLBACK_URL_HOST|INVALID_CURRENCY|PAYEE_NOT_ALLOWED.*)$/;

function failureOf(
  client: Client,
  op: Op,
  said: { code: string; message?: string } | null | undefined,
): Failure {
  const railCode = said?.code ?? "UNKNOWN";
  const reason = reasonBy(client, op === "charge" ? charges : transfers, misconfigured, railCode);
  return { reason, railCode, railMessage: said?.message };
}

/** MTN reports neither the time of payment, so we use the time we learned of it, nor its fee. */
function settlementOf(
  client: Client,
  config: MtnMomoConfig,
  id: string,
  found: Operation,
): Settlement | null {
  const amount = amountOf(config, found);
  if (!amount) return null;
  const phone = found.payer?.partyId;
  return {
    railRef: id,
    amount,
    paidAt: client.now(),
    isHeard: true,
    receipt: receiptOf(found),
    method: "mobile_money",
    network: networkCodeOf(config) ?? undefined,
    payerPhone: phone && /^\d{6,15}$/.test(phone) ? `+${phone}` : undefined,
  };
}

function amountOf(config: MtnMomoConfig, { amount, currency }: Operation) {
  if (amount === undefined || currency === undefined) return null;
  return fromMajor(amount, currency === wireCurrencyOf(config) ? config.currency : currency);
}

function receiptOf({ financialTransactionId }: Operation): string | undefined {
  return financialTransactionId == null ? undefined : String(financialTransactionId);
}

/** Our code of MTN's wallet in the country of this contract; null for one that we do not offer. */
export function networkCodeOf({ country }: Pick<MtnMomoConfig, "country">): string | null {
  const code = `mtn_${country.toLowerCase()}`;
  return networks.some((row) => row.code === code) ? code : null;
}

/** MTN's callbacks may contain no id of ours, so their address names the object. */
export function callbackTo(callbackUrl: string, op: Op, id: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set("op", op);
  url.searchParams.set("ref", id);
  return url.href;
}

/**
 * Sent once and unsigned: only a hint to poll. The dedupe key covers the bytes, so that a forgery hides no true
 * callback.
 */
export function parseCallback({ query, body }: RawCallback): CallbackVerdict {
  const about = aboutShape.safeParse({ op: query.get("op"), ref: query.get("ref") }).data;
  if (!about) return believed("none", null);
  const { op, ref } = about;
  const dedupeKey = `${op}:${ref}:${digestOf(body)}`;
  return believed("none", [{ op, ourId: ref, railRef: ref, dedupeKey }]);
}

const aboutShape = z.object({ op: z.enum(["charge", "payout", "refund"]), ref: z.uuid() });
