import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { draftInvoiceAction } from "../actions";
import { InvoiceEditor } from "../invoice-editor";
import { customerFields, paymentFields } from "../invoice-fields";

export const metadata: Metadata = { title: "New invoice" };

export default async function NewInvoicePage() {
  const seller = await currentSeller();
  const { currency } = seller.store;
  return (
    <SellerPage seller={seller} section="invoices" here="New invoice">
      <PageHeader
        title="New invoice"
        purpose="It is saved as a draft first. You look at it as your customer will, then send it."
      />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          action={draftInvoiceAction}
          currency={currency}
          before={customerFields()}
          after={paymentFields(currency)}
          rows={invoiceRows}
        />
      </Allowed>
    </SellerPage>
  );
}
