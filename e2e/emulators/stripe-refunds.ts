import type { Emulator, EmulatorAnswer, EmulatorRequest } from "./emulator";
import { intentId, type Refund, type StripeBook } from "./stripe-book";
import { missing, refused } from "./stripe-rules";

const settleMs = 3_000;
const failMs = 4_000;

/** Null for what is none of its paths. */
export function answerRefunds(
  book: StripeBook,
  { method, path, query, text }: EmulatorRequest,
  emulator: Emulator,
  notify: (event: string, data: unknown) => Promise<void>,
): EmulatorAnswer | null {
  if (path === "/v1/refunds" && method === "POST")
    return create(book, new URLSearchParams(text), emulator, notify);
  if (path === "/v1/refunds") {
    const data = book.refunds.filter(({ intent }) => intent === query.get("payment_intent")).map(shape);
    return { status: 200, json: { object: "list", data, has_more: false } };
  }
  const one = /^\/v1\/refunds\/(.+)$/.exec(path);
  if (!one) return null;
  const found = book.refunds.find(({ id }) => id === one[1]);
  return found ? { status: 200, json: shape(found) } : missing("refund");
}

function create(
  book: StripeBook,
  form: URLSearchParams,
  emulator: Emulator,
  notify: (event: string, data: unknown) => Promise<void>,
): EmulatorAnswer {
  const intent = form.get("payment_intent") ?? "";
  const session = book.sessions.find((one) => intentId(one) === intent && one.paid);
  if (!session) return missing("payment_intent");
  const before = book.refunds.filter((one) => one.intent === intent && one.status !== "failed");
  const left = before.reduce((sum, { amount }) => sum - amount, session.amount);
  if (left <= 0)
    return refused(400, {
      type: "invalid_request_error",
      code: "charge_already_refunded",
      message: "Charge ch_1 has already been refunded.",
    });
  const amount = Number(form.get("amount") ?? left);
  if (amount > left)
    return refused(400, {
      type: "invalid_request_error",
      message: `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    });
  // Taken first, and failed days later, as Stripe's test card for it does.
  const fails = session.card === "4000000000005126";
  const refund: Refund = {
    id: `re_${book.refunds.length + 1}`,
    intent,
    amount,
    status: fails ? "succeeded" : "pending",
    metadata: { refundId: form.get("metadata[refundId]") ?? "" },
    createdAt: Math.floor(emulator.now() / 1000),
  };
  book.refunds.push(refund);
  emulator.after(fails ? failMs : settleMs, async () => {
    refund.status = fails ? "failed" : "succeeded";
    await notify(fails ? "refund.failed" : "refund.updated", shape(refund));
  });
  return { status: 200, json: shape(refund) };
}

/** What was refunded without us carries no id of ours. */
export async function refundByHand(
  book: StripeBook,
  attemptId: string,
  amount: number,
  notify: (event: string, data: unknown) => Promise<void>,
): Promise<void> {
  const session = book.sessions.find(({ reference, paid }) => paid && reference === attemptId);
  if (!session) throw new Error("There is no such payment to refund.");
  const intent = intentId(session);
  const id = `re_${book.refunds.length + 1}`;
  const { createdAt } = session;
  book.refunds.push({ id, intent, amount, status: "succeeded", metadata: {}, createdAt });
  await notify("charge.refunded", {
    id: intent.replace("pi_", "ch_"),
    object: "charge",
    payment_intent: intent,
  });
}

function shape({ id, intent, amount, status, metadata }: Refund) {
  const failed = status === "failed" && {
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: `txn_${id}`,
  };
  return { id, object: "refund", payment_intent: intent, amount, status, metadata, ...failed };
}
