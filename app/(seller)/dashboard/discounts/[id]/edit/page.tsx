import { done } from "@/lib/auth/sealed-cookie";
import { readDiscount } from "@/lib/services/catalog/discounts/read";
import { updateDiscount } from "@/lib/services/catalog/discounts/save";
import { actPage } from "../../../act-page";
import { titledBy, wordsFor } from "../../../words";
import { changedDiscount, discountForm, discountPath, ownDiscount, saveTyped } from "../../discount";

const change = actPage({
  on: changedDiscount,
  may: "discount.change",
  title: "discounts",
  here: ({ row }) => row.discount.name,
  head: ({ row }) => <bdi>{row.discount.name}</bdi>,
  purpose: ({ words }) => words.text("editDiscountPurpose"),
  go: "saveDiscount",
  ...discountForm,
  run: async (seller, { id, form }, world) => {
    const caller = seller.caller(true);
    const before = await readDiscount(world, caller, id);
    const { name } = await saveTyped(seller, form, before, (typed) =>
      updateDiscount(world, caller, id, typed),
    );
    return done(discountPath(id), wordsFor(seller).text("discountSaved", { name }));
  },
});

export const generateMetadata = titledBy(async (seller, id) => (await ownDiscount(seller, id)).name);
export default change.page(async (previous, form) => {
  "use server";
  return change.send(previous, form);
});
