import { pdfResponse } from "../../../../drawn";
import { nothing, payRoute } from "../../../../respond";
import { ownInvoice } from "../../../invoice-preview";

/** The same document that the payer gets, for the seller, drafts too. */
export const GET = payRoute<{ id: string }>(async (pay, { id }) => {
  const found = await ownInvoice(id);
  if (!found) return nothing(pay);
  return pdfResponse(pay.request, pay.page(found.store, { test: false }), found);
});
