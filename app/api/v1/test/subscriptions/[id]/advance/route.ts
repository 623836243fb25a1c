import { methodNotAllowed } from "@/lib/api/route";
import { subscriptionPath } from "@/lib/resources/input";
import { TestMoveBody } from "@/lib/resources/subscription-input";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { subscriptions } from "../../../../objects";

export const POST = subscriptions.one({
  summary: "Advance a test subscription",
  description:
    "The buttons of the developer settings: renew, end_period, end_grace, end_trial and cancel move the dates of this subscription and run the live code on it. fail_renewal does what a declined card does: the subscription renews by itself (with a test card, if it did not), and subscription.renewal_failed is published. No provider is asked.",
  tag: "Test mode",
  keys: "test",
  params: subscriptionPath,
  body: TestMoveBody,
  errors: ["not_active", "not_past_due", "not_in_trial", "not_cancellable", "renewal_limit"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  row: ({ world, caller, params, body }) => advanceTestSubscription(world, caller, params.id, body.to),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
