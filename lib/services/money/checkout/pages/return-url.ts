import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { World } from "@/lib/services/core/world";

/**
 * Where the user goes after a success: the store's return URL, else the subscription's own page. The appended
 * parameters are only a hint for the app; the truth is in `GET /access` and the webhook.
 */
export function returnUrlAfter(
  world: World,
  store: { returnUrl: string | null },
  row: SubscriptionRow,
): string {
  if (!store.returnUrl)
    return `${manageUrl(world, row)}?done=${row.paymentsCount > 1 ? "renewed" : "started"}`;
  const url = new URL(store.returnUrl);
  url.searchParams.set("subscription", row.id);
  if (row.ref !== null) url.searchParams.set("ref", row.ref);
  url.searchParams.set("status", "active");
  return url.toString();
}

/**
 * Where whoever had nothing to pay goes: as after a payment, the subscriber to the store's return URL, and all others to
 * the receipt.
 */
export async function afterFree(
  world: World,
  store: { id: number; returnUrl: string | null },
  receiptToken: string,
): Promise<string> {
  const order = store.returnUrl
    ? await world.db.order.findUnique({
        where: { receiptToken, storeId: store.id },
        select: { customerId: true, subscription: { include: subscriptionInclude } },
      })
    : null;
  const row = order?.subscription;
  const isSubscribers = row && row.customerId === order.customerId;
  return isSubscribers ? returnUrlAfter(world, store, row) : `/receipt/${receiptToken}`;
}
