import type { CivilDate } from "./civil-date";

export const quoteStatuses = [
  "draft",
  "sent",
  "accepted",
  "invoiced",
  "declined",
  "expired",
  "withdrawn",
] as const;
export type QuoteStatus = (typeof quoteStatuses)[number];

/** The stored fields of a quote that decide its status. */
export interface QuoteFacts {
  validUntil: CivilDate;
  sentAt: Date | null;
  acceptedAt: Date | null;
  declinedAt: Date | null;
  withdrawnAt: Date | null;
  invoiceId: number | null;
}

/** The status on `today`, a day in the store's zone: the first of these that is true. */
export function quoteStatus(quote: QuoteFacts, today: CivilDate): QuoteStatus {
  if (quote.acceptedAt) return "accepted";
  if (quote.invoiceId !== null) return "invoiced";
  if (quote.withdrawnAt) return "withdrawn";
  if (quote.declinedAt) return "declined";
  if (quote.validUntil < today) return "expired";
  return quote.sentAt ? "sent" : "draft";
}

/** Whether its customer may still accept or decline it. Whoever has its link has been given it, sent or not. */
export function isOpenQuote(status: QuoteStatus): boolean {
  return status === "draft" || status === "sent";
}

/** Whether its seller may change what it says: nobody answered it. Changing one that is over makes it valid again. */
export function mayEditQuote(status: QuoteStatus): boolean {
  return isOpenQuote(status) || status === "expired";
}

/** Whether its seller may make the invoice without an answer: the customer may have said yes by other ways, or late. */
export function mayInvoice(status: QuoteStatus): boolean {
  return isOpenQuote(status) || status === "declined" || status === "expired";
}

/** "QUO-000042". The sequence counts from 1 in each store. */
export function quoteNumber(sequence: number): string {
  return `QUO-${String(sequence).padStart(6, "0")}`;
}
