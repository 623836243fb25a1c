import type { StatusTone } from "@/components/ui/status-mark";
import type { InvoiceStatus } from "@/lib/domain/invoice";
import type { InvoiceReminder } from "@/lib/domain/reminder";

export const invoiceStatusWords: Record<InvoiceStatus, { tone: StatusTone; word: string }> = {
  draft: { tone: "ended", word: "Draft" },
  sent: { tone: "plain", word: "Sent" },
  viewed: { tone: "plain", word: "Viewed" },
  part_paid: { tone: "warn", word: "Part paid" },
  paid: { tone: "ok", word: "Paid" },
  overdue: { tone: "bad", word: "Overdue" },
  cancelled: { tone: "ended", word: "Cancelled" },
};

export const reminderWords: Record<InvoiceReminder, { label: string; daysLate: number }> = {
  due_day: { label: "On the due day", daysLate: 0 },
  three_days_late: { label: "3 days after it", daysLate: 3 },
  seven_days_late: { label: "7 days after it", daysLate: 7 },
};

export const invoicesPath = "/dashboard/invoices";

export function invoicePath(id: number): string {
  return `${invoicesPath}/${id}`;
}

/** "20 Dec 2026", of a day that is the same in every zone. */
export function dayText(day: Date): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(day);
}
