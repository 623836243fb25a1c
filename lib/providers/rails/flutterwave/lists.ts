import { z } from "zod";
import type { Money } from "@/lib/domain/money";
import type { DisputesResult, FoundDispute, RailDispute, Statement, StatementLine } from "../port";
import type { EnvelopeClient } from "../wire/client";
import { statementLine, timeOf } from "../wire/results";
import { dayOf, fromMajor, notedIn } from "../wire/text";
import { amountShape, idShape, type Transaction, transactionShape } from "./statuses";

/** What our charge is at Flutterwave; null where that cannot be read. */
export async function transactionOf(client: EnvelopeClient, attemptId: string): Promise<Transaction | null> {
  const query = { tx_ref: attemptId };
  const found = await client.read(transactionShape, "/transactions/verify_by_reference", query);
  return found?.tx_ref === attemptId ? found : null;
}

const chargebackShape = z.object({
  id: idShape,
  amount: amountShape,
  status: z.string(),
  comment: z.string().nullish(),
  due_date: z.string().nullish(),
  created_at: z.string().nullish(),
  tx_ref: z.string().nullish(),
});
const chargebacksShape = z.array(chargebackShape);
type Chargeback = z.infer<typeof chargebackShape>;

// Requested one by one: without a status, the list may contain only the lost ones.
const statuses = ["initiated", "declined", "won", "lost", "accepted"] as const;

/** Every chargeback of a charge. Its amount is in the currency of the payment, and no fee is named. */
export async function disputes(client: EnvelopeClient, attemptId: string): Promise<DisputesResult> {
  const found = await transactionOf(client, attemptId);
  if (!found?.flw_ref) return { kind: "pending" };
  const { flw_ref, currency } = found;
  const told: RailDispute[] = [];
  for (const status of statuses) {
    const list = await client.read(chargebacksShape, "/chargebacks", { flw_ref, status });
    if (!list) return { kind: "pending" };
    const ours = list.filter(({ tx_ref }) => tx_ref === attemptId);
    told.push(...ours.map((one) => disputeOf(client, one, fromMajor(one.amount, currency))));
  }
  return { kind: "known", disputes: told };
}

const monthMs = 31 * 24 * 60 * 60 * 1000;
const disputePagesMax = 10;

/** Recent disputes that are not answered: no callback reports them. */
export async function newDisputes(client: EnvelopeClient): Promise<FoundDispute[]> {
  const nowMs = client.now().getTime();
  const query = { status: "initiated", from: dayOf(nowMs - monthMs), to: dayOf(nowMs + monthMs / 31) };
  const found: FoundDispute[] = [];
  for (let page = 1; page <= disputePagesMax; page += 1) {
    const list = await client.read(chargebacksShape, "/chargebacks", { ...query, page: String(page) });
    if (!list || list.length === 0) break;
    for (const one of list)
      if (one.tx_ref) found.push({ attemptId: one.tx_ref, dispute: disputeOf(client, one, null) });
  }
  return found;
}

function disputeOf(client: EnvelopeClient, found: Chargeback, amount: Money | null): RailDispute {
  const { id, comment, created_at, due_date } = found;
  return {
    ref: id,
    state: stateOf(client, found.status),
    amount: amount ?? undefined,
    reason: comment ?? undefined,
    openedAt: timeOf(created_at),
    dueAt: timeOf(due_date),
  };
}

/** `declined` is our own answer: the bank has not decided yet. */
function stateOf(client: EnvelopeClient, status: string): RailDispute["state"] {
  if (status === "won" || status === "lost" || status === "accepted") return status;
  if (!/^(initiated|pending|declined)$/.test(status))
    client.anomaly("unknown_word", `chargeback status ${status}`);
  return "open";
}

/**
 * Flutterwave's lists for a period: transactions, refunds and transfers (GET /transactions, /refunds, /transfers), by
 * days and page by page until one is empty. The lists of transactions and transfers name our ids; the list of refunds
 * has ours in the comment. Throws when a page cannot be read.
 */
export async function statement(client: EnvelopeClient, range: { from: Date; to: Date }): Promise<Statement> {
  const list = <T>(path: string, shape: z.ZodType<T>) =>
    client.readAll({
      ...{ path, shape, query: { from: dayOf(range.from), to: dayOf(range.to) }, pagesMax: 500 },
      isLast: (rows) => rows.length === 0,
    });
  const charges = (await list("/transactions", chargeShape)).filter(({ status }) => status === "successful");
  const currencies = new Map(charges.map(({ id, currency }) => [id, currency]));
  const refunds = await list("/refunds", refundShape);
  const transfers = (await list("/transfers", transferShape)).filter(({ status }) => status === "SUCCESSFUL");
  const lines = [
    ...charges.map((row) => lineOf("charge", row, row.amount, row.currency, row.tx_ref)),
    ...refunds.map((row) => refundLine(row, currencies)),
    ...transfers.map((row) => lineOf("payout", row, row.amount, row.currency, row.reference)),
  ].filter((line) => line !== null);
  return {
    holds: ["charge", "refund", "payout"],
    lines: lines.filter(({ at }) => at >= range.from && at < range.to),
  };
}

const row = { id: idShape, status: z.string(), created_at: z.string() };
const chargeShape = z.object({ ...row, amount: amountShape, currency: z.string(), tx_ref: z.string() });
const transferShape = z.object({ ...row, amount: amountShape, currency: z.string(), reference: z.string() });
const refundShape = z.object({
  ...{ ...row, amount_refunded: amountShape, comments: z.string().nullish() },
  ...{ tx_id: idShape.nullish(), transaction_id: idShape.nullish(), currency: z.string().nullish() },
});

/** The list does not always name the currency. Then it is that of the transaction, if that is in the same period. */
function refundLine(found: z.infer<typeof refundShape>, currencies: Map<string, string>) {
  if (!found.status.startsWith("completed")) return null;
  const currency = found.currency ?? currencies.get(found.tx_id ?? found.transaction_id ?? "") ?? "";
  return lineOf("refund", found, found.amount_refunded, currency, notedIn(found.comments));
}

function lineOf(
  op: StatementLine["op"],
  { id, created_at }: { id: string; created_at: string },
  amount: string | number,
  currency: string,
  ourId: string,
): StatementLine | null {
  return statementLine(op, id, fromMajor(amount, currency), ourId, timeOf(created_at));
}
