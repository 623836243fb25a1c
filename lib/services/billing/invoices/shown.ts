import type { InvoiceRow } from "@/lib/db/rows";
import type { Shown } from "@/lib/services/core/shown";

/** What an invoice says to who edits or sends it. What was paid of it, and when it went out, is no part of that. */
export function paperShown(invoice: InvoiceRow): Shown {
  const { totalMinor, currency, items, customerName, customerEmail, customerPhone, dueOn, notes } = invoice;
  const { taxMinor, allowPartPayment, minPartPaymentMinor } = invoice;
  const lines = items.map(({ description, quantityMilli, unitPriceMinor }) =>
    [description, quantityMilli, unitPriceMinor].map(String),
  );
  const paper = [
    ...[lines, customerName, customerEmail, customerPhone, dueOn, notes],
    ...[String(taxMinor), allowPartPayment, String(minPartPaymentMinor)],
  ];
  return { total: { minor: totalMinor, currency }, paper: JSON.stringify(paper) };
}

/** What is said before an invoice is cancelled: what stays paid. */
export function cancelShown({ paidMinor: minor, currency }: InvoiceRow): Shown {
  return { received: { minor, currency } };
}
