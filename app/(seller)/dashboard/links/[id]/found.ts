import { notFound } from "next/navigation";
import { cache } from "react";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { type LinkPage, readPaymentLink } from "@/lib/services/catalog/payment-links/read";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The link of this page's address; without one, the page does not exist. */
export const ownLink = cache(async (seller: CurrentSeller, id: string): Promise<LinkPage["link"]> => {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0;
  try {
    return await readPaymentLink(systemWorld(), seller.caller(true), number);
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});
