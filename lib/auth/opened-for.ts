import { openedForField } from "@/lib/domain/opened-for";
import { say } from "@/lib/domain/problem";
import { NotAllowed } from "@/lib/services/people/accounts/seller";
import { type CurrentSeller, chooseStore, sellerAt } from "./current-seller";

/**
 * The seller at the store that the form was opened for, which another tab may have left meanwhile. That store is the
 * one they look at from here on, so that what they are shown next is where the act happened. Throws NotAllowed for a
 * form that says no store, or one that is not theirs.
 */
export async function sellerOfForm(seller: CurrentSeller, form: FormData): Promise<CurrentSeller> {
  const sent = form.get(openedForField);
  if (sent === String(seller.store.id)) return seller;
  const membership = seller.memberships.find(({ store }) => String(store.id) === sent);
  if (!membership) throw new NotAllowed(say("other_store"));
  await chooseStore(membership.store.id);
  return sellerAt(membership, seller);
}
