import { Prisma } from "@/lib/db/client";
import { type BookMonth, monthSpan } from "@/lib/domain/bookkeeping";
import { type TaxClass, taxClasses } from "@/lib/domain/fiscal";
import { toMajor } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/records";
import { inBatches } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { deviceOf } from "./device";

// What was signed in a month, and sending again what was refused.

/** "Send again": what was refused stands in the queue of the store's device anew, with what was mended. Throws NotFound. */
export const sendAgain = verb("store.settings", async (unit, seller: Seller, id: bigint): Promise<void> => {
  const { storeId } = seller;
  const on = await deviceOf(unit.tx, storeId);
  const { count } = await unit.tx.fiscalDocument.updateMany({
    where: { id, storeId, status: "refused" },
    data: { status: "queued", ...(on ? { deviceId: on.id } : {}), errorCode: null, errorWords: null },
  });
  if (count === 0) throw new NotFound();
  await unit.tx.fiscalDevice.updateMany({
    where: { storeId, state: "connected", nextAttemptAt: null },
    data: { nextAttemptAt: unit.now },
  });
  await unit.resolveTasks({ storeId, kind: "fiscal_refused", subject: `fiscal/${id}` }, seller.actor);
  await unit.audit(seller, { action: "store.fiscal_again", target: `fiscal:${id}` });
});

/** One class of tax in a month. Amounts contain the tax. */
export interface ClassMonth {
  /** Null: of documents that were not sent yet, so that nobody knows it. */
  taxClass: TaxClass | null;
  soldMinor: bigint;
  creditedMinor: bigint;
  netMinor: bigint;
  taxMinor: bigint;
}

/** A month's documents by class of tax; `open`: those of them that are not signed yet, of which refused ones are in no sum. Throws NotAllowed. */
export async function fiscalMonth(
  world: World,
  caller: Caller,
  of: BookMonth,
): Promise<{ classes: ClassMonth[]; documents: number; open: number }> {
  permitRead(caller, "money");
  const { gte, lt } = monthSpan(of);
  const where = Prisma.sql`d.store_id = ${caller.storeId} AND d.currency = ${of.currency}
    AND d.happened_at >= ${gte} AND d.happened_at < ${lt}`;
  type Sums = Omit<ClassMonth, "netMinor">;
  const [rows, [counts]] = await Promise.all([
    world.db.$queryRaw<Sums[]>`
      SELECT l->>'taxClass' AS "taxClass",
        coalesce(sum((l->>'totalMinor')::bigint) FILTER (WHERE d.kind = 'sale'), 0)::bigint AS "soldMinor",
        coalesce(sum((l->>'totalMinor')::bigint) FILTER (WHERE d.kind <> 'sale'), 0)::bigint AS "creditedMinor",
        sum((l->>'taxMinor')::bigint * CASE d.kind WHEN 'sale' THEN 1 ELSE -1 END)::bigint AS "taxMinor"
      FROM fiscal_documents d CROSS JOIN LATERAL jsonb_array_elements(d.lines) l
      WHERE ${where} AND d.status <> 'refused' GROUP BY 1`,
    world.db.$queryRaw<{ documents: number; open: number }[]>`
      SELECT count(*)::int AS documents, count(*) FILTER (WHERE d.status <> 'signed')::int AS open
      FROM fiscal_documents d WHERE ${where}`,
  ]);
  const place = ({ taxClass }: Sums) => (taxClass ? taxClasses.indexOf(taxClass) : taxClasses.length);
  const classes = rows
    .sort((a, b) => place(a) - place(b))
    .map((row) => ({ ...row, netMinor: row.soldMinor - row.creditedMinor }));
  return { classes, documents: counts?.documents ?? 0, open: counts?.open ?? 0 };
}

const listed = { order: { select: { number: true } }, device: { select: { kind: true } } } as const;
type FiscalListed = Prisma.FiscalDocumentGetPayload<{ include: typeof listed }>;

const head = [
  ...["time", "store_time", "order", "document", "status", "number", "receipt_number", "control_unit"],
  ...["signature", "internal_data", "currency", "total", "tax"],
  ...[...taxClasses.map((name) => `total_${name}`), "error"],
];

/** A month's documents as a file, in pieces. Throws NotAllowed. */
export async function* fiscalFile(world: World, caller: Caller, of: BookMonth): AsyncGenerator<string> {
  permitRead(caller, "money");
  const where = { storeId: caller.storeId, currency: of.currency, happenedAt: monthSpan(of) };
  const orderBy = [{ happenedAt: "asc" as const }, { id: "asc" as const }];
  const batches = inBatches<FiscalListed>((batch) =>
    world.db.fiscalDocument.findMany({ where, include: listed, orderBy, ...batch }),
  );
  yield* csvPieces(head, fileRows(batches, of));
}

async function* fileRows(batches: AsyncGenerator<FiscalListed[]>, { timeZone }: BookMonth) {
  for await (const rows of batches) yield rows.map((row) => fileRow(row, timeZone));
}

function fileRow(row: FiscalListed, timeZone: string): (string | number)[] {
  const { currency } = row;
  const major = (minor: bigint) => toMajor({ minor: row.kind === "sale" ? minor : -minor, currency });
  const lines = row.lines as { taxClass: string | null; totalMinor: string }[];
  const ofClass = (name: TaxClass) =>
    lines
      .filter(({ taxClass }) => taxClass === name)
      .reduce((sum, line) => sum + BigInt(line.totalMinor), 0n);
  return [
    ...[...bothTimes(row.happenedAt, timeZone), row.order.number, row.kind, row.status, row.number ?? ""],
    ...[row.receiptNumber, row.controlUnit, row.signature, row.internalData].map((text) => text ?? ""),
    currency,
    ...[major(row.totalMinor), major(row.taxMinor), ...taxClasses.map((name) => major(ofClass(name)))],
    row.errorCode ? `${row.errorCode} ${row.errorWords ?? ""}` : "",
  ];
}
