import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { titled, wordsFor } from "../../../words";
import { InvoiceEditor } from "../../invoice-editor";
import { editorTexts, quoteEditorFields } from "../../invoice-fields";
import { firstPicks } from "../../picks";
import { createQuoteAction } from "../actions";

export const generateMetadata = titled("newQuote");

/** How long a quote is valid unless its seller says otherwise. */
const validDays = 30;

export default async function NewQuotePage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const { currency, timeZone } = seller.store;
  const validUntil = addDays(civilDateIn(systemWorld().clock.now(), timeZone), validDays);
  return (
    <SellerPage seller={seller} section="invoices" here={words.text("newQuote")} keeps="invoices/quotes/new">
      <PageHeader title={words.text("newQuote")} purpose={words.text("newQuotePurpose")} />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={createQuoteAction}
          currency={currency}
          {...quoteEditorFields(words, currency, validUntil)}
          rows={invoiceRows}
          texts={{ ...editorTexts(words, currency), save: words.text("saveQuote") }}
          picks={await firstPicks(seller, words)}
        />
      </Allowed>
    </SellerPage>
  );
}
