import { normalizeEmail, refMaxCodePoints } from "@/lib/domain/text";
import type { SubscriptionFilters } from "@/lib/services/billing/subscriptions/list";
import { subscriptionsPath } from "./paths";

/** The tabs: a cancelled one is under Cancelled while paid time is left, then under Ended. */
export const views = {
  active: { status: "active" },
  grace: { status: "past_due" },
  cancelled: { status: "cancelled", hasAccess: true },
  ended: { hasAccess: false },
} as const satisfies Record<string, SubscriptionFilters>;
export type View = keyof typeof views;
// Safe: the keys of a literal are exactly its type's; Object.keys forgets them.
export const viewNames = Object.keys(views) as View[];

/** What the address of the page asks for. Values that mean nothing are left out rather than refused. */
export interface Filters {
  /** Null: all of them. */
  view: View | null;
  ref: string;
  email: string;
  productId: number | null;
  page: number;
}

type Search = Record<string, string | string[] | undefined>;

/** `products` are the ids that can be asked for. */
export function filtersOf(search: Search, products: readonly number[]): Filters {
  const one = (name: string) => {
    const value = search[name];
    // A NUL is text to nobody, and the database refuses it.
    return typeof value === "string" ? value.replaceAll("\0", "").slice(0, 254) : "";
  };
  return {
    view: viewNames.find((view) => view === one("view")) ?? null,
    // Refs are compared exactly, so nothing is trimmed.
    ref: one("ref").slice(0, refMaxCodePoints),
    email: normalizeEmail(one("email")),
    productId: products.find((id) => String(id) === one("product")) ?? null,
    page: /^[1-9]\d{0,5}$/.test(one("page")) ? Number(one("page")) : 1,
  };
}

export function subscriptionFilters({ view, ref, email, productId }: Filters): SubscriptionFilters {
  return {
    ...(view ? views[view] : {}),
    ...(ref ? { ref } : {}),
    ...(email ? { email } : {}),
    ...(productId ? { productId } : {}),
  };
}

export function isFiltered({ ref, email, productId }: Filters): boolean {
  return ref !== "" || email !== "" || productId !== null;
}

/** The same list: another tab or page of it, or with `/export` as a file. */
export function hrefWith(filters: Filters, changes: Partial<Filters>, under = ""): string {
  const { view, ref, email, productId, page } = { ...filters, page: 1, ...changes };
  const query = new URLSearchParams({
    ...(view ? { view } : {}),
    ...(ref ? { ref } : {}),
    ...(email ? { email } : {}),
    ...(productId ? { product: String(productId) } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return `${subscriptionsPath}${under}${query.size > 0 ? `?${query}` : ""}`;
}
