import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { SubscriptionPatch } from "@/lib/resources/subscription-input";
import { changeMetadata } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { manageUrl } from "@/lib/services/core/manage-token";

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

export const PATCH = endpoint({
  summary: "Change a subscription",
  description:
    "Sets its metadata, which is yours to use: it is in every answer and event about the subscription from then on. Nothing else of it changes, and no event is sent.",
  tag: "Subscriptions",
  keys: "any",
  params: z.object({ id: subscriptionId }),
  body: SubscriptionPatch,
  returns: one(Subscription),
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  handle: async ({ world, caller, params, body, now }) => {
    const row = body.metadata
      ? await changeMetadata(world, caller, params.id, body.metadata)
      : await readSubscription(world, caller, params.id);
    return { data: serializeSubscription(row, now, manageUrl(world, row)) };
  },
});

export const { POST, PUT, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH });
