import { type ProductRow, type StoreRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { firstNameOf } from "@/lib/domain/text";
import { idOfManageToken, isManageToken } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";

/** What somebody sees who pays for a subscriber: nothing by which the subscriber can be reached. */
export interface PayForPage {
  store: StoreRow;
  product: ProductRow;
  subscription: SubscriptionRow;
  /** Null where the customer's name is none. */
  firstName: string | null;
}

/** The page by its token; null when it is not, or no longer, the right one. Test subscriptions have none. */
export async function readPayForPage(world: World, token: string): Promise<PayForPage | null> {
  const id = idOfManageToken(token);
  if (!id) return null;
  const found = await world.db.subscription.findUnique({
    where: { id },
    include: { ...subscriptionInclude, product: true, store: true },
  });
  if (!found?.livemode || !isManageToken(world, found, token, "pay")) return null;
  const { store, product, ...subscription } = found;
  return {
    store,
    product,
    subscription: { ...subscription, product },
    firstName: firstNameOf(found.customer.name),
  };
}
