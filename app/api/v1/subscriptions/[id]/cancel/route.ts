import { methodNotAllowed } from "@/lib/api/route";
import { subscriptionPath } from "@/lib/resources/input";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { subscriptions } from "../../../objects";

export const POST = subscriptions.one({
  summary: "Cancel a subscription",
  description:
    "It will not renew, and the subscriber is told by e-mail. From active, access goes on to the end of the paid period; from past_due it ends at once. It takes no body.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  errors: ["not_cancellable"],
  row: ({ world, caller, params }) => cancelSubscription(world, caller, params.id),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
