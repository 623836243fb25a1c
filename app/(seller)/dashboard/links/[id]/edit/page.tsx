import { done } from "@/lib/auth/sealed-cookie";
import { updatePaymentLink } from "@/lib/services/catalog/payment-links/change";
import { readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { actPage } from "../../../act-page";
import { wordsFor } from "../../../words";
import { changedLink, linkForm, linkPath, saveTyped } from "../../link";

const change = actPage({
  on: changedLink,
  may: "payment_link.change",
  title: "editLink",
  here: ({ row, words }) => words.text("editThing", { thing: row.title }),
  purpose: ({ words }) => words.text("editLinkPurpose"),
  go: "save",
  ...linkForm,
  run: async (seller, { id, form }, world) => {
    const caller = seller.caller(true);
    const before = await readPaymentLink(world, caller, id);
    const { title } = await saveTyped(seller, form, before, (typed) =>
      updatePaymentLink(world, caller, id, typed),
    );
    return done(linkPath(id), wordsFor(seller).text("linkSaved", { title }));
  },
});

export const generateMetadata = change.metadata;
export default change.page(async (previous, form) => {
  "use server";
  return change.send(previous, form);
});
