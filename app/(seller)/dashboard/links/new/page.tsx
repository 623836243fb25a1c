import { done } from "@/lib/auth/sealed-cookie";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { actPage, inSection } from "../../act-page";
import { wordsFor } from "../../words";
import { linkForm, linkPath, saveTyped } from "../link";

const create = actPage({
  on: inSection("links"),
  may: "payment_link.change",
  title: "newLink",
  purpose: ({ words }) => words.text("newLinkPurpose"),
  go: "createLink",
  ...linkForm,
  keeps: () => "links/new",
  run: async (seller, { form }, world) => {
    const { id, title } = await saveTyped(seller, form, null, (typed) =>
      createPaymentLink(world, seller.caller(true), typed),
    );
    return done(linkPath(id), wordsFor(seller).text("linkTakes", { title }));
  },
});

export const generateMetadata = create.metadata;
export default create.page(async (previous, form) => {
  "use server";
  return create.send(previous, form);
});
