import { cache } from "react";
import { found } from "@/app/service-name";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { rowIdOf } from "@/lib/domain/uuid";
import { type InvoicePage, readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The invoice that an address names; the page of what does not exist for another store's. */
export const ownInvoice = cache(async (seller: CurrentSeller, id: string): Promise<InvoicePage> => {
  const number = rowIdOf(id);
  return found(readStoreInvoice(systemWorld(), seller.caller(true), number));
});
