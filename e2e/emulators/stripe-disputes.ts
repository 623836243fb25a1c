import type { EmulatorAnswer, EmulatorRequest } from "./emulator";
import { intentId, type StripeBook } from "./stripe";

export interface Dispute {
  id: string;
  intent: string;
  amount: number;
  status: "needs_response" | "won" | "lost";
}

type Notify = (event: string, data: unknown) => Promise<void>;

/** Null for what is none of its paths. */
export function answerDisputes(
  book: StripeBook,
  { method, path, query }: EmulatorRequest,
): EmulatorAnswer | null {
  if (path !== "/v1/disputes" || method !== "GET") return null;
  const data = book.disputes.filter(({ intent }) => chargeId(intent) === query.get("charge")).map(shape);
  return { status: 200, json: { object: "list", data, has_more: false } };
}

/** Of this payment, or of the last one that was paid. */
export async function openDispute(
  book: StripeBook,
  attemptId: string | undefined,
  notify: Notify,
): Promise<void> {
  const session = book.sessions.findLast(
    ({ reference, paid }) => paid && reference === (attemptId ?? reference),
  );
  if (!session) throw new Error("There is no such payment to dispute.");
  const id = `dp_${book.disputes.length + 1}`;
  const dispute: Dispute = {
    id,
    intent: intentId(session),
    amount: session.amount,
    status: "needs_response",
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

function shape({ id, intent, amount, status }: Dispute) {
  return { id, object: "dispute", charge: chargeId(intent), payment_intent: intent, amount, status };
}
