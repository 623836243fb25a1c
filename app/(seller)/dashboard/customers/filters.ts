import { customersPath } from "./paths";

/** What the address of the page asks for. */
export interface Filters {
  search: string;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  // A NUL is text to nobody, and the database refuses it.
  const text =
    typeof search.search === "string" ? search.search.replaceAll("\0", "").trim().slice(0, 254) : "";
  return { search: text, page: /^[1-9]\d{0,5}$/.test(String(search.page)) ? Number(search.page) : 1 };
}

/** The same list, another page of it, or with `/export` as a file. */
export function hrefWith({ search }: Filters, page: number, under = ""): string {
  const query = new URLSearchParams({
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `${customersPath}${under}${query.size > 0 ? `?${query}` : ""}`;
}
