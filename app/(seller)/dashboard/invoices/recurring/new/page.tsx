import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import { civilDateIn } from "@/lib/domain/civil-date";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../../allowed";
import { SellerPage } from "../../../seller-page";
import { sellerWithWords, titled } from "../../../words";
import { InvoiceEditor } from "../../invoice-editor";
import { editorTexts, linesOf, recurringEditorFields } from "../../invoice-fields";
import { firstPicks } from "../../picks";
import { ownInvoice } from "../../words";
import { createRecurringAction } from "../actions";

export const generateMetadata = titled("newRecurring");

/** With `?from=12` it begins with what invoice 12 says. */
export default async function NewRecurringPage({ searchParams }: { searchParams?: Promise<Search> } = {}) {
  const { from } = (await searchParams) ?? {};
  const { seller, words } = await sellerWithWords();
  const { currency, timeZone } = seller.store;
  const copied = typeof from === "string" ? (await ownInvoice(seller, from)).invoice : undefined;
  const today = civilDateIn(systemWorld().clock.now(), timeZone);
  return (
    <SellerPage
      seller={seller}
      section="invoices"
      here={words.text("newRecurring")}
      keeps={copied ? `invoices/recurring/new?from=${copied.id}` : "invoices/recurring/new"}
    >
      <PageHeader title={words.text("newRecurring")} purpose={words.text("recurringPurpose")} />
      <Allowed seller={seller} act="invoice.change" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={createRecurringAction}
          currency={currency}
          {...recurringEditorFields(words, currency, today, copied)}
          rows={invoiceRows}
          texts={{ ...editorTexts(words, currency), save: words.text("saveRecurring") }}
          picks={await firstPicks(seller, words)}
          start={copied ? linesOf(copied, words.lang) : {}}
        />
      </Allowed>
    </SellerPage>
  );
}
