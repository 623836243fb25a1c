import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { manageUrl } from "@/lib/services/core/manage-token";

export const POST = endpoint({
  summary: "Cancel a subscription",
  description:
    "It will not renew, and the subscriber is told by e-mail. From active, access goes on to the end of the paid period; from past_due it ends at once. It takes no body.",
  tag: "Subscriptions",
  keys: "any",
  params: z.object({ id: subscriptionId }),
  returns: one(Subscription),
  errors: ["not_cancellable"],
  handle: async ({ world, caller, params }) => {
    const row = await cancelSubscription(world, caller, params.id);
    return { data: serializeSubscription(row, world.clock.now(), manageUrl(world, row)) };
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
