import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { fieldAmount } from "@/lib/domain/money";
import { composeUuid, rowIdOf } from "@/lib/domain/token";
import { invoiceRows } from "@/lib/resources/invoice-form";
import { readProductForDashboard } from "@/lib/services/catalog/products/list";
import { systemWorld } from "@/lib/services/desk/system-world";
import { Allowed } from "../../allowed";
import { InvoiceEditor } from "../../invoices/invoice-editor";
import { firstPicks } from "../../invoices/picks";
import { SellerPage } from "../../seller-page";
import { sellerWithWords, titled, wordsFor } from "../../words";
import { recordSaleAction } from "./actions";
import { saleFields, saleTexts } from "./fields";

export const generateMetadata = titled("recordSale");

/** A sale face to face, paid at once. With `?product=12` it begins with that product. */
export default async function RecordSalePage({ searchParams }: { searchParams?: Promise<Search> } = {}) {
  const { product } = (await searchParams) ?? {};
  const { seller, words } = await sellerWithWords();
  const { currency } = seller.store;
  const key = composeUuid(systemWorld().random.bytes(16));
  return (
    <SellerPage seller={seller} section="orders" here={words.text("recordSale")} keeps="orders/sell">
      <PageHeader title={words.text("recordSale")} purpose={words.text("recordSalePurpose")} />
      <Allowed seller={seller} act="payment.record" aloud>
        <InvoiceEditor
          lang={words.lang}
          action={recordSaleAction}
          currency={currency}
          before={[]}
          after={saleFields(words, currency)}
          rows={invoiceRows}
          texts={saleTexts(words, currency)}
          picks={await firstPicks(seller, words)}
          start={typeof product === "string" ? await lineOf(seller, product) : {}}
          hidden={{ key }}
        />
      </Allowed>
    </SellerPage>
  );
}

/** The first line of the form; none for a product that is not there. */
async function lineOf(seller: CurrentSeller, id: string): Promise<Record<string, string>> {
  const found = await readProductForDashboard(systemWorld(), seller.caller(true), rowIdOf(id));
  if (!found) return {};
  const price = { minor: found.salePriceMinor ?? found.priceMinor, currency: found.currency };
  return {
    "description.0": found.name,
    "quantity.0": "1",
    "unitPrice.0": fieldAmount(price, wordsFor(seller).lang),
  };
}
