import { payableRange } from "@/lib/domain/invoice";
import { invoiceFacts } from "@/lib/resources/invoice";
import type { InvoicePage } from "@/lib/services/billing/invoices/read";
import { hasPayCodes, payCodeOf } from "@/lib/services/catalog/till/pay-code";
import { systemWorld } from "@/lib/services/desk/system-world";

/** One transparent dot. */
export const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** Whether the page of an invoice has a place for what `invoiceCode` gives. */
export function hasCode({ invoice, store, till }: InvoicePage): boolean {
  const place = { ...store, currency: invoice.currency };
  return till !== null && !store.buyerPaysCharges && hasPayCodes(systemWorld(), place);
}

/** What a payer scans to pay all that is owed at the till. Null where nothing is owed, or the sum at the till would be another one. */
export async function invoiceCode({
  invoice,
  store,
  till,
}: InvoicePage): Promise<Buffer<ArrayBuffer> | null> {
  const range = payableRange(invoiceFacts(invoice));
  if (!till || !range || store.buyerPaysCharges) return null;
  const { currency, number } = invoice;
  const place = { id: store.id, country: store.country, currency };
  const reference = till.account ?? number.replaceAll(/[^A-Za-z0-9]/g, "").slice(0, 12);
  const amount = { minor: range.maxMinor, currency };
  return payCodeOf(systemWorld(), place, { name: store.name, reference, amount });
}
