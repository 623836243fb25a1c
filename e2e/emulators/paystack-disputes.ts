import { randomInt } from "node:crypto";
import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import type { Dispute, PaystackBook } from "./paystack-book";
import { said } from "./paystack-rules";
import { refundByHand } from "./paystack-transfers";

type Notify = (event: string, data: unknown) => Promise<void>;

const dueMs = 4 * 24 * 60 * 60 * 1000;

/** Null for what is none of its paths. */
export function answerDisputes(
  book: PaystackBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (path !== "/dispute" || method !== "GET") return null;
  const of = book.disputes.filter(
    ({ reference }) => String(book.transactions.get(reference)?.id) === query.get("transaction"),
  );
  return said(
    "Disputes retrieved",
    of.map((one) => shape(book, one)),
  );
}

/** What a test does to the payments of a provider. */
export interface DisputeActs {
  /** The payer disputes this payment, in full unless told otherwise; then the last dispute is resolved. */
  dispute(reference: string, amount?: number): Promise<void>;
  resolve(resolution: "declined" | "merchant-accepted"): Promise<void>;
  /** What the provider calls this transaction from now on. */
  call(reference: string, status: string): void;
}

export function disputeActs(book: PaystackBook, now: () => number, notify: Notify): DisputeActs {
  return {
    dispute: (reference, amount) => openDispute(book, reference, amount, now(), notify),
    resolve: (resolution) => resolveDispute(book, resolution, notify),
    call: (reference, status) => {
      const transaction = book.transactions.get(reference);
      if (transaction) transaction.status = status;
    },
  };
}

async function openDispute(
  book: PaystackBook,
  reference: string,
  amount: number | undefined,
  nowMs: number,
  notify: Notify,
): Promise<void> {
  const transaction = book.transactions.get(reference);
  if (!transaction) throw new Error("There is no such payment to dispute.");
  const dispute: Dispute = {
    ...{ id: randomInt(1, 2 ** 40), reference, currency: transaction.currency },
    ...{ refundAmount: amount ?? transaction.amount, status: "awaiting-merchant-feedback", resolution: null },
    createdMs: nowMs,
  };
  book.disputes.push(dispute);
  await notify("charge.dispute.create", shape(book, dispute));
}

/** Given in to, what was not refunded before goes back; a transaction of which nothing is left is called "reversed". */
async function resolveDispute(
  book: PaystackBook,
  resolution: "declined" | "merchant-accepted",
  notify: Notify,
): Promise<void> {
  const dispute = book.disputes.at(-1);
  const transaction = dispute && book.transactions.get(dispute.reference);
  if (!dispute || !transaction) throw new Error("There is no dispute to resolve.");
  dispute.status = "resolved";
  dispute.resolution = resolution;
  if (resolution === "merchant-accepted") {
    const left = transaction.amount - refundedOf(book, dispute.reference);
    const goes = Math.min(left, dispute.refundAmount);
    if (goes > 0) refundByHand(book, dispute.reference, goes, dispute.createdMs);
    if (goes === left) transaction.status = "reversed";
  }
  await notify("charge.dispute.resolve", shape(book, dispute));
}

function refundedOf({ refunds }: Pick<PaystackBook, "refunds">, reference: string): number {
  const of = [...refunds.values()].filter(
    (one) => one.transaction === reference && one.status === "processed",
  );
  return of.reduce((sum, { amount }) => sum + amount, 0);
}

function shape(book: PaystackBook, dispute: Dispute) {
  const { id, reference, refundAmount, currency, status, resolution, createdMs } = dispute;
  return {
    ...{ id, refund_amount: refundAmount, currency, status, resolution, category: "chargeback" },
    ...{ dueAt: new Date(createdMs + dueMs).toISOString(), createdAt: new Date(createdMs).toISOString() },
    transaction: { id: book.transactions.get(reference)?.id, reference },
  };
}
