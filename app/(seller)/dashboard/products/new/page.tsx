import { z } from "zod";
import { shapeOf } from "@/app/_forms/fields";
import type { FormState } from "@/lib/auth/form-state";
import { readSent } from "@/lib/auth/guarded-action";
import { done } from "@/lib/auth/sealed-cookie";
import { createProduct } from "@/lib/services/catalog/products/save";
import { actPage, inSection } from "../../act-page";
import { deliverablesPath } from "../../paths";
import { wordsFor } from "../../words";
import { newProductFields, newProductSpecs, typedProduct } from "../product-fields";

const NewProduct = z.object(shapeOf(newProductFields));

const add = actPage({
  on: inSection("products"),
  may: "product.change",
  title: "newProduct",
  purpose: ({ words }) => words.text("newProductPurpose"),
  go: "addProduct",
  specs: ({ seller, words, search }) => newProductSpecs(words, seller.store, search.kind),
  keeps: () => "products/new",
  run: async (seller, { form }, world) => {
    const typed = typedProduct(readSent(NewProduct, form), seller);
    const product = await createProduct(world, seller.caller(true), typed);
    const key = product.interval ? "subscribeReady" : "productReady";
    // What it delivers comes next: until then its orders wait.
    const to = product.kind === "digital" ? deliverablesPath(product.id) : "/dashboard/products";
    return done(to, wordsFor(seller).text(key, { product: product.name }));
  },
});

async function send(previous: FormState, form: FormData) {
  "use server";
  return add.send(previous, form);
}

export const generateMetadata = add.metadata;
export default add.page(send);
