import { pdfResponse } from "../../../../invoice-pdf";
import { closed, payRoute } from "../../../../respond";
import { ownInvoice } from "../../../invoice-preview";

/** The same document that the payer gets, for the seller, drafts too. */
export const GET = payRoute<{ id: string }>(async (pay, { id }) => {
  const found = await ownInvoice(id);
  if (!found) return closed(pay, null, { kind: "not_found" }, 404);
  return pdfResponse(pay.request, pay.page(found.store, { test: false }), found);
});
