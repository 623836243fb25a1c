import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import { civilDateIn } from "@/lib/domain/civil-date";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { InvoiceEditor } from "../../invoice-editor";
import { editorTexts, linesOf, quoteEditorFields } from "../../invoice-fields";
import { firstPicks } from "../../picks";
import { createQuoteAction } from "../actions";
import { ownQuote, validUntilFrom } from "../words";

export const generateMetadata = titled("newQuote");

/** With `?from=12` it begins as a copy of quote 12, which is not changed, and is valid anew. */
export default async function NewQuotePage({ searchParams }: { searchParams?: Promise<Search> } = {}) {
  const { from } = (await searchParams) ?? {};
  const { seller, words } = await sellerWithWords();
  const { currency, timeZone } = seller.store;
  const copied = typeof from === "string" ? await ownQuote(seller, from) : undefined;
  const validUntil = validUntilFrom(civilDateIn(systemWorld().clock.now(), timeZone));
  return (
    <SellerPage
      seller={seller}
      section="invoices"
      here={words.text("newQuote")}
      keeps={copied ? `invoices/quotes/new?from=${copied.id}` : "invoices/quotes/new"}
    >
      <PageHeader
        title={words.text("newQuote")}
        purpose={copied ? words.text("copyOf", { number: copied.number }) : words.text("newQuotePurpose")}
      />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={createQuoteAction}
          currency={currency}
          {...quoteEditorFields(words, currency, validUntil, copied)}
          rows={invoiceRows}
          texts={{ ...editorTexts(words, currency), save: words.text("saveQuote") }}
          start={copied ? linesOf({ items: plannedTerms(copied).items, currency }, words.lang) : {}}
          picks={await firstPicks(seller, words)}
        />
      </Allowed>
    </SellerPage>
  );
}
