import type { InvoicePaper } from "@/lib/domain/invoice-paper";
import { directionOf, type Language } from "@/lib/domain/languages";
import { type DayReader, day } from "./dates";
import { wordsIn } from "./words";

/** "Due in 4 days", "7 days late", "Paid": the state of an invoice in a few words. */
export function invoiceStatusWords({ lang }: { lang: Language }, paper: InvoicePaper): string {
  const words = wordsIn(lang, "payer");
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
export function civilDay(reader: DayReader, date: Date): string {
  return day({ ...reader, timeZone: "UTC" }, date);
}

/** "VAT 16 %", or "Tax 16 %" where the seller named none. */
export function taxLabel({ lang }: { lang: Language }, tax: NonNullable<InvoicePaper["tax"]>): string {
  const label = `${tax.label ?? wordsIn(lang, "payer").text("invoiceTax")} ${tax.rate}\u00a0%`;
  // The seller's own words keep their order on a page from right to left.
  return directionOf(lang) === "rtl" ? `\u2068${label}\u2069` : label;
}
