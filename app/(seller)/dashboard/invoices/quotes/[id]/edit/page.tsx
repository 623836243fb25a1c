import { Allowed } from "@/app/(seller)/dashboard/allowed";
import { PageHeader } from "@/components/ui/blocks";
import { civilDateIn } from "@/lib/domain/civil-date";
import { mayEditQuote } from "@/lib/domain/quote";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { quoteShown, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { NothingToDo } from "../../../../nothing-to-do";
import { SellerPage } from "../../../../seller-page";
import { sellerWithWords, titled } from "../../../../words";
import { InvoiceEditor } from "../../../invoice-editor";
import { editorTexts, linesOf, quoteEditorFields } from "../../../invoice-fields";
import { firstPicks } from "../../../picks";
import { editQuoteAction } from "../../actions";
import { ownQuote, quotePath, validUntilFrom } from "../../words";

export const generateMetadata = titled("editQuote");

export default async function EditQuotePage({ params }: { params: Promise<{ id: string }> }) {
  const { seller, words } = await sellerWithWords();
  const quote = await ownQuote(seller, (await params).id);
  const { id, number, currency } = quote;
  const now = systemWorld().clock.now();
  const header = { title: words.text("editThing", { thing: number }) };
  if (!mayEditQuote(statusOfQuote(quote, now)))
    return (
      <SellerPage seller={seller} section="invoices" here={number}>
        <PageHeader {...header} />
        <NothingToDo
          title={words.text("quoteNotEditable")}
          back={{ href: quotePath(id), text: words.text("backTo", { number }) }}
        />
      </SellerPage>
    );
  const today = civilDateIn(now, seller.store.timeZone);
  const held = quote.validUntil.toISOString().slice(0, 10);
  return (
    <SellerPage seller={seller} section="invoices" here={number} keeps={`invoices/quotes/${id}/edit`}>
      <PageHeader {...header} purpose={words.text("editQuotePurpose")} />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={editQuoteAction}
          currency={currency}
          {...quoteEditorFields(words, currency, held < today ? validUntilFrom(today) : held, quote)}
          rows={invoiceRows}
          texts={{ ...editorTexts(words, currency), save: words.text("saveQuote") }}
          start={linesOf({ items: plannedTerms(quote).items, currency }, words.lang)}
          picks={await firstPicks(seller, words)}
          hidden={{ id: String(id), seen: sealShown(systemWorld(), `quote/${id}`, quoteShown(quote)) }}
        />
      </Allowed>
    </SellerPage>
  );
}
