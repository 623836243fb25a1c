import { type eventTypes, isEventType } from "@/lib/domain/event-types";
import { type Mode, modeOf } from "../mode";
import { eventsPath } from "./paths";

export const deliveryFilters = ["pending", "succeeded", "failed", "skipped"] as const;

/** What the address of the page asks for. Values that mean nothing are left out rather than refused. */
export interface Filters {
  mode: Mode;
  type: (typeof eventTypes)[number] | null;
  delivery: (typeof deliveryFilters)[number] | null;
  endpoint: number | null;
  page: number;
}

export function filtersOf(search: Record<string, string | string[] | undefined>): Filters {
  const one = (name: string) => (typeof search[name] === "string" ? search[name] : "");
  const type = one("type");
  const endpoint = one("endpoint");
  return {
    mode: modeOf(search.mode),
    type: isEventType(type) ? type : null,
    delivery: deliveryFilters.find((delivery) => delivery === one("delivery")) ?? null,
    endpoint: /^\d{1,9}$/.test(endpoint) ? Number(endpoint) : null,
    page: /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1,
  };
}

/** The same list, another page of it. */
export function hrefWith(filters: Filters, page: number): string {
  const query = new URLSearchParams({ mode: filters.mode });
  if (filters.type) query.set("type", filters.type);
  if (filters.delivery) query.set("delivery", filters.delivery);
  if (filters.endpoint) query.set("endpoint", String(filters.endpoint));
  if (page > 1) query.set("page", String(page));
  return `${eventsPath}?${query}`;
}
