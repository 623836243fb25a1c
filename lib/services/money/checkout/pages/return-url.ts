import type { SubscriptionRow } from "@/lib/db/rows";
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
