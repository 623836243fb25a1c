import type { DiscountRow } from "@/lib/db/rows";
import { NewDiscount } from "@/lib/resources/discount-input";
import { createDiscount } from "@/lib/services/catalog/discounts/save";
import type { TestStore, TestWorld } from "./world";

/** A discount of the store: 20 % with the code SAVE20, unless told otherwise. Fields as the API has them. */
export function discount(
  world: TestWorld,
  shop: TestStore,
  body: Record<string, unknown> = {},
): Promise<DiscountRow> {
  const usual = { name: "Offer", code: "SAVE20", type: "percent", percent: 20 };
  return createDiscount(world, shop.live, NewDiscount.parse({ ...usual, ...body }));
}
