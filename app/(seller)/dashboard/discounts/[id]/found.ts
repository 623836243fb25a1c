import { cache } from "react";
import { found } from "@/app/service-name";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { rowIdOf } from "@/lib/domain/uuid";
import { type DiscountRow, readDiscount } from "@/lib/services/catalog/discounts/read";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The discount of this page's address; without one, the page does not exist. */
export const ownDiscount = cache(async (seller: CurrentSeller, id: string): Promise<DiscountRow> => {
  const number = rowIdOf(id);
  return found(readDiscount(systemWorld(), seller.caller(true), number));
});
