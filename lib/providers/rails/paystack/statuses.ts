import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { KeptCard } from "../kept-card";
import type { Failure, Method, Settlement, StatusResult, TransferResult } from "../port";
import type { Client } from "../wire/client";
import { reasonOfText } from "../wire/failure-text";
import { meaningOf, readJson, type State, statusBy, timeOf, transferBy, wordsBy } from "../wire/results";
import { fromHundredths } from "../wire/text";

/** Paystack's own numbers. */
export const idShape = z.union([z.number(), z.string()]).transform(String);
export const looseNumber = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);

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

const words = wordsBy<State>({
  paid: "success",
  reversed: "reversed",
  failed: "failed timeout",
  open: "abandoned pending ongoing processing queued pay_offline send_otp send_phone send_birthday open_url",
});

export function isOpenWord(status: string): boolean {
  return status !== "abandoned" && meaningOf(words, status) === "open";
}

/** The status of a transaction. Its amount must match, so a paid one without a readable amount stays open. */
export function statusOf(client: Client, found: Transaction): StatusResult {
  if (found.status === "abandoned" && isOver(client, found))
    return { kind: "failed", failure: { reason: "not_approved_in_time", railCode: "abandoned" } };
  return statusBy(client, "transaction", words, found.status, {
    settlement: () => settlementOf(client, found),
    failure: () => failureOf(found),
  });
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
  const paidAt = timeOf(found.paid_at);
  const method = methodOf(found.channel);
  const { brand, last4, signature: fingerprint } = authorization ?? {};
  const instrument = marksOf(found.metadata).keep && keptCardOf(authorization, found.customer?.email);
  return {
    railRef: reference,
    amount: isOnTop ? asked : charged,
    fee: isOnTop ? { minor: 0n, currency } : (fee ?? undefined),
    ...(paidAt ? { paidAt } : { paidAt: client.now(), isHeard: true }),
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

const transferWords = wordsBy<State>({
  paid: "success",
  reversed: "reversed",
  failed: "failed abandoned rejected blocked otp",
  open: "pending processing queued received",
});

/** The status of a transfer. */
export function transferOf(
  client: Client,
  id: string,
  { status, reason = "" }: { status: string; reason?: string },
): TransferResult {
  const failure = (): Failure => {
    if (status !== "otp")
      return { reason: reasonOfText(reason, "payout"), railCode: status, railMessage: reason };
    client.anomaly("needs_operator", say("rail_code"));
    return { reason: "needs_manual_approval", railCode: status };
  };
  return transferBy(client, "transfer", transferWords, status, { railRef: id, failure });
}

/** What Paystack calls an authorization: it is charged only together with the e-mail address it was made with. */
const tokenShape = z.object({ authorization: z.string().min(1), email: z.string().min(1) });

export function tokenOf(authorization: string, email: string): string {
  return JSON.stringify({ authorization, email } satisfies z.infer<typeof tokenShape>);
}

/** Null for a token that is not one of ours. */
export function readToken(token: string): z.infer<typeof tokenShape> | null {
  return readJson(tokenShape, token);
}

const wholeNumber = z.union([z.number().int(), z.string().trim().regex(/^\d+$/).transform(Number)]);

/** The authorization of a card, as each transaction has it. Each payment makes a new code; the signature is the card's. */
const authorizationShape = z.object({
  authorization_code: z.string().min(1),
  channel: z.literal("card"),
  reusable: z.literal(true),
  signature: z.string().min(1),
  brand: z.string().trim().min(1),
  last4: z.string().regex(/^\d{4}$/),
  exp_month: wholeNumber.pipe(z.number().min(1).max(12)),
  exp_year: wholeNumber.pipe(z.number().min(2000).max(2999)),
});

/** Null where the card cannot be charged again: it is not reusable, or something that we need is missing. */
export function keptCardOf(authorization: unknown, email: string | null | undefined): KeptCard | null {
  const found = authorizationShape.safeParse(authorization).data;
  if (!found || !email) return null;
  return {
    kind: "card",
    token: tokenOf(found.authorization_code, email),
    brand: found.brand,
    last4: found.last4,
    expMonth: found.exp_month,
    expYear: found.exp_year,
    fingerprint: found.signature,
  };
}

const marksShape = z.object({
  started: z.string().optional().catch(undefined),
  /** The payer agreed that the card is kept. */
  keep: z.literal("card").optional().catch(undefined),
  /** A charge of a kept card. */
  kept: z.literal("card").optional().catch(undefined),
});

/** Our own marks in the metadata of a transaction, which comes back as JSON or as text. */
export function marksOf(metadata: unknown): z.infer<typeof marksShape> {
  const marks = typeof metadata === "string" ? readJson(marksShape, metadata) : undefined;
  return marks ?? marksShape.safeParse(metadata).data ?? {};
}
