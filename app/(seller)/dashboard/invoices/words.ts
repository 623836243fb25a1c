import { cache } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { InvoiceStatus } from "@/lib/domain/invoice";
import type { InvoiceReminder } from "@/lib/domain/reminder";
import { rowIdOf } from "@/lib/domain/token";
import { type InvoicePage, readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { found } from "../../../service-name";

export const invoiceTones: Record<InvoiceStatus, StatusTone> = {
  draft: "ended",
  sent: "plain",
  viewed: "plain",
  part_paid: "warn",
  paid: "ok",
  overdue: "bad",
  cancelled: "ended",
};

export const reminderDays: Record<InvoiceReminder, number> = {
  due_day: 0,
  three_days_late: 3,
  seven_days_late: 7,
};

export const invoicesPath = "/dashboard/invoices";

export function invoicePath(id: number): string {
  return `${invoicesPath}/${id}`;
}

/** "20 Dec 2026", of a day that is the same in every zone. */
export function dayText(day: Date, { locale }: DashboardWords): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(day);
}

/** The invoice that an address names; the page of what does not exist for another store's. */
export const ownInvoice = cache(async (seller: CurrentSeller, id: string): Promise<InvoicePage> => {
  const number = rowIdOf(id);
  return found(readStoreInvoice(systemWorld(), seller.caller(true), number));
});
