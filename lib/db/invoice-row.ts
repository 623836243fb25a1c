import { columns, groupsOf, part } from "./columns";
import { Prisma } from "./generated/client";
import type { InvoiceRow } from "./rows";
import type { Tx } from "./transaction";

/** All columns of an invoice, from a SELECT of `invoice` that joins its `store` and its lines as `item`, one per row. */
const invoiceColumns = Prisma.join([
  columns("invoice", Prisma.InvoiceScalarFieldEnum, "invoice"),
  columns("item", Prisma.InvoiceItemScalarFieldEnum, "item"),
  columns("store", { timeZone: "" }, "store"),
]);

/** The invoices that this says more of: a WHERE, an order. */
export async function readInvoices(db: Pick<Tx, "$queryRaw">, which: Prisma.Sql): Promise<InvoiceRow[]> {
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    SELECT ${invoiceColumns} FROM invoices invoice JOIN stores store ON store.id = invoice.store_id
      LEFT JOIN invoice_items item ON item.invoice_id = invoice.id ${which}`;
  return invoicesFrom(rows);
}

/** The invoices of these rows, in the order of their first ones. */
function invoicesFrom(rows: readonly Readonly<Record<string, unknown>>[]): InvoiceRow[] {
  return groupsOf(rows, "invoice.id").map((own) => ({
    ...part<InvoiceRow>(own[0] ?? {}, "invoice"),
    store: part(own[0] ?? {}, "store"),
    items: own
      .filter((row) => row["item.position"] !== null)
      .map((row) => part<InvoiceRow["items"][number]>(row, "item"))
      .sort((a, b) => a.position - b.position),
  }));
}
