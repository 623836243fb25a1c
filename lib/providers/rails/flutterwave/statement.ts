import { z } from "zod";
import { isUuidV4 } from "@/lib/domain/token";
import type { Statement, StatementLine } from "../port";
import { fromMajor } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf } from "./statuses";

const pagesMax = 500;

/**
 * Flutterwave's lists for a period: transactions, refunds and transfers (GET /transactions, /refunds, /transfers), by
 * days and page by page until one is empty. The lists of transactions and transfers name our ids; the list of refunds
 * has ours in the comment. Throws when a page cannot be read.
 */
export async function statement(client: Client, range: { from: Date; to: Date }): Promise<Statement> {
  const charges = await read(client, "/transactions", range, chargeShape, chargeLine);
  const currencies = new Map(charges.map(({ id, currency }) => [id, currency]));
  const refunds = await read(client, "/refunds", range, refundShape, (row) => refundLine(row, currencies));
  const transfers = await read(client, "/transfers", range, transferShape, transferLine);
  const lines = [...charges, ...refunds, ...transfers].filter(({ at }) => at >= range.from && at < range.to);
  return { holds: ["charge", "refund", "payout"], lines: lines.map(({ id: _, ...line }) => line) };
}

type Read = StatementLine & { id: string };

async function read<T>(
  client: Client,
  path: string,
  { from, to }: { from: Date; to: Date },
  shape: z.ZodType<T>,
  lineOf: (row: T) => Read | null,
): Promise<Read[]> {
  const lines: Read[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = { from: dayOf(from), to: dayOf(to), page: String(page) };
    const answer = await client.call({ method: "GET", path: `${path}?${new URLSearchParams(query)}` });
    const said = envelopeOf(client, `GET ${path}`, answer);
    const rows = z.array(shape).safeParse(said?.isGood ? said.data : null);
    if (!rows.success) throw new Error(`Flutterwave's list at ${path} could not be read.`);
    if (rows.data.length === 0) return lines;
    lines.push(...rows.data.flatMap((row) => lineOf(row) ?? []));
  }
  throw new Error(`Flutterwave's list at ${path} is too long to be read whole.`);
}

const id = z.union([z.number(), z.string()]).transform(String);
const amount = z.union([z.number(), z.string()]);

const chargeShape = z.object({
  ...{ id, amount, currency: z.string(), status: z.string(), tx_ref: z.string() },
  created_at: z.string(),
});

function chargeLine(row: z.infer<typeof chargeShape>): Read | null {
  if (row.status !== "successful") return null;
  return lineFrom("charge", row, row.amount, row.currency, row.tx_ref, row.created_at, 1n);
}

const refundShape = z.object({
  ...{ id, amount_refunded: amount, status: z.string() },
  ...{ tx_id: id.nullish(), transaction_id: id.nullish() },
  ...{ currency: z.string().nullish(), comments: z.string().nullish(), created_at: z.string() },
});

/** The list does not always name the currency. Then it is that of the transaction, if that is in the same period. */
function refundLine(row: z.infer<typeof refundShape>, currencies: Map<string, string>): Read | null {
  if (!row.status.startsWith("completed")) return null;
  const currency = row.currency ?? currencies.get(row.tx_id ?? row.transaction_id ?? "");
  const ours = /Refund ([0-9a-f-]{36})/i.exec(row.comments ?? "")?.[1] ?? "";
  if (!currency) return null;
  return lineFrom("refund", row, row.amount_refunded, currency, ours, row.created_at, -1n);
}

const transferShape = z.object({
  ...{ id, amount, currency: z.string(), status: z.string(), reference: z.string() },
  created_at: z.string(),
});

function transferLine(row: z.infer<typeof transferShape>): Read | null {
  if (row.status !== "SUCCESSFUL") return null;
  return lineFrom("payout", row, row.amount, row.currency, row.reference, row.created_at, -1n);
}

function lineFrom(
  op: StatementLine["op"],
  row: { id: string },
  value: number | string,
  inCurrency: string,
  ours: string,
  at: string,
  sign: bigint,
): Read | null {
  const found = fromMajor(value, inCurrency);
  const atMs = Date.parse(at);
  if (!found || Number.isNaN(atMs)) return null;
  const { currency, minor } = found;
  return {
    ...{ id: row.id, op, railRef: row.id, currency, minor: sign * minor, at: new Date(atMs) },
    ourId: isUuidV4(ours) ? ours : null,
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
