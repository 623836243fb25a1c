import { openedForField } from "@/lib/domain/opened-for";
import { NotAllowed } from "@/lib/services/people/accounts/seller";
import { type CurrentSeller, chooseStore, sellerAt } from "./current-seller";

const notTheirs = {
  en: "This page was opened for a store that you do not belong to. Nothing was changed. Open the page again.",
  fr: "Cette page a été ouverte pour une boutique dont vous ne faites pas partie. Rien n’a changé. Rouvrez la page.",
};

/**
 * The seller at the store that the form was opened for, which another tab may have left meanwhile. That store is the
 * one they look at from here on, so that what they are shown next is where the act happened. Throws NotAllowed for a
 * form that says no store, or one that is not theirs.
 */
export async function sellerOfForm(seller: CurrentSeller, form: FormData): Promise<CurrentSeller> {
  const sent = form.get(openedForField);
  if (sent === String(seller.store.id)) return seller;
  const membership = seller.memberships.find(({ store }) => String(store.id) === sent);
  if (!membership) throw new NotAllowed(seller.user.language === "fr" ? notTheirs.fr : notTheirs.en);
  await chooseStore(membership.store.id);
  return sellerAt(membership, seller);
}
