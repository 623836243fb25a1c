import { z } from "zod";
import { isUuidV4 } from "@/lib/domain/token";
import type { Statement, StatementLine } from "../port";
import { fromHundredths } from "../wire/amounts";
import type { Client } from "../wire/client";
import { envelopeOf } from "./statuses";

const perPage = 100;
const pagesMax = 200;

/**
 * Paystack's three lists for a period: paid transactions, processed refunds, and transfers that arrived (GET
 * /transaction, /refund, /transfer). A transaction that was refunded or reversed is listed under its new status, and
 * its money still came. Throws when a page cannot be read.
 */
export async function statement(client: Client, range: { from: Date; to: Date }): Promise<Statement> {
  const lines = [
    ...(await read(client, "/transaction", range, charges)),
    ...(await read(client, "/refund", range, refunds)),
    ...(await read(client, "/transfer", range, transfers)),
  ];
  return { holds: ["charge", "refund", "payout"], lines };
}

async function read<T>(
  client: Client,
  path: string,
  { from, to }: { from: Date; to: Date },
  { shape, lineOf }: List<T>,
): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = {
      from: from.toISOString(),
      to: to.toISOString(),
      perPage: String(perPage),
      page: String(page),
    };
    const answer = await client.call({ method: "GET", path: `${path}?${new URLSearchParams(query)}` });
    const said = envelopeOf(client, `GET ${path}`, answer);
    const rows = z.array(shape).safeParse(said?.status ? said.data : null);
    if (!rows.success) throw new Error(`Paystack's list at ${path} could not be read.`);
    for (const row of rows.data) {
      const line = lineOf(row);
      if (line && line.at >= from && line.at < to) lines.push(line);
    }
    if (rows.data.length < perPage) return lines;
  }
  throw new Error(`Paystack's list at ${path} is too long to be read whole.`);
}

interface List<T> {
  shape: z.ZodType<T>;
  lineOf(row: T): StatementLine | null;
}

const id = z.union([z.number(), z.string()]).transform(String);
const hundredths = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);
const money = { id, amount: hundredths, currency: z.string(), status: z.string() };

/** Statuses of a transaction whose money came, whatever happened to it later. */
const came: ReadonlySet<string> = new Set(["success", "reversed", "reversal-pending"]);

const charges = listOf(
  z.object({
    ...money,
    reference: z.string(),
    paid_at: z.string().nullish(),
    created_at: z.string().nullish(),
  }),
  (row) =>
    came.has(row.status) ? lineFrom("charge", row, row.reference, row.paid_at ?? row.created_at, 1n) : null,
);

const refunds = listOf(
  z.object({
    ...money,
    merchant_note: z.string().nullish(),
    refunded_at: z.string().nullish(),
    createdAt: z.string().nullish(),
  }),
  (row) => {
    if (row.status !== "processed") return null;
    const ours = /Refund ([0-9a-f-]{36})/i.exec(row.merchant_note ?? "")?.[1] ?? "";
    return lineFrom("refund", row, ours, row.refunded_at ?? row.createdAt, -1n);
  },
);

const transfers = listOf(
  z.object({
    ...money,
    reference: z.string(),
    transferred_at: z.string().nullish(),
    createdAt: z.string().nullish(),
  }),
  (row) =>
    row.status === "success"
      ? lineFrom("payout", row, row.reference, row.transferred_at ?? row.createdAt, -1n)
      : null,
);

function listOf<T>(shape: z.ZodType<T>, lineOf: (row: T) => StatementLine | null): List<T> {
  return { shape, lineOf };
}

function lineFrom(
  op: StatementLine["op"],
  row: { id: string; amount: number; currency: string },
  ours: string,
  at: string | null | undefined,
  sign: bigint,
): StatementLine | null {
  const found = fromHundredths(row.amount, row.currency);
  const atMs = Date.parse(at ?? "");
  if (!found || Number.isNaN(atMs)) return null;
  return {
    ...{ op, railRef: row.id, currency: found.currency, minor: sign * found.minor, at: new Date(atMs) },
    ourId: isUuidV4(ours) ? ours : null,
  };
}
