import { FieldForm } from "@/app/_forms/field-form";
import type { Search } from "@/app/_lists/filters";
import { PageHeader } from "@/components/ui/blocks";
import { Allowed } from "../../allowed";
import { SellerPage } from "../../seller-page";
import { problemTitles, sellerWithWords, titled } from "../../words";
import { createProductAction } from "../actions";
import { newProductSpecs } from "../product-fields";

export const generateMetadata = titled("newProduct");

export default async function NewProductPage({ searchParams }: { searchParams?: Promise<Search> } = {}) {
  const { kind } = (await searchParams) ?? {};
  const { seller, words } = await sellerWithWords();
  return (
    <SellerPage seller={seller} section="products" here={words.text("newProduct")} keeps="products/new">
      <PageHeader title={words.text("newProduct")} purpose={words.text("newProductPurpose")} />
      <Allowed seller={seller} act="product.change" aloud>
        <FieldForm
          action={createProductAction}
          submit={words.text("addProduct")}
          titles={problemTitles(words)}
          fields={newProductSpecs(words, seller.store, kind)}
        />
      </Allowed>
    </SellerPage>
  );
}
