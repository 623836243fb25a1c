import { day } from "./dates";
import type { InvoicePaper } from "./document-types";
import { wordsOf } from "./messages/words";
import type { PayPage } from "./types";

/** "Due in 4 days", "7 days late", "Paid": the state of an invoice in a few words. */
export function invoiceStatusWords(page: PayPage, paper: InvoicePaper): string {
  const words = wordsOf(page.lang);
  const { dueInDays } = paper;
  switch (paper.state) {
    case "draft":
      return words.text("invoiceDraft");
    case "paid":
      return words.text("invoicePaid");
    case "cancelled":
      return words.text("invoiceCancelled");
    case "open":
    case "overdue":
      if (dueInDays === null) return words.text("invoiceOpen");
      return dueInDays < 0
        ? words.text("invoiceLateDays", { days: -dueInDays })
        : words.text("invoiceDueInDays", { days: dueInDays });
  }
}

/** A day of the calendar, which is the same in every zone. */
export function civilDay(page: PayPage, date: Date): string {
  return day({ ...page, timeZone: "UTC" }, date);
}
