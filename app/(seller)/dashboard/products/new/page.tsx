import { BesideSample } from "@/components/dashboard/link-preview";
import { wordsOf } from "@/components/pay/parts";
import { done } from "@/lib/auth/sealed-cookie";
import { createProduct } from "@/lib/services/catalog/products/save";
import { actPage, inSection } from "../../act-page";
import { productPath } from "../../paths";
import { wordsFor } from "../../words";
import { newProductFields, newProductHeld, typedProduct } from "../product-fields";

const add = actPage({
  on: inSection("products"),
  may: "product.change",
  title: "newProduct",
  go: "saveAndShare",
  fields: newProductFields,
  held: ({ search }) => newProductHeld(search.kind),
  more: "moreChoices",
  keeps: () => "products/new",
  around: (form, { words, seller: { store } }) => (
    <BesideSample
      {...{ form, store, title: "name", amount: "price", example: words.text("productName") }}
      caption={words.text("onAPhone")}
      pay={wordsOf(words.lang).text("payButtonOpen")}
    >
      <span data-only="subscription" data-shows="interval" />
    </BesideSample>
  ),
  run: async (seller, { typed, files }, world) => {
    const product = await createProduct(
      world,
      seller.caller(true),
      typedProduct(typed, seller),
      files.picture,
    );
    const key = product.interval ? "subscribeReady" : "productReady";
    return done(productPath(product.id), wordsFor(seller).text(key, { product: product.name }));
  },
});

export const generateMetadata = add.metadata;
export default add.page(async (previous, form) => {
  "use server";
  return add.send(previous, form);
});
