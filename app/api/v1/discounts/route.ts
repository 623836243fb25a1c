import { methodNotAllowed } from "@/lib/api/route";
import { DiscountQuery, NewDiscount } from "@/lib/resources/discount-input";
import { listDiscounts } from "@/lib/services/catalog/discounts/read";
import { createDiscount } from "@/lib/services/catalog/discounts/save";
import { discounts } from "../objects";

export const GET = discounts.list({
  summary: "List discounts",
  description: "Newest first, without deleted ones. A test key reads the same ones.",
  tag: "Discounts",
  keys: "any",
  query: DiscountQuery,
  list: ({ world, caller, query }, page) => listDiscounts(world, caller, query, page),
});

export const POST = discounts.one({
  summary: "Create a discount",
  description:
    "With a code that payers type; or, with is_automatic, an offer that applies by itself, such as a first price; or without either, for batches of codes. Of several the payer gets the one that takes off most, never two.",
  tag: "Discounts",
  keys: "live",
  body: NewDiscount,
  status: 201,
  errors: ["discount_code_taken"],
  row: ({ world, caller, body }) => createDiscount(world, caller, body),
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
