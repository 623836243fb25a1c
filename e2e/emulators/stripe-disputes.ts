import { randomBytes } from "node:crypto";
import type { Emulator, EmulatorAnswer, EmulatorRequest } from "./emulator";
import { type Dispute, intentId, type StripeBook } from "./stripe-book";

/** Of which payment, for how much, and what Stripe takes for it; without, of the last one and all of it. */
export interface NewDispute {
  attemptId?: string;
  amount?: number;
  fee?: number;
}

type Notify = (event: string, data: unknown) => Promise<void>;

const dueS = 9 * 24 * 60 * 60;

/** Null for what is none of its paths. */
export function answerDisputes(
  book: StripeBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (path !== "/v1/disputes" || method !== "GET") return null;
  const data = book.disputes.filter(({ intent }) => chargeId(intent) === query.get("charge")).map(shape);
  return { status: 200, json: { object: "list", data, has_more: false } };
}

export async function openDispute(
  book: StripeBook,
  { attemptId, amount, fee = 0 }: NewDispute,
  emulator: Pick<Emulator, "now">,
  notify: Notify,
): Promise<void> {
  const session = book.sessions.findLast(
    ({ reference, paid }) => paid && reference === (attemptId ?? reference),
  );
  if (!session) throw new Error("There is no such payment to dispute.");
  const dispute: Dispute = {
    id: `dp_${randomBytes(12).toString("hex")}`,
    intent: intentId(session),
    amount: amount ?? session.amount,
    currency: session.currency,
    reason: "product_not_received",
    status: "needs_response",
    fee,
    createdS: Math.floor(emulator.now() / 1000),
  };
  book.disputes.push(dispute);
  await notify("charge.dispute.created", shape(dispute));
}

export async function closeDispute(book: StripeBook, status: "won" | "lost", notify: Notify): Promise<void> {
  const dispute = book.disputes.at(-1);
  if (!dispute) throw new Error("There is no dispute to decide.");
  dispute.status = status;
  await notify("charge.dispute.closed", shape(dispute));
}

function chargeId(intent: string): string {
  return intent.replace("pi_", "ch_");
}

function shape({ id, intent, amount, currency, reason, status, fee, createdS }: Dispute) {
  return {
    ...{ id, object: "dispute", charge: chargeId(intent), payment_intent: intent },
    ...{ amount, currency, reason, status, created: createdS },
    evidence_details: { due_by: createdS + dueS, has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: [
      { id: `txn_${id}`, object: "balance_transaction", amount: -amount, currency, fee, net: -amount - fee },
    ],
  };
}
