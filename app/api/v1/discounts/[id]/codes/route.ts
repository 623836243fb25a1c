import { endpoint } from "@/lib/api/endpoint";
import { methodNotAllowed } from "@/lib/api/route";
import { DiscountBatch, serializeBatch } from "@/lib/resources/discount";
import { NewCodes } from "@/lib/resources/discount-input";
import { one } from "@/lib/resources/envelope";
import { idPath } from "@/lib/resources/input";
import { readDiscount } from "@/lib/services/catalog/discounts/read";
import { createCodes } from "@/lib/services/catalog/discounts/save";

export const POST = endpoint({
  summary: "Make a batch of codes",
  description:
    "Codes that nobody guesses, each redeemed once unless max_redemptions says more: vouchers that are sold for cash, scratch cards, a code for each partner.",
  tag: "Discounts",
  keys: "live",
  params: idPath,
  body: NewCodes,
  status: 201,
  returns: one(DiscountBatch),
  errors: ["discount_automatic"],
  exists: ({ world, caller, params: { id } }) => readDiscount(world, caller, id),
  handle: async ({ world, caller, params: { id }, body }) => ({
    data: serializeBatch(id, await createCodes(world, caller, id, body)),
  }),
});

export const { GET, PUT, PATCH, DELETE, HEAD, OPTIONS } = methodNotAllowed({ POST });
