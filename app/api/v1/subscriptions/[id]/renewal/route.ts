import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { RenewalBody } from "@/lib/resources/subscription-input";
import { setRenewalMode } from "@/lib/services/billing/renewal/change";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { manageUrl } from "@/lib/services/core/manage-token";

export const POST = endpoint({
  summary: "Stop a subscription from renewing by itself",
  description:
    "From then on nothing is asked for or charged by itself, and the payer pays each period by hand. Only the payer can let a subscription renew by itself, on the payment page or the manage page: any mode but `manual` is refused. A payment that was given to its provider before may still come.",
  tag: "Subscriptions",
  keys: "any",
  params: z.object({ id: subscriptionId }),
  body: RenewalBody,
  returns: one(Subscription),
  errors: ["payer_consent_required"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  handle: async ({ world, caller, params, body }) => {
    const row = await setRenewalMode(world, caller, params.id, body.mode);
    return { data: serializeSubscription(row, world.clock.now(), manageUrl(world, row)) };
  },
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
