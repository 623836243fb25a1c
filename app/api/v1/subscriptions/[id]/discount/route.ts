import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { discountProblems } from "@/lib/domain/discount";
import { GiveDiscount } from "@/lib/resources/discount-input";
import { one } from "@/lib/resources/envelope";
import { subscriptionId } from "@/lib/resources/input";
import { Subscription, serializeSubscription } from "@/lib/resources/subscription";
import { giveDiscount, takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { readSubscription } from "@/lib/services/billing/subscriptions/read";
import { manageUrl } from "@/lib/services/core/manage-token";

const params = z.object({ id: subscriptionId });

export const POST = endpoint({
  summary: "Give a subscriber a discount",
  description:
    "The next payments cost less, as many as the discount says; one that the subscription has is replaced. It counts as redeemed. A test subscription counts nothing.",
  tag: "Subscriptions",
  keys: "any",
  params,
  body: GiveDiscount,
  returns: one(Subscription),
  errors: [...discountProblems],
  exists: ({ world, caller, params: { id } }) => readSubscription(world, caller, id),
  handle: async ({ world, caller, params: { id }, body, now }) => {
    const which = { code: body.code || null, discountId: body.discount_id ?? null };
    const row = await giveDiscount(world, caller, id, which);
    return { data: serializeSubscription(row, now, manageUrl(world, row)) };
  },
});

export const DELETE = endpoint({
  summary: "Take a discount away",
  description: "The next payments cost the list price. A subscription without a discount stays as it is.",
  tag: "Subscriptions",
  keys: "any",
  params,
  returns: one(Subscription),
  handle: async ({ world, caller, params: { id }, now }) => {
    const row = await takeDiscount(world, caller, id);
    return { data: serializeSubscription(row, now, manageUrl(world, row)) };
  },
});

export const { GET, PUT, PATCH, HEAD, OPTIONS } = methodNotAllowed({ POST, DELETE });
