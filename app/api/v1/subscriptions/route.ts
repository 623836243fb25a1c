import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { many } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { SubscriptionQuery, subscriptionFilters } from "@/lib/resources/subscription-input";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { manageUrl } from "@/lib/services/core/manage-token";

export const GET = endpoint({
  summary: "List subscriptions",
  description: "Newest first. A test key sees test subscriptions only, a live key live ones only.",
  tag: "Subscriptions",
  keys: "any",
  query: SubscriptionQuery,
  returns: many(Subscription),
  handle: async (call) => {
    const { world, caller, query, now } = call;
    const { rows, total } = await listSubscriptions(world, caller, subscriptionFilters(query), rowsOf(query));
    const items = rows.map((row) => serializeSubscription(row, now, manageUrl(world, row)));
    return pageOf(call, items, total);
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
