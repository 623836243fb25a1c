import { columns, groupsOf, part } from "./columns";
import { Prisma } from "./generated/client";
import type { InvoiceRow } from "./rows";

/** All columns of an invoice, from a SELECT of `invoice` that joins its `store` and its lines as `item`, one per row. */
export const invoiceColumns = Prisma.join([
  columns("invoice", Prisma.InvoiceScalarFieldEnum, "invoice"),
  columns("item", Prisma.InvoiceItemScalarFieldEnum, "item"),
  columns("store", { timeZone: "" }, "store"),
]);

/** The invoices of these rows, in the order of their first ones. */
export function invoicesFrom(rows: readonly Readonly<Record<string, unknown>>[]): InvoiceRow[] {
  return groupsOf(rows, "invoice.id").map((own) => ({
    ...part<InvoiceRow>(own[0] ?? {}, "invoice"),
    store: part(own[0] ?? {}, "store"),
    items: own
      .filter((row) => row["item.position"] !== null)
      .map((row) => part<InvoiceRow["items"][number]>(row, "item"))
      .sort((a, b) => a.position - b.position),
  }));
}
