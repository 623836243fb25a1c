import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { DeletedDiscount } from "@/lib/resources/discount";
import { DiscountChanges } from "@/lib/resources/discount-input";
import { one } from "@/lib/resources/envelope";
import { idPath } from "@/lib/resources/input";
import { readDiscount } from "@/lib/services/catalog/discounts/read";
import { deleteDiscount, updateDiscount } from "@/lib/services/catalog/discounts/save";
import { discounts } from "../../objects";

export const GET = discounts.one({
  summary: "Retrieve a discount",
  tag: "Discounts",
  keys: "any",
  params: idPath,
  row: ({ world, caller, params: { id } }) => readDiscount(world, caller, id),
});

export const PATCH = discounts.one({
  summary: "Change a discount",
  description:
    "What is not sent stays as it is. Once it was redeemed, what it takes off, for how long and how it applies stay; name, code, limits, dates and products can change.",
  tag: "Discounts",
  keys: "live",
  params: idPath,
  body: DiscountChanges,
  errors: ["discount_code_taken", "discount_in_use", "discount_automatic"],
  exists: ({ world, caller, params: { id } }) => readDiscount(world, caller, id),
  row: ({ world, caller, params: { id }, body }) => updateDiscount(world, caller, id, body),
});

export const DELETE = endpoint({
  summary: "Delete a discount",
  description: "Its codes are unknown from now on. What subscriptions still have of it stays.",
  tag: "Discounts",
  keys: "live",
  params: idPath,
  returns: one(DeletedDiscount),
  handle: async ({ world, caller, params: { id } }) => {
    await deleteDiscount(world, caller, id);
    return { data: { id, object: "discount" as const, deleted: true as const } };
  },
});

export const { POST, PUT, HEAD, OPTIONS } = methodNotAllowed({ GET, PATCH, DELETE });
