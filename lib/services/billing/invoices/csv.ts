import { type InvoiceRow, invoiceInclude } from "@/lib/db/rows";
import { balanceOf } from "@/lib/domain/invoice";
import { toMajor } from "@/lib/domain/money";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import type { Caller } from "@/lib/services/core/caller";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { World } from "@/lib/services/core/world";
import { type InvoiceFilters, invoicesWhere } from "./list";

const head = [
  ...["number", "customer", "email", "phone", "status", "currency", "subtotal", "discount", "tax", "total"],
  ...["paid", "balance", "issued_on", "due_on", "sent", "sent_store_time", "paid_at", "paid_at_store_time"],
  ...["created", "created_store_time"],
];
const batchSize = 1000;

/** The list as CSV with the same filters, newest first. */
export function invoicesCsv(
  world: World,
  caller: Caller,
  filters: InvoiceFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, batches(world, caller, filters, timeZone));
}

async function* batches(world: World, caller: Caller, filters: InvoiceFilters, timeZone: string) {
  const where = await invoicesWhere(world, caller, filters);
  let last: number | undefined;
  do {
    const rows: InvoiceRow[] = await world.db.invoice.findMany({
      where,
      include: invoiceInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: batchSize,
      ...(last === undefined ? {} : { cursor: { id: last }, skip: 1 }),
    });
    yield rows.map((row) => lineOf(row, world.clock.now(), timeZone));
    last = rows.length < batchSize ? undefined : rows.at(-1)?.id;
  } while (last !== undefined);
}

function lineOf(row: InvoiceRow, now: Date, timeZone: string): (string | number)[] {
  const { currency, subtotalMinor, discountMinor, taxMinor, totalMinor, paidMinor } = row;
  const amounts = [subtotalMinor, discountMinor, taxMinor, totalMinor, paidMinor, balanceOf(row)];
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? "";
  return [
    ...[row.number, row.customerName, row.customerEmail ?? "", row.customerPhone ?? ""],
    ...[invoiceStatusOf(row, now), currency],
    ...amounts.map((minor) => toMajor({ minor, currency })),
    ...[day(row.issuedOn), day(row.dueOn)],
    ...bothTimes(row.sentAt, timeZone),
    ...bothTimes(row.paidAt, timeZone),
    ...bothTimes(row.createdAt, timeZone),
  ];
}
