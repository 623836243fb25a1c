import type { Ask } from "../send.ts";
import { of, shape } from "./input.ts";
import type { Members, Schema } from "./protocol.ts";

/** Which keys may call it. */
export type Keys = "live" | "test" | "any";

export interface Read {
  says: string;
  keys: Keys;
  input: Schema;
  /** What is asked of the API, by the name of each part of the answer; alone where its name is "". */
  asks: (given: Members) => Record<string, Ask>;
}

const pageSize = 10;
const paymentStatuses = ["pending", "paid", "failed", "expired", "partially_refunded", "refunded"];
const invoiceStatuses = ["draft", "sent", "viewed", "part_paid", "paid", "overdue", "cancelled"];

const since = {
  created_after: of.text("2026-01-31, or an ISO 8601 time."),
  created_before: of.text("The same."),
};
const email = of.text("The customer's e-mail, whole.");

const get = (path: string, query?: Ask["query"]): Ask => ({ method: "GET", path, query });

/** A page of a list, filtered by what was given. */
function list(path: string, properties: Parameters<typeof shape>[0]): Pick<Read, "input" | "asks"> {
  return {
    input: shape({ ...properties, page: of.page }),
    // Safe: the shape lets through texts and numbers only.
    asks: (given) => ({ "": get(path, { per_page: pageSize, ...(given as Ask["query"]) }) }),
  };
}

/** One object by its id. */
function byId(path: string, description: string): Pick<Read, "input" | "asks"> {
  return {
    input: shape({ id: of.text(description, 64) }, ["id"]),
    asks: ({ id }) => ({ "": get(`${path}/${encodeURIComponent(String(id))}`) }),
  };
}

/** What an assistant may look at, by the names of the tools. */
export const reads: Record<string, Read> = {
  look_up_store: {
    says: "The store that the key belongs to: its name, its currency, and whether it is verified.",
    keys: "any",
    input: shape({}),
    asks: () => ({ "": get("/store") }),
  },
  look_up_payment: {
    says: "One payment (an order): who paid what, when, how, and what became of it.",
    keys: "live",
    ...byId("/orders", "Its number, such as ORD-000042, or its id."),
  },
  find_payments: {
    says: "Payments (orders), newest first. While pending, nobody knows yet whether money moved: say so.",
    keys: "live",
    ...list("/orders", {
      email,
      payment_status: of.one("What became of it.", paymentStatuses),
      product_id: of.count("Payments for this product."),
      ...since,
    }),
  },
  find_customers: {
    says: "Customers by a part of their name, e-mail or phone.",
    keys: "live",
    ...list("/customers", {
      search: of.text("Part of a name, e-mail or phone."),
      email,
      phone: of.text("Whole."),
    }),
  },
  look_up_customer: {
    says: "One customer, with what their payments come to.",
    keys: "live",
    ...byId("/customers", "The customer's id."),
  },
  check_access: {
    says: "Whether a user may in now, until when, and by which subscription.",
    keys: "any",
    input: shape({
      ref: of.text("The seller's own id for the user.", 191),
      email: of.text("Where there is no ref.", 254),
      product_id: of.count("Only this plan."),
    }),
    asks: (given) => ({ "": get("/access", given as Ask["query"]) }),
  },
  find_subscriptions: {
    says: "Subscriptions, newest first.",
    keys: "any",
    ...list("/subscriptions", {
      ...{ ref: of.text("The seller's own id for the user.", 191), email },
      status: of.one("What it is now.", ["active", "past_due", "cancelled", "expired"]),
      product_id: of.count("Of this plan."),
    }),
  },
  look_up_subscription: {
    says: "One subscription: plan, price, paid until when, and what happens next.",
    keys: "any",
    ...byId("/subscriptions", "Its id, which begins with sub_."),
  },
  find_invoices: {
    says: "Invoices, newest first.",
    keys: "live",
    ...list("/invoices", {
      ...{ email, number: of.text("Such as INV-000031.", 40), customer_id: of.count("Of this customer.") },
      status: of.one("What it is now.", invoiceStatuses),
      ...since,
    }),
  },
  look_up_invoice: {
    says: "One invoice with its lines, what is still owed, and the page where it is paid.",
    keys: "live",
    ...byId("/invoices", "The invoice's id; find_invoices knows it by its number."),
  },
  find_payment_links: {
    says: "Payment links, newest first, with how often each was paid.",
    keys: "live",
    ...list("/payment-links", {
      search: of.text("Part of the title or description."),
      status: of.one("What it is now.", ["active", "paused", "expired", "completed"]),
    }),
  },
  find_products: {
    says: "What the store sells, with prices.",
    keys: "any",
    ...list("/products", { status: of.one("Which.", ["active", "draft", "archived"]) }),
  },
  what_needs_me: {
    says: "Invoices that are overdue, invoices never sent, subscriptions whose payment is late, payments not decided yet: how many, and the newest.",
    keys: "live",
    input: shape({}),
    asks: () => ({
      overdue_invoices: get("/invoices", { status: "overdue", per_page: 5 }),
      unsent_invoices: get("/invoices", { status: "draft", per_page: 5 }),
      late_subscriptions: get("/subscriptions", { status: "past_due", per_page: 5 }),
      payments_not_decided: get("/orders", { payment_status: "pending", per_page: 5 }),
    }),
  },
  look_up_test_event: {
    says: "A test event that test_webhook sent: how each test endpoint took it, and how its body begins.",
    keys: "test",
    ...byId("/test/events", "Its id, which begins with evt_."),
  },
};
