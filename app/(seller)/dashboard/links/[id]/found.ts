import { cache } from "react";
import { found } from "@/app/service-name";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { rowIdOf } from "@/lib/domain/uuid";
import { type LinkPage, readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The link of this page's address; without one, the page does not exist. */
export const ownLink = cache(async (seller: CurrentSeller, id: string): Promise<LinkPage["link"]> => {
  const number = rowIdOf(id);
  return found(readPaymentLink(systemWorld(), seller.caller(true), number));
});
