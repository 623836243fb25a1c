import { cache } from "react";
import { found } from "@/app/service-name";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { addDays, type CivilDate } from "@/lib/domain/civil-date";
import type { QuoteStatus } from "@/lib/domain/quote";
import { rowIdOf } from "@/lib/domain/token";
import { type QuoteRow, readQuote } from "@/lib/services/billing/quotes/quotes";
import { systemWorld } from "@/lib/services/desk/system-world";

/** How long a quote is valid unless its seller says otherwise. */
const validDays = 30;

export function validUntilFrom(today: CivilDate): CivilDate {
  return addDays(today, validDays);
}

export const quotesPath = "/dashboard/invoices/quotes";

export function quotePath(id: number): string {
  return `${quotesPath}/${id}`;
}

export const quoteTones: Record<QuoteStatus, StatusTone> = {
  draft: "ended",
  sent: "plain",
  accepted: "ok",
  invoiced: "ok",
  declined: "bad",
  expired: "ended",
  withdrawn: "ended",
};

/** The quote that an address names; the page of what does not exist for another store's. */
export const ownQuote = cache(async (seller: CurrentSeller, id: string): Promise<QuoteRow> => {
  return found(readQuote(systemWorld(), seller.caller(true), rowIdOf(id)));
});
