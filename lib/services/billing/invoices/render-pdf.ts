import { type InvoicePdf, renderInvoicePdf } from "@/lib/providers/pdf/invoice";

export type { InvoicePdf } from "@/lib/providers/pdf/invoice";

/** The invoice as a document to keep and print. */
export function invoicePdf(invoice: InvoicePdf): Promise<Buffer> {
  return renderInvoicePdf(invoice);
}
