import { type InvoiceStatus, invoiceStatuses } from "@/lib/domain/invoice";
import { normalizeEmail } from "@/lib/domain/text";
import type { InvoiceFilters } from "@/lib/services/billing/invoices/list";
import { invoicesPath } from "./words";

/** What the address of the page asks for. */
export interface Filters {
  status: InvoiceStatus | null;
  number: string;
  email: string;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  const text = (name: string) => {
    const value = search[name];
    // A NUL is text to nobody, and the database refuses it.
    return typeof value === "string" ? value.replaceAll("\0", "").trim().slice(0, 254) : "";
  };
  return {
    status: invoiceStatuses.find((status) => status === text("status")) ?? null,
    number: text("number").toUpperCase(),
    email: text("email"),
    page: /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1,
  };
}

/** As the verb takes them. */
export function invoiceFilters({ status, number, email }: Filters): InvoiceFilters {
  return {
    status: status ?? undefined,
    number: number || undefined,
    email: normalizeEmail(email) || undefined,
  };
}

export function isFiltered({ status, number, email }: Filters): boolean {
  return status !== null || number !== "" || email !== "";
}

/** The same list, another page of it, or with `/export` as a file. */
export function hrefWith({ status, number, email }: Filters, page: number, under = ""): string {
  const query = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(number ? { number } : {}),
    ...(email ? { email } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `${invoicesPath}${under}${query.size > 0 ? `?${query}` : ""}`;
}
