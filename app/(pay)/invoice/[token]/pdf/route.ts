import { readInvoicePage } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { pdfResponse } from "../../../drawn";
import { nothing, payRoute } from "../../../respond";

/** The invoice as a PDF, in the language of `hl` or else the payer's. A draft is printed as a normal invoice. */
export const GET = payRoute<{ token: string }>(async (pay, { token }) => {
  const found = await readInvoicePage(systemWorld(), token);
  if (!found) return nothing(pay);
  return pdfResponse(pay.request, pay.page(found.store, { test: false }), found);
});
