import { openedForField } from "@/lib/domain/opened-for";
import { say } from "@/lib/domain/refusal";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { type CurrentSeller, chooseStore, sellerAt } from "./current-seller";
import { fieldOf } from "./form-fields";

/** The seller at the store for which the form was opened, even if another tab has changed the store; null if not theirs. */
export function openedBy(seller: CurrentSeller, form: FormData): CurrentSeller | null {
  const sent = fieldOf(form, openedForField);
  if (sent === String(seller.store.id)) return seller;
  const membership = seller.memberships.find(({ store }) => String(store.id) === sent);
  return membership ? sellerAt(membership, seller) : null;
}

/**
 * The same; and that store becomes the current one, so that the next page shows where the action happened. Throws
 * NotAllowed for a form without a store, or with a store that is not theirs.
 */
export async function sellerOfForm(seller: CurrentSeller, form: FormData): Promise<CurrentSeller> {
  const opened = openedBy(seller, form);
  if (!opened) throw new NotAllowed(say("other_store"));
  if (opened !== seller) await chooseStore(opened.store.id);
  return opened;
}
