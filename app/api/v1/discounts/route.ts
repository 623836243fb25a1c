import { endpoint } from "@/lib/api/endpoint";
import { pageOf } from "@/lib/api/page-of";
import { methodNotAllowed } from "@/lib/api/route";
import { Discount, serializeDiscount } from "@/lib/resources/discount";
import { DiscountQuery, discountFilters, NewDiscount } from "@/lib/resources/discount-input";
import { many, one } from "@/lib/resources/envelope";
import { rowsOf } from "@/lib/resources/input";
import { listDiscounts } from "@/lib/services/catalog/discounts/list";
import { createDiscount } from "@/lib/services/catalog/discounts/save";

export const GET = endpoint({
  summary: "List discounts",
  description: "Newest first, without deleted ones. A test key reads the same ones.",
  tag: "Discounts",
  keys: "any",
  query: DiscountQuery,
  returns: many(Discount),
  handle: async (call) => {
    const { world, caller, query, now } = call;
    const { rows, total } = await listDiscounts(world, caller, discountFilters(query), rowsOf(query));
    const items = rows.map((row) => serializeDiscount(row, now));
    return pageOf(call, items, total);
  },
});

export const POST = endpoint({
  summary: "Create a discount",
  description:
    "With a code that payers type; or, with is_automatic, an offer that applies by itself, such as a first price; or without either, for batches of codes. Of several the payer gets the one that takes off most, never two.",
  tag: "Discounts",
  keys: "live",
  body: NewDiscount,
  status: 201,
  returns: one(Discount),
  errors: ["discount_code_taken"],
  handle: async ({ world, caller, body, now }) => ({
    data: serializeDiscount(await createDiscount(world, caller, body), now),
  }),
});

export const { PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ GET, POST });
