import { FieldForm } from "@/app/_forms/field-form";
import { PageHeader } from "@/components/ui/page-header";
import { currentSeller } from "@/lib/auth/current-seller";
import { intervals } from "@/lib/domain/interval";
import { productKinds } from "@/lib/services/catalog/products/product-input";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, titled, wordsFor } from "../../words";
import { createProductAction } from "../actions";
import { productFields } from "../product-fields";

export const generateMetadata = titled("newProduct");

export default async function NewProductPage() {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  return (
    <SellerPage seller={seller} section="products" here={words.text("newProduct")}>
      <PageHeader title={words.text("newProduct")} purpose={words.text("newProductPurpose")} />
      <Allowed seller={seller} act="product.change" aloud>
        <FieldForm
          action={createProductAction}
          submit={words.text("addProduct")}
          titles={problemTitles(words)}
          fields={[
            {
              kind: "select",
              name: "kind",
              label: words.text("productKind"),
              value: "subscription",
              help: words.text("productKindHelp"),
              options: productKinds.map((value) => ({ value, label: words.text(`kind_${value}`) })),
            },
            ...productFields({ words, store: seller.store, product: null }),
            {
              kind: "select",
              name: "interval",
              label: words.text("paidEvery"),
              help: words.text("paidEveryHelp"),
              value: "month",
              options: intervals.map((value) => ({ value, label: words.text(`every_${value}`) })),
            },
          ]}
        />
      </Allowed>
    </SellerPage>
  );
}
