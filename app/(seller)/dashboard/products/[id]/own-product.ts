import { notFound } from "next/navigation";
import { cache } from "react";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { type ListedProduct, readProductForDashboard } from "@/lib/services/catalog/products/list";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The product in the address, read once for a page and its title. */
export const ownProduct = cache(async (seller: CurrentSeller, id: string): Promise<ListedProduct> => {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  return (await readProductForDashboard(systemWorld(), seller.caller(true), number)) ?? notFound();
});
