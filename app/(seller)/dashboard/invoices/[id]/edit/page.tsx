import { notFound, redirect } from "next/navigation";
import { PageHeader } from "@/components/ui/page-header";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import type { Language } from "@/lib/domain/languages";
import { fieldAmount } from "@/lib/domain/money";
import { NotFound } from "@/lib/domain/refusal";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { type InvoicePage, readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { titled, wordsFor } from "../../../words";
import { editDraftAction } from "../../actions";
import { InvoiceEditor } from "../../invoice-editor";
import { editorFields, editorTexts, numberIn } from "../../invoice-fields";
import { invoicePath } from "../../words";

export const generateMetadata = titled("editInvoice");

export default async function EditInvoicePage({ params }: { params: Promise<{ id: string }> }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const { invoice } = await ownInvoice(seller, (await params).id);
  // An invoice that was sent can no longer be edited.
  if (invoiceStatusOf(invoice, systemWorld().clock.now()) !== "draft") redirect(invoicePath(invoice.id));
  const { currency, number } = invoice;
  return (
    <SellerPage seller={seller} section="invoices" here={number}>
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
          id={String(invoice.id)}
        />
      </Allowed>
    </SellerPage>
  );
}

async function ownInvoice(seller: CurrentSeller, id: string): Promise<InvoicePage> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  try {
    return await readStoreInvoice(systemWorld(), seller.caller(true), number);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
}

type Invoice = InvoicePage["invoice"];

function linesOf({ items, currency }: Invoice, lang: Language): Record<string, string> {
  return Object.fromEntries(
    items.flatMap(({ description, quantityMilli, unitPriceMinor }, row) => [
      [`description.${row}`, description],
      [`quantity.${row}`, numberIn(lang, Number(quantityMilli) / 1000)],
      [`unitPrice.${row}`, fieldAmount({ minor: unitPriceMinor, currency }, lang)],
    ]),
  );
}
