import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { ExtendBody } from "@/lib/resources/subscription-input";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { manageUrl } from "@/lib/services/core/manage-token";

export const POST = endpoint({
  summary: "Give a subscriber days for free",
  description:
    "The days follow the time that there is, or begin now where it is over, and the subscriber is told. Nothing is paid, so payments_count and total_paid stay. A cancelled subscription stays cancelled.",
  tag: "Subscriptions",
  keys: "any",
  params: z.object({ id: subscriptionId }),
  body: ExtendBody,
  returns: one(Subscription),
  errors: ["not_extendable"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  handle: async ({ world, caller, params, body }) => {
    const row = await extendSubscription(world, caller, params.id, body);
    return { data: serializeSubscription(row, world.clock.now(), manageUrl(world, row)) };
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
