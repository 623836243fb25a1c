import { methodNotAllowed } from "@/lib/api/route";
import { subscriptionPath } from "@/lib/resources/input";
import { RenewalBody } from "@/lib/resources/subscription-input";
import { setRenewalMode } from "@/lib/services/billing/renewal/change";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { subscriptions } from "../../../objects";

export const POST = subscriptions.one({
  summary: "Stop a subscription from renewing by itself",
  description:
    "From then on nothing is asked for or charged by itself, and the payer pays each period by hand. Only the payer can let a subscription renew by itself, on the payment page or the manage page: any mode but `manual` is refused. A payment that was given to its provider before may still come. A standing order is stopped by the payer alone, at the network.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  body: RenewalBody,
  errors: ["payer_consent_required", "standing_order_runs"],
  exists: ({ world, caller, params }) => readSubscription(world, caller, params.id),
  row: ({ world, caller, params, body }) => setRenewalMode(world, caller, params.id, body.mode),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
