import { cache } from "react";
import { found } from "@/app/found";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { rowIdOf } from "@/lib/domain/row-id";
import { type QuoteRow, readQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The quote that an address names; the page of what does not exist for another store's. */
export const ownQuote = cache(async (seller: CurrentSeller, id: string): Promise<QuoteRow> => {
  return found(readQuote(systemWorld(), seller.caller(true), rowIdOf(id)));
});
