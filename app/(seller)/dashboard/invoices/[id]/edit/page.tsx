import { PageHeader } from "@/components/ui/blocks";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { paperShown } from "@/lib/services/billing/invoices/read";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { NothingToDo } from "../../../nothing-to-do";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { editDraftAction } from "../../actions";
import { InvoiceEditor } from "../../invoice-editor";
import { editorFields, editorTexts, linesOf } from "../../invoice-fields";
import { firstPicks } from "../../picks";
import { invoicePath, ownInvoice } from "../../words";

export const generateMetadata = titled("editInvoice");

export default async function EditInvoicePage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const { invoice } = await ownInvoice(seller, (await params).id);
  const { currency, number } = invoice;
  if (invoiceStatusOf(invoice, systemWorld().clock.now()) !== "draft")
    return (
      <SellerPage seller={seller} section="invoices" here={number}>
        <PageHeader title={words.text("editThing", { thing: number })} />
        <NothingToDo
          title={words.text("noLongerDraft")}
          back={{ href: invoicePath(invoice.id), text: words.text("backTo", { number }) }}
        />
      </SellerPage>
    );
  return (
    <SellerPage seller={seller} section="invoices" here={number} keeps={`invoices/${invoice.id}/edit`}>
      <PageHeader
        title={words.text("editThing", { thing: number })}
        purpose={words.text("editDraftPurpose")}
      />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={editDraftAction}
          currency={currency}
          {...editorFields(words, currency, invoice)}
          rows={invoiceRows}
          texts={editorTexts(words, currency)}
          start={linesOf(invoice, words.lang)}
          picks={await firstPicks(seller, words)}
          hidden={{
            id: String(invoice.id),
            seen: sealShown(systemWorld(), `invoice/${invoice.id}`, paperShown(invoice)),
          }}
        />
      </Allowed>
    </SellerPage>
  );
}
