import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { many, one } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import {
  NewSubscription,
  newMove,
  newTrial,
  productProblem,
  SubscriptionQuery,
  subscriptionFilters,
} from "@/lib/resources/subscription-input";
import { importSubscription } from "@/lib/services/billing/moving/slice";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { manageUrl } from "@/lib/services/core/manage-token";

export const GET = endpoint({
  summary: "List subscriptions",
  description: "Newest first. A test key sees test subscriptions only, a live key live ones only.",
  tag: "Subscriptions",
  keys: "any",
  query: SubscriptionQuery,
  returns: many(Subscription),
  handle: async (call) => {
    const { world, caller, query, now } = call;
    const { rows, total } = await listSubscriptions(world, caller, subscriptionFilters(query), rowsOf(query));
    const items = rows.map((row) => serializeSubscription(row, now, manageUrl(world, row)));
    return pageOf(call, items, total);
  },
});

export const POST = endpoint({
  summary: "Start a free trial, or import",
  description:
    "`trial` starts a subscription with the free days of its product, for a user whom your server knows: no code is asked for. Each person has them once in a store, by ref, e-mail or phone. `import` brings one along from another provider with the time that is paid for there; nobody is told, and nothing is charged. A test key makes a test subscription.",
  tag: "Subscriptions",
  keys: "any",
  body: NewSubscription,
  status: 201,
  returns: one(Subscription),
  errors: [
    ...(["no_trial", "trial_used", "already_subscribed", "not_on_sale", "customer_blocked"] as const),
    "test_mode_off",
  ],
  handle: async ({ world, caller, body }) => {
    const started =
      body.start === "trial"
        ? startFreeDays(world, caller, newTrial(body))
        : importSubscription(world, caller, newMove(body));
    const row = await started.catch(faultOfTheBody);
    return { data: serializeSubscription(row, world.clock.now(), manageUrl(world, row)) };
  },
});

/** The body names the product, not the path, so a missing product is a problem of that field. */
function faultOfTheBody(error: unknown): never {
  throw error instanceof NotFound ? new Invalid(productProblem()) : error;
}

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
