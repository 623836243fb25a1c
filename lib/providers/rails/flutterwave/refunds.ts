import { z } from "zod";
import type { RefundRequest, TransferResult } from "../port";
import { shortMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf, refusalOf, transactionShape } from "./statuses";

/**
 * Flutterwave refunds a transaction by its own number and stores none of our ids, so our id goes into the comment.
 * Recent refunds are searched first: an existing refund is not repeated, and when the list cannot be read, none is
 * sent.
 */
export async function refund(
  client: Client,
  { refundId, attemptId, amount }: RefundRequest,
): Promise<TransferResult> {
  const id = await transactionId(client, attemptId);
  if (id === null) return open();
  const before = await findRefund(client, refundId, id);
  if (before.kind !== "not_found") return before;
  const json = { amount: Number(shortMajor(amount)), comments: noteOf(refundId) };
  const answer = await client.call({
    method: "POST",
    path: `/transactions/${id}/refund`,
    json,
    initiate: true,
  });
  const said = envelopeOf(client, "POST /refund", answer);
  if (!said) return open();
  const found = refundShape.safeParse(said.data);
  if (said.isGood && found.success) return resultOf(client, found.data);
  if (said.http >= 400) return { kind: "failed", failure: refusalOf(client, said, "refund") };
  client.anomaly("unreadable", "POST /refund: another shape");
  return open();
}

export async function refundStatus(
  client: Client,
  ref: { refundId: string; railRef?: string; charge?: { attemptId: string } },
): Promise<TransferResult> {
  if (!ref.railRef) {
    const id = ref.charge ? await transactionId(client, ref.charge.attemptId) : null;
    return id === null ? open() : findRefund(client, ref.refundId, id);
  }
  const path = `/refunds/${encodeURIComponent(ref.railRef)}`;
  const said = envelopeOf(client, "GET /refunds", await client.call({ method: "GET", path }));
  const found = refundShape.safeParse(said?.isGood ? said.data : null);
  return found.success ? resultOf(client, found.data) : open(ref.railRef);
}

const idShape = z.union([z.number(), z.string()]).transform(String);
const refundShape = z.object({
  id: idShape,
  tx_id: idShape.nullish(),
  transaction_id: idShape.nullish(),
  status: z.string(),
  comments: z.string().nullish(),
});

async function transactionId(client: Client, attemptId: string): Promise<string | null> {
  const path = `/transactions/verify_by_reference?${new URLSearchParams({ tx_ref: attemptId })}`;
  const said = envelopeOf(client, "GET /transactions", await client.call({ method: "GET", path }));
  const found = transactionShape.safeParse(said?.isGood ? said.data : null);
  return found.success && found.data.tx_ref === attemptId ? found.data.id : null;
}

const pagesMax = 10;
const weekMs = 7 * 24 * 60 * 60 * 1000;

/** A refund of this transaction without a comment may be ours: then the outcome stays open. */
async function findRefund(client: Client, refundId: string, id: string): Promise<TransferResult> {
  const nowMs = client.now().getTime();
  const [from, to] = [dayOf(nowMs - weekMs), dayOf(nowMs + weekMs / 7)];
  for (let page = 1; page <= pagesMax; page += 1) {
    const path = `/refunds?${new URLSearchParams({ from, to, page: String(page) })}`;
    const said = envelopeOf(client, "GET /refunds", await client.call({ method: "GET", path }));
    const list = z.array(refundShape).safeParse(said?.isGood ? said.data : null);
    if (!list.success) return open();
    const ours = list.data.filter((one) => (one.tx_id ?? one.transaction_id) === id);
    const found = ours.find(({ comments }) => comments?.includes(noteOf(refundId)));
    if (found) return resultOf(client, found);
    if (ours.some(({ comments }) => !comments)) return open();
    if (list.data.length === 0) return { kind: "not_found" };
  }
  return open();
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function noteOf(refundId: string): string {
  return `Refund ${refundId}`;
}

function resultOf(client: Client, { id, status }: z.infer<typeof refundShape>): TransferResult {
  if (/^completed/.test(status)) return { kind: "succeeded", railRef: id, at: client.now() };
  if (status === "failed")
    return { kind: "failed", railRef: id, failure: { reason: "unknown", railCode: status } };
  if (!/^(new|pending|processing|pending-momo)$/.test(status))
    client.anomaly("unknown_word", `refund status ${status}`);
  return { kind: "pending", railRef: id };
}

/** A refund that has no number of Flutterwave's yet is found again by its comment. */
function open(railRef = ""): TransferResult {
  return { kind: "pending", railRef, uncertain: true };
}
