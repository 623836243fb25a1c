import { methodNotAllowed } from "@/lib/api/route";
import {
  faultOfTheBody,
  NewSubscription,
  newMove,
  newTrial,
  SubscriptionQuery,
} from "@/lib/resources/subscription-input";
import { importSubscription } from "@/lib/services/billing/moving/slice";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { subscriptions } from "../objects";

export const GET = subscriptions.list({
  summary: "List subscriptions",
  description: "Newest first. A test key sees test subscriptions only, a live key live ones only.",
  tag: "Subscriptions",
  keys: "any",
  query: SubscriptionQuery,
  list: ({ world, caller, query }, page) =>
    listSubscriptions(world, caller, { ...query, productId: query.product_id }, page),
});

export const POST = subscriptions.one({
  summary: "Start a free trial, or import",
  description:
    "`trial` starts a subscription with the free days of its product, for a user whom your server knows: no code is asked for. Each person has them once in a store, by ref, e-mail or phone. `import` brings one along from another provider with the time that is paid for there; nobody is told, and nothing is charged. A test key makes a test subscription.",
  tag: "Subscriptions",
  keys: "any",
  body: NewSubscription,
  status: 201,
  errors: [
    ...(["no_trial", "trial_used", "already_subscribed", "not_on_sale", "customer_blocked"] as const),
    "test_mode_off",
  ],
  row: async ({ world, caller, body }) => {
    const started =
      body.start === "trial"
        ? startFreeDays(world, caller, newTrial(body))
        : importSubscription(world, caller, newMove(body));
    return started.catch(faultOfTheBody);
  },
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
