import { InvoiceView } from "@/components/pay/invoice-view";
import { paperOf } from "@/lib/services/billing/invoices/paper";
import { systemWorld } from "@/lib/services/desk/system-world";
import { framed } from "../../../pay/[token]/link-desk";
import { nothing, payRoute, show } from "../../../respond";
import { invoicePreview, ownInvoice } from "../../invoice-preview";

/** The invoice or draft as its payer sees it, without the form. This view does not count as viewed. */
export const GET = payRoute<{ id: string }>(async (pay, { id }) => {
  const found = await ownInvoice(id);
  if (!found) return nothing(pay);
  const view = (
    <InvoiceView
      page={pay.page(found.store, { test: false })}
      paper={paperOf(found, pay.lang(found.store), systemWorld().clock.now(), "seller")}
      pay={null}
      pdfUrl={`${pay.url.pathname}/pdf`}
      preview={invoicePreview(pay.lang(found.store))}
      seenUrl={null}
    />
  );
  return framed(await show(pay, view));
});
