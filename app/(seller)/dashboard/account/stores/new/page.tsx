import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { modernZone } from "@/lib/domain/country";
import { may, refusalFor } from "@/lib/domain/roles";
import { countryChoices, currencyChoices, timeZoneChoices } from "@/lib/services/people/accounts/places";
import { problemText } from "@/lib/text/problem";
import { SellerPage } from "../../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../../words";
import { createStoreAction } from "../../actions";

export const generateMetadata = titled("addStore");

export default async function NewStorePage() {
  const { seller, words } = await sellerWithWords();
  const { country, currency, timeZone } = seller.store;
  return (
    <SellerPage seller={seller} section="account" here={words.text("addStore")}>
      <PageHeader title={words.text("addStore")} purpose={words.text("addStoreMeans")} />
      {may(seller.role, "store.create") ? (
        <FieldForm
          action={createStoreAction}
          titles={problemTitles(words)}
          submit={words.text("addStore")}
          fields={[
            {
              kind: "text",
              name: "storeName",
              label: words.text("storeNameLabel"),
              help: words.text("storeNameHelp"),
            },
            {
              kind: "select",
              name: "country",
              label: words.text("country"),
              value: country,
              options: countryChoices(words.locale),
            },
            {
              kind: "select",
              name: "currency",
              label: words.text("currency"),
              value: currency,
              options: currencyChoices(country),
            },
            {
              kind: "select",
              name: "timeZone",
              label: words.text("timeZone"),
              value: modernZone(timeZone),
              options: timeZoneChoices(country),
            },
          ]}
        />
      ) : (
        <p>{problemText(words.lang, refusalFor("store.create"))}</p>
      )}
    </SellerPage>
  );
}
