import { methodNotAllowed } from "@/lib/api/route";
import { subscriptionPath } from "@/lib/resources/input";
import { ExtendBody } from "@/lib/resources/subscription-input";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { subscriptions } from "../../../objects";

export const POST = subscriptions.one({
  summary: "Give a subscriber days for free",
  description:
    "The days follow the time that there is, or begin now where it is over, and the subscriber is told. Nothing is paid, so payments_count and total_paid stay. A cancelled subscription stays cancelled.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  body: ExtendBody,
  errors: ["not_extendable"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  row: ({ world, caller, params, body }) => extendSubscription(world, caller, params.id, body),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
