import { z } from "zod";
import type { DisputesResult, RailDispute, Statement, StatementLine } from "../port";
import type { Client, EnvelopeClient } from "../wire/client";
import { statementLine, timeOf } from "../wire/results";
import { fromHundredths, notedIn } from "../wire/text";
import { idShape, looseNumber } from "./statuses";

export const disputeShape = z.looseObject({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string().nullish(),
  resolution: z.string().nullish().catch(null),
  refund_amount: z.coerce.number().nullish().catch(null),
  currency: z.string().nullish(),
  category: z.string().nullish(),
  dueAt: z.string().nullish(),
  due_at: z.string().nullish(),
  createdAt: z.string().nullish(),
  created_at: z.string().nullish(),
  transaction: z.looseObject({ reference: z.string().nullish() }).nullish().catch(null),
});

/** A dispute as Paystack reports it. It names no fee of its own. */
export function disputeOf(client: Client, found: z.infer<typeof disputeShape>): RailDispute {
  const { id, currency, refund_amount, category } = found;
  const amount = currency && refund_amount ? fromHundredths(refund_amount, currency) : null;
  return {
    ref: id,
    state: stateOf(client, found),
    amount: amount ?? undefined,
    reason: category ?? undefined,
    openedAt: timeOf(found.createdAt ?? found.created_at),
    dueAt: timeOf(found.dueAt ?? found.due_at),
  };
}

/** All disputes of a transaction, which is identified by Paystack's own number. */
export async function listDisputes(
  client: EnvelopeClient,
  reference: string,
  transaction: number,
): Promise<DisputesResult> {
  const query = { transaction: String(transaction), perPage: "50" };
  const list = await client.read(z.array(disputeShape), "/dispute", query);
  if (!list) return { kind: "pending" };
  const ours = list.filter((one) => one.transaction?.reference === reference);
  return { kind: "known", disputes: ours.map((one) => disputeOf(client, one)) };
}

/** A resolved dispute that was not declined goes back to the payer, whoever accepted it. */
function stateOf(client: Client, { status, resolution }: z.infer<typeof disputeShape>): RailDispute["state"] {
  if (status === "resolved" || (!status && resolution)) {
    if (resolution === "declined") return "won";
    return resolution === "merchant-accepted" ? "accepted" : "lost";
  }
  if (status && !/^(awaiting-merchant-feedback|awaiting-bank-feedback|pending|archived)$/.test(status))
    client.anomaly("unknown_word", `dispute status ${status}`);
  return "open";
}

const perPage = 100;
/** What a page holds where the number that we ask for is not read. */
const plainPage = 50;

/**
 * Paystack's three lists for a period: paid transactions, processed refunds, and transfers that arrived (GET
 * /transaction, /refund, /transfer). A transaction that was refunded or reversed is listed under its new status, and
 * its money still came. Throws when a page cannot be read.
 */
export async function statement(
  client: EnvelopeClient,
  { from, to }: { from: Date; to: Date },
): Promise<Statement> {
  // Paystack's own file calls it per_page for transactions and transfers, and its pages perPage everywhere.
  const size = { perPage: String(perPage), per_page: String(perPage) };
  const query = { from: from.toISOString(), to: to.toISOString(), ...size };
  const list = <T>(path: string, shape: z.ZodType<T>) =>
    client.readAll({ path, shape, query, pagesMax: 200, isLast: (rows) => rows.length < plainPage });
  const charges = (await list("/transaction", chargeShape)).filter(({ status }) => came.has(status));
  const refunds = (await list("/refund", refundShape)).filter(({ status }) => status === "processed");
  const transfers = (await list("/transfer", transferShape)).filter(({ status }) => status === "success");
  const lines = [
    ...charges.map((row) => lineOf("charge", row, row.reference, row.paid_at ?? row.created_at)),
    ...refunds.map((row) =>
      lineOf("refund", row, notedIn(row.merchant_note), row.refunded_at ?? row.createdAt),
    ),
    ...transfers.map((row) => lineOf("payout", row, row.reference, row.transferred_at ?? row.createdAt)),
  ].filter((line) => line !== null);
  return { holds: ["charge", "refund", "payout"], lines: lines.filter(({ at }) => at >= from && at < to) };
}

/** Statuses of a transaction whose money came, whatever happened to it later. */
const came: ReadonlySet<string> = new Set(["success", "reversed", "reversal-pending"]);

const text = z.string().nullish();
const money = { id: idShape, amount: looseNumber, currency: z.string(), status: z.string() };
const chargeShape = z.object({ ...money, reference: z.string(), paid_at: text, created_at: text });
const refundShape = z.object({ ...money, merchant_note: text, refunded_at: text, createdAt: text });
const transferShape = z.object({ ...money, reference: z.string(), transferred_at: text, createdAt: text });

function lineOf(
  op: StatementLine["op"],
  { id, amount, currency }: { id: string; amount: number; currency: string },
  ourId: string,
  at: string | null | undefined,
): StatementLine | null {
  return statementLine(op, id, fromHundredths(amount, currency), ourId, timeOf(at));
}
