import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { fiscalSystemOf } from "@/lib/domain/tax";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { saveTaxAction } from "./actions";
import { taxSpecs } from "./tax-fields";

export const generateMetadata = titled("includedTax");

export default async function TaxPage() {
  const { seller, words } = await sellerWithWords();
  const system = fiscalSystemOf(seller.store.country);
  return (
    <SellerPage seller={seller} section="settings" here={words.text("includedTax")}>
      <PageHeader title={words.text("includedTax")} purpose={words.text("includedTaxPurpose")} />
      {system ? <p className="mb-6 max-w-[68ch] text-ink-2">{words.text("notFiscal", { system })}</p> : null}
      <Allowed seller={seller} act="store.settings" aloud>
        <FieldForm
          action={saveTaxAction}
          submit={words.text("save")}
          titles={problemTitles(words)}
          fields={taxSpecs(words, seller.store)}
        />
      </Allowed>
    </SellerPage>
  );
}
