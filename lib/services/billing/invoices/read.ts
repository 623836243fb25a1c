import { Prisma } from "@/lib/db/client";
import { type InvoiceRow, type OrderRow, orderInclude, readInvoices, type StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { inThread } from "@/lib/providers/pdf/in-thread";
import type { InvoicePdf } from "@/lib/providers/pdf/invoice";
import type { Caller, World } from "@/lib/services/core/world";

/** One invoice of the caller's store. Throws NotFound for a missing one and for another store's. */
export async function readInvoice(
  world: World,
  { storeId }: Pick<Caller, "storeId">,
  id: number,
): Promise<InvoiceRow> {
  const [row] = await readInvoices(
    world.db,
    Prisma.sql`WHERE invoice.id = ${id} AND invoice.store_id = ${storeId}`,
  );
  if (!row) throw new NotFound();
  return row;
}

export interface InvoicePage {
  store: StoreRow;
  invoice: InvoiceRow;
  /** Its paid orders, oldest first, including refunded ones. */
  payments: OrderRow[];
}

/**
 * The data of the page and the PDF at `/invoice/<token>`, from the moment the invoice exists. Null for an unknown
 * token.
 */
export async function readInvoicePage(world: World, token: string): Promise<InvoicePage | null> {
  if (!/^[0-9A-Za-z]{22}$/.test(token)) return null;
  const [invoice] = await readInvoices(world.db, Prisma.sql`WHERE invoice.token = ${token}`);
  return invoice ? invoicePage(world, invoice) : null;
}

/** The same by id for the store, drafts included: the preview is the real page. */
export async function readStoreInvoice(
  world: World,
  of: Pick<Caller, "storeId">,
  id: number,
): Promise<InvoicePage> {
  return invoicePage(world, await readInvoice(world, of, id));
}

const paymentsMax = 100;

async function invoicePage(world: World, invoice: InvoiceRow): Promise<InvoicePage> {
  const [store, payments] = await Promise.all([
    world.db.store.findUniqueOrThrow({ where: { id: invoice.storeId } }),
    world.db.order.findMany({
      where: { storeId: invoice.storeId, invoiceId: invoice.id, paidAt: { not: null } },
      include: orderInclude,
      orderBy: [{ paidAt: "asc" }, { id: "asc" }],
      take: paymentsMax,
    }),
  ]);
  return { store, invoice, payments };
}

export type { InvoicePdf } from "@/lib/providers/pdf/invoice";

/** The invoice as a PDF document. */
export function invoicePdf(invoice: InvoicePdf): Promise<Uint8Array> {
  return inThread(invoice);
}
