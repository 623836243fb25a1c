import { type LinkStatus, linkStatuses } from "@/lib/domain/payment-link";
import type { LinkFilters } from "@/lib/services/catalog/payment-links/list";
import { linksPath } from "./words";

/** What the address of the page asks for. */
export interface Filters {
  status: LinkStatus | null;
  search: string;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  // A NUL is text to nobody, and the database refuses it.
  const text = (name: string) => (typeof search[name] === "string" ? search[name].replaceAll("\0", "") : "");
  const page = /^[1-9]\d{0,5}$/.test(text("page")) ? Number(text("page")) : 1;
  return {
    status: linkStatuses.find((status) => status === text("status")) ?? null,
    search: text("search").slice(0, 255),
    page,
  };
}

/** As the verb takes them. */
export function linkFilters({ status, search }: Filters): LinkFilters {
  return { status: status ?? undefined, search: search || undefined };
}

/** The same list, another page of it, or with `/export` as a file. */
export function hrefWith({ status, search }: Filters, page: number, under = ""): string {
  const query = new URLSearchParams({
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `${linksPath}${under}${query.size > 0 ? `?${query}` : ""}`;
}
