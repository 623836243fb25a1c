import type { StatusTone } from "@/components/ui/status-mark";
import { addDays, type CivilDate } from "@/lib/domain/civil-date";
import type { QuoteStatus } from "@/lib/domain/quote";

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
