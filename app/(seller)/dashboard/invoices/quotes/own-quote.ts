import { notFound } from "next/navigation";
import { cache } from "react";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { NotFound } from "@/lib/domain/refusal";
import { rowIdOf } from "@/lib/domain/row-id";
import { type QuoteRow, readQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";

/** The quote that an address names; the page of what does not exist for another store's. */
export const ownQuote = cache(async (seller: CurrentSeller, id: string): Promise<QuoteRow> => {
  try {
    return await readQuote(systemWorld(), seller.caller(true), rowIdOf(id));
  } catch (error) {
    if (error instanceof NotFound) notFound();
    throw error;
  }
});
