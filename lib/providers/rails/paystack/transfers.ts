import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { PayoutRequest, RefundRequest, TransferResult } from "../port";
import type { Client, EnvelopeClient, Said } from "../wire/client";
import { accountFailure, refusalOf } from "../wire/failure-text";
import { failed, type State, transferBy, unsure, wordsBy } from "../wire/results";
import { fromHundredths, notedIn, noteOf, plainText, toHundredths } from "../wire/text";
import { bankTypeOf, phoneFor, providerOf } from "./networks";
import { idShape, transferOf } from "./statuses";

/** Creates a recipient, then the transfer, whose reference is the payout's id: a repeated call is the same transfer. */
export async function payout(client: EnvelopeClient, request: PayoutRequest): Promise<TransferResult> {
  const { payoutId, amount, to } = request;
  const recipient = recipientOf(request);
  const hundredths = toHundredths(amount);
  if (!recipient) return failed("rail_misconfigured", "NO_SUCH_RECIPIENT");
  if (hundredths === null || hundredths <= 0) return failed("amount_out_of_range", "INVALID_AMOUNT");
  const made = await client.post("/transferrecipient", recipient);
  if (!made) return unsure(payoutId);
  if (!made.isGood && made.http >= 400)
    return { kind: "failed", failure: accountFailure(to.type, refusalOf(client, made, "payout")) };
  const code = recipientShape.safeParse(made.data);
  if (!code.success) return unsure(payoutId);
  const said = await client.post("/transfer", {
    source: "balance",
    amount: hundredths,
    recipient: code.data.recipient_code,
    reference: payoutId,
    reason: plainText(request.narration, { min: 1, max: 60, instead: "Payout" }),
    currency: amount.currency,
  });
  return sentResult(client, payoutId, said);
}

export async function payoutStatus(client: EnvelopeClient, payoutId: string): Promise<TransferResult> {
  const said = await client.get(`/transfer/verify/${encodeURIComponent(payoutId)}`);
  if (!said) return unsure(payoutId);
  if (!said.isGood)
    return /not found/i.test(said.message) && said.http < 500 ? { kind: "not_found" } : unsure(payoutId);
  const found = transferShape.safeParse(said.data).data;
  if (found) return transferOf(client, payoutId, { ...found, reason: reasonIn(found) });
  client.anomaly("unreadable", "GET /transfer/verify: another shape");
  return unsure(payoutId);
}

async function sentResult(
  client: EnvelopeClient,
  payoutId: string,
  said: Said | null,
): Promise<TransferResult> {
  if (!said) return unsure(payoutId);
  const found = transferShape.safeParse(said.data).data;
  if (said.isGood && found) return transferOf(client, payoutId, { ...found, reason: reasonIn(found) });
  if (/duplicate|unique reference|already/i.test(said.message)) return payoutStatus(client, payoutId);
  if (said.http >= 400) return { kind: "failed", failure: refusalOf(client, said, "payout") };
  client.anomaly("unreadable", "POST /transfer: another shape");
  return unsure(payoutId);
}

const recipientShape = z.object({ recipient_code: z.string().min(1) });

const transferShape = z.object({
  status: z.string(),
  failures: z.unknown().optional(),
  gateway_response: z.string().nullish(),
});

function reasonIn({ failures, gateway_response }: z.infer<typeof transferShape>): string {
  return gateway_response ?? (typeof failures === "string" ? failures : "");
}

function recipientOf({ to, country, amount }: PayoutRequest): Record<string, string> | null {
  const { currency } = amount;
  if (to.type === "bank") {
    const bank = bankTypeOf(country);
    if (bank?.currency !== currency) return null;
    const { name, accountNumber, bankCode } = to;
    return { type: bank.type, name, account_number: accountNumber, bank_code: bankCode, currency };
  }
  const bankCode = providerOf(to.network)?.bankCode;
  if (!bankCode) return null;
  const account_number = phoneFor(to.phone, country, "payout");
  return { type: "mobile_money", name: to.name, account_number, bank_code: bankCode, currency };
}

/**
 * Paystack stores no ids of ours for refunds, so our id goes into the note. Before a refund is sent, all refunds of the
 * last 30 days are searched: an existing one is not repeated, and when the list cannot be read, none is sent. A refund
 * that has no reference of its own yet is found again by its note.
 */
export async function refund(
  client: EnvelopeClient,
  { refundId, attemptId, amount }: RefundRequest,
): Promise<TransferResult> {
  const before = await findRefund(client, refundId);
  if (before.kind !== "not_found") return before;
  const hundredths = toHundredths(amount);
  if (hundredths === null) return failed("amount_out_of_range", "INVALID_AMOUNT");
  const json = { transaction: attemptId, amount: hundredths, merchant_note: noteOf(refundId) };
  const said = await client.post("/refund", json);
  if (!said) return unsure();
  const found = refundShape.safeParse(said.data);
  if (said.isGood && found.success) return refundOf(client, found.data);
  if (said.http >= 400) return { kind: "failed", failure: refusalOf(client, said, "refund") };
  client.anomaly("unreadable", "POST /refund: another shape");
  return unsure();
}

export async function refundStatus(
  client: EnvelopeClient,
  ref: { refundId: string; railRef?: string },
): Promise<TransferResult> {
  if (!ref.railRef) return findRefund(client, ref.refundId);
  const found = await client.read(refundShape, `/refund/${encodeURIComponent(ref.railRef)}`);
  return found ? refundOf(client, found) : unsure(ref.railRef);
}

const refundShape = z.object({
  id: idShape,
  status: z.string(),
  merchant_note: z.string().nullish(),
  amount: z.coerce.number().nullish().catch(null),
  transaction: z
    .union([
      z.number(),
      z.string(),
      z.looseObject({ id: z.number().nullish(), reference: z.string().nullish() }),
    ])
    .nullish()
    .catch(null),
});
const listShape = z.array(refundShape);

const perPage = 100;
const pagesMax = 20;
/** Longer than any refund is retried or polled. */
const windowMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Searches whole pages instead of filtering by transaction: Paystack does not say whether that filter accepts our
 * reference, and an empty answer to a misunderstood filter would repeat the refund. `not_found` only when all refunds
 * were read and each named its owner.
 */
async function findRefund(client: EnvelopeClient, refundId: string): Promise<TransferResult> {
  const from = new Date(client.now().getTime() - windowMs).toISOString();
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { perPage: String(perPage), page: String(page), from };
    const list = await client.read(listShape, "/refund", query);
    if (!list) return unsure();
    const found = list.find(({ merchant_note }) => merchant_note?.includes(noteOf(refundId)));
    if (found) return refundOf(client, found);
    if (list.some(({ merchant_note }) => !merchant_note)) return unsure();
    if (list.length < perPage) return { kind: "not_found" };
  }
  return unsure();
}

/** The sum of a transaction's refunds that we did not request, in minor units; ours carry our note. Null: unknown. */
export async function refundedElsewhere(
  client: EnvelopeClient,
  reference: string,
  { id, currency }: { id?: number; currency: string },
): Promise<bigint | null> {
  const list = await client.read(listShape, "/refund", { transaction: reference, perPage: "100" });
  if (!list) return null;
  const others = list.filter(
    (one) => isOf(one, reference, id) && one.status === "processed" && notedIn(one.merchant_note) === "",
  );
  return others.reduce((sum, { amount }) => sum + (fromHundredths(amount ?? 0, currency)?.minor ?? 0n), 0n);
}

/** The list may hold refunds of other transactions: each names its own, by number or as an object. */
function isOf({ transaction }: z.infer<typeof refundShape>, reference: string, id?: number): boolean {
  if (typeof transaction === "object" && transaction !== null)
    return transaction.reference === reference || (id !== undefined && transaction.id === id);
  return transaction === reference || (id !== undefined && Number(transaction) === id);
}

const refundWords = wordsBy<State>({
  paid: "processed",
  failed: "failed",
  queued: "needs-attention",
  open: "pending processing",
});

function refundOf(client: Client, { id, status }: z.infer<typeof refundShape>): TransferResult {
  if (status === "needs-attention") client.anomaly("needs_operator", say("rail_account", { id }));
  const failure = () => ({ reason: "unknown" as const, railCode: status });
  return transferBy(client, "refund", refundWords, status, { railRef: id, failure });
}
