import type { RequestFilters } from "@/lib/services/hooks/request-log/list";
import { type Mode, modeOf } from "../mode";

export const requestsPath = "/dashboard/developers/requests";
export const methodFilters = ["GET", "POST", "PATCH", "DELETE"] as const;
export const statusFilters = ["2", "4", "5"] as const;

/** What the address of the page asks for. Values that mean nothing are left out rather than refused. */
export interface Filters {
  mode: Mode;
  method: (typeof methodFilters)[number] | null;
  status: (typeof statusFilters)[number] | null;
  key: number | null;
  /** The beginning of a path, or a whole request id. */
  find: string;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  const one = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const find = one("find").trim();
  return {
    mode: modeOf(search.mode),
    method: methodFilters.find((method) => method === one("method")) ?? null,
    status: statusFilters.find((status) => status === one("status")) ?? null,
    key: /^\d{1,9}$/.test(one("key")) ? Number(one("key")) : null,
    find: /^[\x21-\x7e]{1,200}$/.test(find) ? find : "",
    page: /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1,
  };
}

export function isFiltered(filters: Filters): boolean {
  return filters.method !== null || filters.status !== null || filters.key !== null || filters.find !== "";
}

/** As the verb takes them. People leave out where the API begins. */
export function requestFilters({ method, status, key, find }: Filters): RequestFilters {
  const statusClass = status === "2" ? 2 : status === "4" ? 4 : 5;
  return {
    ...(method ? { method } : {}),
    ...(status ? { statusClass } : {}),
    ...(key ? { keyId: key } : {}),
    ...(find.startsWith("req_") ? { requestId: find } : {}),
    ...(find && !find.startsWith("req_") ? { path: find.startsWith("/api/") ? find : apiPath(find) } : {}),
  };
}

function apiPath(find: string): string {
  return `/api/v1/${find.replace(/^\/+/, "")}`;
}

/** The same list, another page of it. */
export function hrefWith(filters: Filters, page: number): string {
  const query = new URLSearchParams({ mode: filters.mode });
  for (const name of ["method", "status", "key", "find"] as const) {
    if (filters[name]) query.set(name, String(filters[name]));
  }
  if (page > 1) query.set("page", String(page));
  return `${requestsPath}?${query}`;
}
