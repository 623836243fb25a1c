import { chooseStore } from "@/lib/auth/current-seller";
import { done } from "@/lib/auth/sealed-cookie";
import { modernZone } from "@/lib/domain/country";
import { countryChoices, currencyChoices, timeZoneChoices } from "@/lib/services/people/accounts/places";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { actPage, inSection } from "../../../act-page";
import { wordsFor } from "../../../words";

/** Another store of the account, where its seller goes on. */
const addStore = actPage({
  on: inSection("account"),
  may: "store.create",
  title: "addStore",
  purpose: ({ words }) => words.text("addStoreMeans"),
  go: "addStore",
  fields: {
    storeName: { kind: "text", label: "storeNameLabel", help: "storeNameHelp" },
    country: { kind: "select", label: "country", options: ({ words }) => countryChoices(words.locale) },
    currency: {
      kind: "select",
      label: "currency",
      options: ({ seller }) => currencyChoices(seller.store.country),
    },
    timeZone: {
      kind: "select",
      label: "timeZone",
      options: ({ seller }) => timeZoneChoices(seller.store.country),
    },
  },
  held: ({ seller: { store } }) => ({
    country: store.country,
    currency: store.currency,
    timeZone: modernZone(store.timeZone),
  }),
  run: async (seller, { typed }, world) => {
    const { id } = await createStore(world, seller.caller(true), typed);
    await chooseStore(id);
    return done("/dashboard", wordsFor(seller).text("storeMade", { store: typed.storeName.trim() }));
  },
});

export const generateMetadata = addStore.metadata;
export default addStore.page(async (previous, form) => {
  "use server";
  return addStore.send(previous, form);
});
