import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { TestMoveBody } from "@/lib/resources/subscription-input";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { advanceTestSubscription } from "@/lib/services/billing/test-mode/advance-subscription";
import { manageUrl } from "@/lib/services/core/manage-token";

export const POST = endpoint({
  summary: "Advance a test subscription",
  description:
    "The four buttons of the developer settings: renew, end_period, end_grace and cancel. They move the dates of this subscription and run the live code on it.",
  tag: "Test mode",
  keys: "test",
  params: z.object({ id: subscriptionId }),
  body: TestMoveBody,
  returns: one(Subscription),
  errors: ["not_active", "not_past_due", "not_cancellable", "renewal_limit"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  handle: async ({ world, caller, params, body }) => {
    const row = await advanceTestSubscription(world, caller, params.id, body.to);
    return { data: serializeSubscription(row, world.clock.now(), manageUrl(world, row)) };
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
