import { done } from "@/lib/auth/sealed-cookie";
import { createDiscount } from "@/lib/services/catalog/discounts/save";
import { actPage } from "../../act-page";
import { wordsFor } from "../../words";
import { discountForm, discountPath, newDiscount, saveTyped } from "../discount";

const create = actPage({
  on: newDiscount,
  may: "discount.change",
  title: "newDiscount",
  purpose: ({ words }) => words.text("newDiscountPurpose"),
  go: "createDiscount",
  ...discountForm,
  run: async (seller, { form }, world) => {
    const { id, name } = await saveTyped(seller, form, null, (typed) =>
      createDiscount(world, seller.caller(true), typed),
    );
    return done(discountPath(id), wordsFor(seller).text("discountMade", { name }));
  },
});

export const generateMetadata = create.metadata;
export default create.page(async (previous, form) => {
  "use server";
  return create.send(previous, form);
});
