import { Beside } from "@/components/dashboard/link-preview";
import { wordsOf } from "@/components/pay/parts";
import type { FormState } from "@/lib/auth/form-state";
import { done } from "@/lib/auth/sealed-cookie";
import { createProduct } from "@/lib/services/catalog/products/save";
import { type About, actPage, inSection } from "../../act-page";
import { productPath } from "../../paths";
import { wordsFor } from "../../words";
import { newProductFields, newProductHeld, typedProduct } from "../product-fields";

const add = actPage({
  on: inSection("products"),
  may: "product.change",
  title: "newProduct",
  purpose: ({ words }) => words.text("newProductPurpose"),
  go: "saveAndShare",
  fields: newProductFields,
  held: ({ search }) => newProductHeld(search.kind),
  more: "moreChoices",
  keeps: () => "products/new",
  around: (form, about) => (
    <Beside caption={about.words.text("onAPhone")} preview={<Sample {...about} />}>
      {form}
    </Beside>
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

/** The page of the product as it is typed (components/dashboard/link-preview.tsx); no more than an example at first. */
function Sample({ seller: { store }, words }: About<null>) {
  return (
    <div className="grid gap-3 rounded-sm border border-field bg-sheet p-5 wrap-anywhere noscript:hidden">
      <p className="text-label text-ink-2">
        <bdi>{store.name}</bdi>
      </p>
      <canvas data-shows="picture" hidden width={640} height={1} className="w-full rounded-sm" />
      <p data-shows="name" className="text-title font-semibold">
        {words.text("productName")}
      </p>
      <p className="text-section">
        {store.currency} <span data-shows="price">0</span>{" "}
        <span data-only="subscription" data-shows="interval">
          {words.text("every_month")}
        </span>
      </p>
      <p data-shows="description" className="whitespace-pre-line text-ink-2 empty:hidden" />
      <p aria-hidden className="rounded-sm bg-brand p-3 text-center font-semibold text-on-brand">
        {wordsOf(words.lang).text("payButtonOpen")}
      </p>
    </div>
  );
}

async function send(previous: FormState, form: FormData) {
  "use server";
  return add.send(previous, form);
}

export const generateMetadata = add.metadata;
export default add.page(send);
