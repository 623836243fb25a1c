import { cache } from "react";
import type { Search } from "@/app/_lists/filters";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import { idField } from "@/lib/auth/guarded-action";
import type { InvoiceStatus } from "@/lib/domain/invoice";
import type { QuoteStatus } from "@/lib/domain/quote";
import type { InvoiceReminder } from "@/lib/domain/reminder";
import { rowIdOf } from "@/lib/domain/token";
import { invoiceStatusOf } from "@/lib/resources/invoice";
import { type InvoicePage, paperShown, readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { type QuoteRow, quoteShown, readQuote, statusOfQuote } from "@/lib/services/billing/quotes/quotes";
import type { RecurringRow } from "@/lib/services/billing/recurring/recurring";
import { sealShown } from "@/lib/services/core/shown";
import { systemWorld } from "@/lib/services/desk/system-world";
import { onlyKept } from "@/lib/services/notify/messages/list";
import { found } from "../../../service-name";
import { inSection, type Thing } from "../act-page";
import { invoicePath, invoicesPath } from "../paths";

/** A paper, and whether it counts as sent though nobody got it: this machine has no server that sends. */
type Kept<Row> = Row & { isKept?: boolean };

export async function withKept<Row extends { id: number; storeId: number; sentAt: Date | null }>(
  kind: "invoice" | "quote",
  rows: Row[],
): Promise<Kept<Row>[]> {
  const sent = rows.filter(({ sentAt }) => sentAt).map(({ id }) => `${kind}/${id}`);
  const kept = await onlyKept(systemWorld(), rows[0]?.storeId ?? 0, sent);
  return rows.map((row) => ({ ...row, isKept: kept.has(`${kind}/${row.id}`) }));
}

/** How its seller reads where it stands. */
function asRead<Status extends string>({ isKept }: Kept<object>, status: Status) {
  return isKept && status === "sent" ? ("kept" as const) : status;
}

const invoiceTones: Record<InvoiceStatus | "kept", StatusTone> = {
  draft: "ended",
  kept: "warn",
  sent: "plain",
  viewed: "plain",
  part_paid: "warn",
  paid: "ok",
  overdue: "bad",
  cancelled: "ended",
};

export function invoiceMark(row: Kept<InvoicePage["invoice"]>, now: Date, words: DashboardWords) {
  const status = asRead(row, invoiceStatusOf(row, now));
  return { isKept: status === "kept", tone: invoiceTones[status], word: words.text(`invoice_${status}`) };
}

export const reminderDays: Record<InvoiceReminder, number> = {
  due_day: 0,
  three_days_late: 3,
  seven_days_late: 7,
};

/** "20 Dec 2026", of a day that is the same in every zone. */
export function dayText(day: Date, { locale }: DashboardWords): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(day);
}

/** The invoice that an address names; the page of what does not exist for another store's. */
export const ownInvoice = cache(async (seller: CurrentSeller, id: string) => {
  const page = await found(readStoreInvoice(systemWorld(), seller.caller(true), rowIdOf(id)));
  const [invoice = page.invoice] = await withKept("invoice", [page.invoice]);
  return { ...page, invoice };
});

/** What acts about invoices are about. */
export const invoice: Thing<InvoicePage["invoice"], number> = {
  section: "invoices",
  id: idField,
  find: async (seller, id) => (await ownInvoice(seller, id)).invoice,
  sent: (row) => ({
    id: String(row.id),
    seen: sealShown(systemWorld(), `invoice/${row.id}`, paperShown(row)),
  }),
  back: ({ id, number }, words) => ({ href: invoicePath(id), text: words.text("backTo", { number }) }),
};

/** A new paper; with `?from=12` it begins as a copy of number 12, which is not changed. */
export function copyOf<Row>(find: (seller: CurrentSeller, id: string, search: Search) => Promise<Row>) {
  return inSection("invoices", async (seller, _, search) =>
    typeof search.from === "string" ? await find(seller, search.from, search) : null,
  );
}

export const quotesPath = `${invoicesPath}/quotes`;

export function quotePath(id: number): string {
  return `${quotesPath}/${id}`;
}

const quoteTones: Record<QuoteStatus | "kept", StatusTone> = {
  draft: "ended",
  kept: "warn",
  sent: "plain",
  accepted: "ok",
  invoiced: "ok",
  declined: "bad",
  expired: "ended",
  withdrawn: "ended",
};

export function quoteMark(row: Kept<QuoteRow>, now: Date, words: DashboardWords) {
  const status = asRead(row, statusOfQuote(row, now));
  return { isKept: status === "kept", tone: quoteTones[status], word: words.text(`quote_${status}`) };
}

/** The quote that an address names; the page of what does not exist for another store's. */
export const ownQuote = cache(async (seller: CurrentSeller, id: string): Promise<Kept<QuoteRow>> => {
  const row = await found(readQuote(systemWorld(), seller.caller(true), rowIdOf(id)));
  return (await withKept("quote", [row]))[0] ?? row;
});

/** What acts about quotes are about. */
export const quote: Thing<QuoteRow, number> = {
  section: "invoices",
  id: idField,
  find: ownQuote,
  sent: (row) => ({ id: String(row.id), seen: sealShown(systemWorld(), `quote/${row.id}`, quoteShown(row)) }),
  back: ({ id, number }, words) => ({ href: quotePath(id), text: words.text("backTo", { number }) }),
};

export const recurringPath = `${invoicesPath}/recurring`;

export type RecurringState = "active" | "paused" | "ended";

export function stateOf({ endedAt, pausedAt }: RecurringRow): RecurringState {
  if (endedAt) return "ended";
  return pausedAt ? "paused" : "active";
}

export const recurringTones: Record<RecurringState, StatusTone> = {
  active: "ok",
  paused: "warn",
  ended: "ended",
};
