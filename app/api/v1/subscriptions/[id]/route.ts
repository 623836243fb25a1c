import { methodNotAllowed } from "@/lib/api/route";
import { subscriptionPath } from "@/lib/resources/input";
import { SubscriptionPatch } from "@/lib/resources/subscription-input";
import { changeMetadata } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { subscriptions } from "../../objects";

export const GET = subscriptions.one({
  summary: "Retrieve a subscription",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  row: ({ world, caller, params }) => readSubscription(world, caller, params.id),
});

export const PATCH = subscriptions.one({
  summary: "Change a subscription",
  description:
    "Sets its metadata, which is yours to use: it is in every answer and event about the subscription from then on. Nothing else of it changes, and no event is sent.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  body: SubscriptionPatch,
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  row: async ({ world, caller, params, body }) => {
    return body.metadata
      ? await changeMetadata(world, caller, params.id, body.metadata)
      : await readSubscription(world, caller, params.id);
  },
});

export const { POST, PUT, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH });
