import { methodNotAllowed } from "@/lib/api/route";
import { discountProblems } from "@/lib/domain/discount";
import { GiveDiscount } from "@/lib/resources/discount-input";
import { subscriptionPath } from "@/lib/resources/input";
import { giveDiscount, takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { subscriptions } from "../../../objects";

export const POST = subscriptions.one({
  summary: "Give a subscriber a discount",
  description:
    "The next payments cost less, as many as the discount says; one that the subscription has is replaced. It counts as redeemed. A test subscription counts nothing.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  body: GiveDiscount,
  errors: [...discountProblems],
  exists: ({ world, caller, params: { id } }) => readSubscription(world, caller, id),
  row: async ({ world, caller, params: { id }, body }) => {
    const which = { code: body.code || null, discountId: body.discount_id ?? null };
    return giveDiscount(world, caller, id, which);
  },
});

export const DELETE = subscriptions.one({
  summary: "Take a discount away",
  description: "The next payments cost the list price. A subscription without a discount stays as it is.",
  tag: "Subscriptions",
  keys: "any",
  params: subscriptionPath,
  row: ({ world, caller, params: { id } }) => takeDiscount(world, caller, id),
});

export const { GET, PUT, PATCH, HEAD, OPTIONS } = methodNotAllowed({ POST, DELETE });
