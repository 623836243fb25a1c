import { paymentStatuses } from "@/lib/domain/order";
import { normalizeEmail } from "@/lib/domain/text";
import type { OrderFilters } from "@/lib/services/billing/orders/list";
import type { OrderRow } from "@/lib/services/billing/orders/read";
import { ordersPath } from "./paths";
import { sources } from "./words";

/** What the address of the page asks for. Values that mean nothing are left out rather than refused. */
export interface Filters {
  status: OrderRow["paymentStatus"] | null;
  source: OrderRow["source"] | null;
  email: string;
  search: string;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  const one = (name: string) => {
    const value = search[name];
    // A NUL is text to nobody, and the database refuses it.
    return typeof value === "string" ? value.replaceAll("\0", "").trim().slice(0, 254) : "";
  };
  return {
    status: paymentStatuses.find((status) => status === one("payment_status")) ?? null,
    source: sources.find((source) => source === one("source")) ?? null,
    email: normalizeEmail(one("email")),
    search: one("search"),
    page: /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1,
  };
}

export function isFiltered({ status, source, email, search }: Filters): boolean {
  return status !== null || source !== null || email !== "" || search !== "";
}

/** As the verb takes them. */
export function orderFilters({ status, source, email, search }: Filters): OrderFilters {
  return {
    ...(status ? { paymentStatus: status } : {}),
    ...(source ? { source } : {}),
    ...(email ? { email } : {}),
    ...(search ? { search } : {}),
  };
}

/** The same list, another page of it, or with `/export` as a file. */
export function hrefWith(filters: Filters, page: number, under = ""): string {
  const query = new URLSearchParams();
  if (filters.status) query.set("payment_status", filters.status);
  if (filters.source) query.set("source", filters.source);
  if (filters.email) query.set("email", filters.email);
  if (filters.search) query.set("search", filters.search);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return `${ordersPath}${under}${text ? `?${text}` : ""}`;
}
