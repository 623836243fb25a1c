import type { Json } from "@/lib/api/openapi-finish";

/** A request whose answer has the id that a sample needs: the first object of a list, or the one that it makes. */
export interface Source {
  method: "GET" | "POST";
  path: string;
  body: Json;
}

const first = (path: string): Source => ({ method: "GET", path, body: null });

/** By method and path: ids are each store's own, so samples ask for one that is there. */
const sources: Record<string, Source> = {
  "GET /subscriptions/{id}": first("/subscriptions"),
  "PATCH /subscriptions/{id}": first("/subscriptions"),
  "POST /subscriptions/{id}/cancel": first("/subscriptions?status=active"),
  "GET /orders/{id}": first("/orders"),
  "GET /products/{id}": first("/products"),
  "GET /customers/{id}": first("/customers"),
  "PATCH /customers/{id}": first("/customers"),
  "GET /payment-links/{id}": first("/payment-links"),
  "PATCH /payment-links/{id}": first("/payment-links"),
  "DELETE /payment-links/{id}": first("/payment-links"),
  "GET /invoices/{id}": first("/invoices"),
  "POST /invoices/{id}/send": first("/invoices?status=draft"),
  "POST /invoices/{id}/cancel": first("/invoices?status=draft"),
  "POST /test/subscriptions": first("/products?kind=subscription"),
  "POST /test/subscriptions/{id}/advance": first("/subscriptions?status=active"),
  "GET /test/events/{id}": { method: "POST", path: "/test/events", body: { type: "order.paid" } },
};

export function sourceOf(operation: { method: string; path: string }): Source | null {
  return sources[`${operation.method} ${operation.path}`] ?? null;
}
