import { notFound } from "next/navigation";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { type InvoicePage, readInvoiceForSeller } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The invoice of the address. */
export async function ownInvoice(seller: CurrentSeller, id: string): Promise<InvoicePage> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  try {
    return await readInvoiceForSeller(systemWorld(), seller.caller(true), number);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}
