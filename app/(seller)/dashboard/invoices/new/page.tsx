import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { titled, wordsFor } from "../../words";
import { draftInvoiceAction } from "../actions";
import { InvoiceEditor } from "../invoice-editor";
import { editorFields, editorTexts } from "../invoice-fields";

export const generateMetadata = titled("newInvoice");

export default async function NewInvoicePage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const { currency } = seller.store;
  return (
    <SellerPage seller={seller} section="invoices" here={words.text("newInvoice")}>
      <PageHeader title={words.text("newInvoice")} purpose={words.text("newInvoicePurpose")} />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={draftInvoiceAction}
          currency={currency}
          {...editorFields(words, currency)}
          rows={invoiceRows}
          texts={editorTexts(words, currency)}
        />
      </Allowed>
    </SellerPage>
  );
}
