import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titled } from "../../words";
import { draftInvoiceAction } from "../actions";
import { InvoiceEditor } from "../invoice-editor";
import { editorFields, editorTexts, linesOf } from "../invoice-fields";
import { firstPicks } from "../picks";
import { ownInvoice } from "../words";

export const generateMetadata = titled("newInvoice");

/** With `?from=12` it begins as a copy of invoice 12, which is not changed; the day when that was due is left out. */
export default async function NewInvoicePage({ searchParams }: { searchParams?: Promise<Search> } = {}) {
  const { from } = (await searchParams) ?? {};
  const { seller, words } = await sellerWithWords();
  const { currency } = seller.store;
  const copied = typeof from === "string" ? (await ownInvoice(seller, from)).invoice : undefined;
  return (
    <SellerPage
      seller={seller}
      section="invoices"
      here={words.text("newInvoice")}
      keeps={copied ? `invoices/new?from=${copied.id}` : "invoices/new"}
    >
      <PageHeader
        title={words.text("newInvoice")}
        purpose={copied ? words.text("copyOf", { number: copied.number }) : words.text("newInvoicePurpose")}
      />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={draftInvoiceAction}
          currency={currency}
          {...editorFields(words, currency, copied && { ...copied, dueOn: null })}
          rows={invoiceRows}
          texts={editorTexts(words, currency)}
          picks={await firstPicks(seller, words)}
          start={copied ? linesOf(copied, words.lang) : {}}
        />
      </Allowed>
    </SellerPage>
  );
}
