import { inThread } from "@/lib/providers/pdf/in-thread";
import type { InvoicePdf } from "@/lib/providers/pdf/invoice";

export type { InvoicePdf } from "@/lib/providers/pdf/invoice";

/** The invoice as a PDF document. */
export function invoicePdf(invoice: InvoicePdf): Promise<Uint8Array> {
  return inThread(invoice);
}
