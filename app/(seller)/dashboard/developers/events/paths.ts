import type { Mode } from "../mode";

export const eventsPath = "/dashboard/developers/events";

export function eventPath(id: string, mode: Mode): string {
  return `${eventsPath}/${encodeURIComponent(id)}?mode=${mode}`;
}

const places = new Map([
  ["order", "/dashboard/orders"],
  ["invoice", "/dashboard/invoices"],
  ["payment_link", "/dashboard/links"],
  ["customer", "/dashboard/customers"],
]);

/** The page of what a live event is about; null where there is none. */
export function aboutPath(objectId: string): string | null {
  if (objectId.startsWith("sub_")) return `/dashboard/subscriptions/${encodeURIComponent(objectId)}`;
  const [kind = "", id = ""] = objectId.split("/");
  const place = places.get(kind);
  return place && /^\d+$/.test(id) ? `${place}/${id}` : null;
}
