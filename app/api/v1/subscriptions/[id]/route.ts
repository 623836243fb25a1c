import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/subscriptions/manage-token";
import { readSubscription } from "@/lib/services/subscriptions/read";

export const GET = endpoint({
  summary: "Retrieve a subscription",
  tag: "Subscriptions",
  keys: "any",
  params: z.object({ id: subscriptionId }),
  returns: one(Subscription),
  handle: async ({ world, caller, params, now }) => {
    const row = await readSubscription(world, caller, params.id);
    return { data: serializeSubscription(row, now, manageUrl(world, row)) };
  },
});

export const { POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET });
