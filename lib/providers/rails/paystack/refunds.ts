import { z } from "zod";
import { say } from "@/lib/domain/refusal";
import type { RefundRequest, TransferResult } from "../port";
import { fromHundredths, toHundredths } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf, refusalOf } from "./statuses";

/**
 * Paystack stores no ids of ours for refunds, so our id goes into the note. Before a refund is sent, all refunds of the
 * last 30 days are searched: an existing one is not repeated, and when the list cannot be read, none is sent.
 */
export async function refund(
  client: Client,
  { refundId, attemptId, amount }: RefundRequest,
): Promise<TransferResult> {
  const before = await findRefund(client, refundId);
  if (before.kind !== "not_found") return before;
  const hundredths = toHundredths(amount);
  if (hundredths === null)
    return { kind: "failed", failure: { reason: "amount_out_of_range", railCode: "INVALID_AMOUNT" } };
  const json = {
    transaction: attemptId,
    amount: hundredths,
    merchant_note: noteOf(refundId),
  };
  const answer = await client.call({ method: "POST", path: "/refund", json, initiate: true });
  const said = envelopeOf(client, "POST /refund", answer);
  if (!said) return open();
  const found = refundShape.safeParse(said.data);
  if (said.status && found.success) return resultOf(client, found.data);
  if (said.http >= 400)
    return { kind: "failed", failure: refusalOf(client, said.http, said.message, "refund") };
  client.anomaly("unreadable", "POST /refund: another shape");
  return open();
}

export async function refundStatus(
  client: Client,
  ref: { refundId: string; railRef?: string },
): Promise<TransferResult> {
  if (!ref.railRef) return findRefund(client, ref.refundId);
  const path = `/refund/${encodeURIComponent(ref.railRef)}`;
  const said = envelopeOf(client, "GET /refund", await client.call({ method: "GET", path }));
  const found = refundShape.safeParse(said?.status ? said.data : null);
  return found.success ? resultOf(client, found.data) : open(ref.railRef);
}

const idShape = z.union([z.number(), z.string()]).transform(String);
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
async function findRefund(client: Client, refundId: string): Promise<TransferResult> {
  const from = new Date(client.now().getTime() - windowMs).toISOString();
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({ perPage: String(perPage), page: String(page), from });
    const answer = await client.call({ method: "GET", path: `/refund?${query}` });
    const said = envelopeOf(client, "GET /refund", answer);
    const list = listShape.safeParse(said?.status ? said.data : null);
    if (!list.success) return open();
    const found = list.data.find(({ merchant_note }) => merchant_note?.includes(noteOf(refundId)));
    if (found) return resultOf(client, found);
    if (list.data.some(({ merchant_note }) => !merchant_note)) return open();
    if (list.data.length < perPage) return { kind: "not_found" };
  }
  return open();
}

/** The sum of a transaction's refunds that we did not request, in minor units; ours carry our note. Null: unknown. */
export async function refundedElsewhere(
  client: Client,
  reference: string,
  { id, currency }: { id?: number; currency: string },
): Promise<bigint | null> {
  const path = `/refund?${new URLSearchParams({ transaction: reference, perPage: "100" })}`;
  const said = envelopeOf(client, "GET /refund", await client.call({ method: "GET", path }));
  const list = listShape.safeParse(said?.status ? said.data : null);
  if (!list.success) return null;
  const others = list.data.filter(
    (one) =>
      isOf(one, reference, id) &&
      one.status === "processed" &&
      !/Refund [0-9a-f-]{36}/.test(one.merchant_note ?? ""),
  );
  return others.reduce((sum, { amount }) => sum + (fromHundredths(amount ?? 0, currency)?.minor ?? 0n), 0n);
}

/** The list may hold refunds of other transactions: each names its own, by number or as an object. */
function isOf({ transaction }: z.infer<typeof refundShape>, reference: string, id?: number): boolean {
  if (typeof transaction === "object" && transaction !== null)
    return transaction.reference === reference || (id !== undefined && transaction.id === id);
  return transaction === reference || (id !== undefined && Number(transaction) === id);
}

function noteOf(refundId: string): string {
  return `Refund ${refundId}`;
}

function resultOf(client: Client, { id, status }: z.infer<typeof refundShape>): TransferResult {
  switch (status) {
    case "processed":
      return { kind: "succeeded", railRef: id, at: client.now() };
    case "failed":
      return { kind: "failed", railRef: id, failure: { reason: "unknown", railCode: status } };
    case "needs-attention":
      client.anomaly("needs_operator", say("rail_account", { id }));
      return { kind: "pending", railRef: id, queued: true };
    case "pending":
    case "processing":
      return { kind: "pending", railRef: id };
    default:
      client.anomaly("unknown_word", `refund status ${status}`);
      return { kind: "pending", railRef: id };
  }
}

/** A refund that has no reference of its own yet is found again by its note. */
function open(railRef = ""): TransferResult {
  return { kind: "pending", railRef, uncertain: true };
}
