import { done } from "@/lib/auth/sealed-cookie";
import { updateProduct } from "@/lib/services/catalog/products/save";
import { actPage } from "../../../act-page";
import { productPath } from "../../../paths";
import { titledBy, wordsFor } from "../../../words";
import {
  changedProduct,
  changedProductFields,
  changedSpecs,
  ownProduct,
  typedProduct,
} from "../../product-fields";

const change = actPage({
  on: changedProduct,
  may: "product.change",
  title: "products",
  here: ({ row, words }) => words.text("editThing", { thing: row.name }),
  head: ({ row }) => <bdi>{row.name}</bdi>,
  purpose: () => null,
  go: "save",
  fields: changedProductFields,
  specs: changedSpecs,
  more: "moreChoices",
  run: async (seller, { id, typed, files }, world) => {
    const typing = typedProduct(typed, seller);
    const { name } = await updateProduct(world, seller.caller(true), id, typing, files.picture);
    return done(productPath(id), wordsFor(seller).text("productSaved", { product: name }));
  },
});

export const generateMetadata = titledBy(async (seller, id) => (await ownProduct(seller, id)).name);
export default change.page(async (previous, form) => {
  "use server";
  return change.send(previous, form);
});
