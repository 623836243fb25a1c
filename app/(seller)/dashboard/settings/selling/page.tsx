import { storeOptions } from "@/lib/services/catalog/stores/update-store";
import { actPage, inSection } from "../../act-page";
import { sellingPath } from "../../paths";
import { saves, sellingFields } from "../fields";

/** How the store sells, and where a subscriber lands afterwards. */
const selling = actPage({
  on: inSection("settings"),
  may: "store.settings",
  title: "tabSelling",
  purpose: () => null,
  go: "save",
  fields: sellingFields,
  held: ({ seller: { store } }) => ({ ...store, options: storeOptions.filter((option) => store[option]) }),
  run: saves(sellingPath),
});

export const generateMetadata = selling.metadata;
export default selling.page(async (previous, form) => {
  "use server";
  return selling.send(previous, form);
});
