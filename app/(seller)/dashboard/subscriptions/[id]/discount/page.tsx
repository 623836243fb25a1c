import { done } from "@/lib/auth/sealed-cookie";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { giveDiscount } from "@/lib/services/billing/subscriptions/give";
import { actPage } from "../../../act-page";
import { subscriptionPath } from "../../../paths";
import { wordsFor } from "../../../words";
import { subscription } from "../../subscription";

/** The seller gives a subscriber a discount by its code. */
const giveOne = actPage({
  on: subscription,
  may: "discount.change",
  title: "giveDiscount",
  head: ({ row, words }) => words.text("giveDiscountTo", { name: row.customer.name }),
  purpose: ({ words }) => words.text("giveDiscountPurpose"),
  go: "giveDiscountGo",
  fields: { code: { kind: "text", label: "discountCode", help: "giveDiscountHelp" } },
  run: async (seller, { id, typed: { code } }, world) => {
    await giveDiscount(world, seller.caller(true), id, { code, discountId: null }).catch((error: unknown) => {
      throw error instanceof Refusal ? new Invalid({ code: [say(`refusal.${error.code}`)] }) : error;
    });
    return done(subscriptionPath(id), wordsFor(seller).text("discountWasGiven"));
  },
});

export const generateMetadata = giveOne.metadata;
export default giveOne.page(async (previous, form) => {
  "use server";
  return giveOne.send(previous, form);
});
