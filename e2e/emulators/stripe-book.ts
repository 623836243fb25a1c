import { type Emulator, type EmulatorAnswer, type EmulatorRequest, leftOf, withPlanted } from "./emulator";
import {
  chargeId,
  type Dispute,
  idOf,
  intentId,
  invalid,
  listed,
  missing,
  type Notify,
  pageAfter,
  type Refund,
  type Session,
  type StripeBook,
  secondsOf,
  settleMs,
} from "./stripe-objects";

const failMs = 4_000;

/** Refunds, disputes and the list of what moved the balance. Null for what is none of its paths. */
export function answerBook(
  book: StripeBook,
  { method, path, query, text }: EmulatorRequest,
  emulator: Emulator,
  notify: Notify,
): EmulatorAnswer | null {
  if (path === "/v1/refunds" && method === "POST")
    return refund(book, new URLSearchParams(text), emulator, notify);
  if (method !== "GET") return null;
  if (path === "/v1/refunds")
    return listed(
      book.refunds.filter(({ intent }) => intent === query.get("payment_intent")).map(refundShape),
    );
  if (path === "/v1/disputes")
    return listed(
      book.disputes.filter(({ intent }) => chargeId(intent) === query.get("charge")).map(disputeShape),
    );
  if (path === "/v1/balance_transactions") return statement(book, query);
  const one = /^\/v1\/refunds\/(.+)$/.exec(path);
  if (!one) return null;
  const found = book.refunds.find(({ id }) => id === one[1]);
  return found ? { status: 200, json: refundShape(found) } : missing("refund");
}

function refund(book: StripeBook, form: URLSearchParams, emulator: Emulator, notify: Notify): EmulatorAnswer {
  const intent = form.get("payment_intent") ?? "";
  const session = book.sessions.find((one) => intentId(one) === intent && one.paid);
  if (!session) return missing("payment_intent");
  const left = leftOf(
    session.amount,
    book.refunds.filter((one) => one.intent === intent),
  );
  if (left <= 0)
    return invalid("Charge ch_1 has already been refunded.", { code: "charge_already_refunded" });
  const amount = Number(form.get("amount") ?? left);
  if (amount > left)
    return invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
  // Taken first, and failed days later, as Stripe's test card for it does.
  const fails = session.card === "4000000000005126";
  const made: Refund = {
    ...{ id: `re_${book.refunds.length + 1}`, intent, amount, createdAt: secondsOf(emulator) },
    status: fails ? "succeeded" : "pending",
    metadata: { refundId: form.get("metadata[refundId]") ?? "" },
  };
  book.refunds.push(made);
  emulator.after(fails ? failMs : settleMs, async () => {
    made.status = fails ? "failed" : "succeeded";
    await notify(fails ? "refund.failed" : "refund.updated", refundShape(made));
  });
  return { status: 200, json: refundShape(made) };
}

/** What was refunded without us carries no id of ours. */
export async function refundByHand(
  book: StripeBook,
  attemptId: string,
  amount: number,
  notify: Notify,
): Promise<void> {
  const session = book.sessions.find(({ reference, paid }) => paid && reference === attemptId);
  if (!session) throw new Error("There is no such payment to refund.");
  const intent = intentId(session);
  const id = `re_${book.refunds.length + 1}`;
  const { createdAt } = session;
  book.refunds.push({ id, intent, amount, status: "succeeded", metadata: {}, createdAt });
  await notify("charge.refunded", { id: chargeId(intent), object: "charge", payment_intent: intent });
}

function refundShape({ id, intent, amount, status, metadata }: Refund) {
  const failed = status === "failed" && {
    failure_reason: "lost_or_stolen_card",
    failure_balance_transaction: `txn_${id}`,
  };
  return { id, object: "refund", payment_intent: intent, amount, status, metadata, ...failed };
}

/** Of which payment, for how much, and what Stripe takes for it; without, of the last one and all of it. */
export interface NewDispute {
  attemptId?: string;
  amount?: number;
  fee?: number;
}

const dueS = 9 * 24 * 60 * 60;

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
    ...{ id: idOf("dp"), intent: intentId(session), currency: session.currency, fee },
    ...{ amount: amount ?? session.amount, reason: "product_not_received", status: "needs_response" },
    createdS: secondsOf(emulator),
  };
  book.disputes.push(dispute);
  await notify("charge.dispute.created", disputeShape(dispute));
}

export async function closeDispute(book: StripeBook, status: "won" | "lost", notify: Notify): Promise<void> {
  const dispute = book.disputes.at(-1);
  if (!dispute) throw new Error("There is no dispute to decide.");
  dispute.status = status;
  await notify("charge.dispute.closed", disputeShape(dispute));
}

function disputeShape({ id, intent, amount, currency, reason, status, fee, createdS }: Dispute) {
  return {
    ...{ id, object: "dispute", charge: chargeId(intent), payment_intent: intent },
    ...{ amount, currency, reason, status, created: createdS },
    evidence_details: { due_by: createdS + dueS, has_evidence: false, past_due: false, submission_count: 0 },
    balance_transactions: [
      { id: `txn_${id}`, object: "balance_transaction", amount: -amount, currency, fee, net: -amount - fee },
    ],
  };
}

/** What moved the balance, newest first, with what each is about. */
function statement(book: StripeBook, query: URLSearchParams): EmulatorAnswer {
  const [from, to] = [Number(query.get("created[gte]") ?? 0), Number(query.get("created[lt]") ?? 1e12)];
  const newest = linesOf(book)
    .filter(({ created }) => created >= from && created < to)
    .reverse();
  return pageAfter(newest, query, 2, { id: ({ id }) => id, shape: (one) => one });
}

function linesOf(book: StripeBook) {
  const { planted, sessions } = book;
  const lastAt = sessions.at(-1)?.createdAt ?? 0;
  const charges = sessions
    .filter(({ paid }) => paid)
    .map((session) => line(`txn_${session.id}`, session.createdAt, session.amount, chargeOf(session)));
  const refunds = book.refunds
    .filter(({ status }) => status === "succeeded")
    .map(({ id, intent, amount, metadata, createdAt }) => {
      const charge = sessions.find((one) => intentId(one) === intent);
      return line(`txn_${id}`, createdAt, -amount, {
        ...{ id, object: "refund", amount, currency: charge?.currency ?? "", metadata },
        charge: charge ? chargeOf(charge) : null,
      });
    });
  const foreign = planted.foreign.map(({ ourId, amount, currency }, place) =>
    line(`txn_foreign_${place}`, lastAt, amount, {
      ...{ id: `ch_foreign_${place}`, object: "charge", amount, currency, metadata: { attempt: ourId } },
    }),
  );
  const fee = line("txn_fee", lastAt, -30, { id: "fee_1", object: "fee" });
  const own = withPlanted([...charges, ...refunds], planted, ({ source }) => String(source.ours ?? ""));
  return [...own.map(amountOfSource), ...foreign, ...(own.length > 0 ? [fee] : [])];
}

/** What was planted in the amount is told of the charge too. */
function amountOfSource(one: ReturnType<typeof line>) {
  return { ...one, source: { ...one.source, amount: Math.abs(one.amount) } };
}

function line(id: string, created: number, amount: number, source: Record<string, unknown>) {
  const metadata = source.metadata as Record<string, string> | undefined;
  const ours = metadata?.refundId ?? metadata?.attempt;
  return { id, object: "balance_transaction", created, amount, source: { ...source, ours } };
}

function chargeOf({ id, amount, currency, metadata }: Session) {
  return { id: id.replace("cs_test_", "ch_"), object: "charge", amount, currency, metadata };
}
