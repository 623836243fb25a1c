import { type Access, type AccessOptions, createAccess } from "./access.ts";
import { type Ask, createSend, type Send, type SendOptions } from "./send.ts";
import type * as Api from "./types.ts";

export * from "./errors.ts";
export type { Api };

type QueryOf<Name extends keyof Api.operations> = NonNullable<Api.operations[Name]["parameters"]["query"]>;

export interface SenteOptions extends SendOptions {
  access?: AccessOptions;
}

/** For requests that change something: a key of your own, to send the same request again after a restart. */
export interface WriteOptions {
  idempotencyKey?: string;
}

export interface Page<Item> {
  data: Item[];
  links: Api.PageLinks;
  meta: Api.PageMeta;
}

type Query = NonNullable<Ask["query"]>;

/** A list: one page of it, or all of its items one after the other. */
export interface List<Item, Filters extends Query> {
  list(query?: Filters): Promise<Page<Item>>;
  /** Walks all pages from `query.page` on. What is added meanwhile may make an item come twice, never be left out. */
  all(query?: Filters): AsyncGenerator<Item, void, undefined>;
}

export type Sente = ReturnType<typeof createSente>;

/**
 * The API of one store. Requests that change something get an Idempotency-Key of their own and are sent again when the
 * connection is lost, the API is busy or the rate limit says to wait. Refusals are thrown as SenteError.
 */
export function createSente(options: SenteOptions) {
  const send = createSend(options);
  const access: Access = createAccess(send, options.access);
  return {
    access,
    store: { retrieve: () => one<Api.Store>(send, { method: "GET", path: "/store" }) },
    subscriptions: {
      ...listAt<Api.Subscription, QueryOf<"listSubscriptions">>(send, "/subscriptions"),
      retrieve: (id: string) =>
        one<Api.Subscription>(send, { method: "GET", path: at("/subscriptions", id) }),
      update: (id: string, body: Api.SubscriptionPatch, write?: WriteOptions) =>
        one<Api.Subscription>(send, { method: "PATCH", path: at("/subscriptions", id), body, ...write }),
      /** A free trial, for a user whom your server knows. */
      create: (body: Api.NewSubscription, write?: WriteOptions) =>
        one<Api.Subscription>(send, { method: "POST", path: "/subscriptions", body, ...write }),
      /** Days for free. */
      extend: (id: string, body: Api.Extend, write?: WriteOptions) =>
        one<Api.Subscription>(send, {
          ...{ method: "POST" as const, path: `${at("/subscriptions", id)}/extend` },
          ...{ body, ...write },
        }),
      /** Another plan; with `preview` only what it would cost. */
      change: (id: string, body: Api.Change, write?: WriteOptions) =>
        one<Api.SubscriptionChange>(send, {
          ...{ method: "POST" as const, path: `${at("/subscriptions", id)}/change` },
          ...{ body, ...write },
        }),
      undoChange: (id: string) =>
        one<Api.Subscription>(send, { method: "DELETE", path: `${at("/subscriptions", id)}/change` }),
      /** The next payments cost less. By a code or by the id of a discount. */
      giveDiscount: (id: string, body: Api.GiveDiscount, write?: WriteOptions) =>
        one<Api.Subscription>(send, {
          ...{ method: "POST" as const, path: `${at("/subscriptions", id)}/discount` },
          ...{ body, ...write },
        }),
      takeDiscount: (id: string, write?: WriteOptions) =>
        one<Api.Subscription>(send, {
          ...{ method: "DELETE" as const, path: `${at("/subscriptions", id)}/discount` },
          ...write,
        }),
      /** Stops it from renewing by itself: `{ mode: "manual" }`. Only the payer can let it. */
      renewal: (id: string, body: Api.Renewal, write?: WriteOptions) =>
        one<Api.Subscription>(send, {
          ...{ method: "POST" as const, path: `${at("/subscriptions", id)}/renewal` },
          ...{ body, ...write },
        }),
      cancel: (id: string, write?: WriteOptions) =>
        one<Api.Subscription>(send, { method: "POST", path: `${at("/subscriptions", id)}/cancel`, ...write }),
    },
    orders: {
      ...listAt<Api.Order, QueryOf<"listOrders">>(send, "/orders"),
      /** By id or by number. */
      retrieve: (id: number | string) => one<Api.Order>(send, { method: "GET", path: at("/orders", id) }),
    },
    /** A month for the bookkeeper: its accounts, and its journal. */
    bookkeeping: {
      retrieve: (query?: QueryOf<"readAccountsOfMonth">) =>
        one<Api.Bookkeeping>(send, { method: "GET", path: "/bookkeeping", query }),
      entries: listAt<Api.BookkeepingEntry, QueryOf<"listJournalOfMonth">>(send, "/bookkeeping/entries"),
    },
    products: {
      ...listAt<Api.Product, QueryOf<"listProducts">>(send, "/products"),
      retrieve: (id: number) => one<Api.Product>(send, { method: "GET", path: at("/products", id) }),
    },
    customers: {
      ...listAt<Api.Customer, QueryOf<"listCustomers">>(send, "/customers"),
      retrieve: (id: number) => one<Api.Customer>(send, { method: "GET", path: at("/customers", id) }),
      /** Creates, or updates the customer who has that e-mail or phone. */
      save: (body: Api.NewCustomer, write?: WriteOptions) =>
        one<Api.Customer>(send, { method: "POST", path: "/customers", body, ...write }),
      update: (id: number, body: Api.CustomerPatch, write?: WriteOptions) =>
        one<Api.Customer>(send, { method: "PATCH", path: at("/customers", id), body, ...write }),
    },
    paymentLinks: paymentLinksOf(send),
    discounts: discountsOf(send),
    invoices: invoicesOf(send),
    test: testOf(send),
  };
}

function paymentLinksOf(send: Send) {
  const path = "/payment-links";
  return {
    ...listAt<Api.PaymentLink, QueryOf<"listPaymentLinks">>(send, path),
    retrieve: (id: number) => one<Api.PaymentLink>(send, { method: "GET", path: at(path, id) }),
    create: (body: Api.NewPaymentLink, write?: WriteOptions) =>
      one<Api.PaymentLink>(send, { method: "POST", path, body, ...write }),
    update: (id: number, body: Api.PaymentLinkChanges, write?: WriteOptions) =>
      one<Api.PaymentLink>(send, { method: "PATCH", path: at(path, id), body, ...write }),
    delete: (id: number, write?: WriteOptions) =>
      one<Api.DeletedPaymentLink>(send, { method: "DELETE", path: at(path, id), ...write }),
  };
}

function discountsOf(send: Send) {
  const path = "/discounts";
  return {
    ...listAt<Api.Discount, QueryOf<"listDiscounts">>(send, path),
    retrieve: (id: number) => one<Api.Discount>(send, { method: "GET", path: at(path, id) }),
    create: (body: Api.NewDiscount, write?: WriteOptions) =>
      one<Api.Discount>(send, { method: "POST", path, body, ...write }),
    update: (id: number, body: Api.DiscountChanges, write?: WriteOptions) =>
      one<Api.Discount>(send, { method: "PATCH", path: at(path, id), body, ...write }),
    /** A batch of codes that nobody guesses. */
    createCodes: (id: number, body: Api.NewDiscountCodes, write?: WriteOptions) =>
      one<Api.DiscountBatch>(send, { method: "POST", path: `${at(path, id)}/codes`, body, ...write }),
    delete: (id: number, write?: WriteOptions) =>
      one<Api.DeletedDiscount>(send, { method: "DELETE", path: at(path, id), ...write }),
  };
}

/** An invoice and, where it was to be sent, what became of each channel. */
export interface SentInvoice {
  data: Api.Invoice;
  deliveries?: Api.InvoiceDelivery[];
}

function invoicesOf(send: Send) {
  const path = "/invoices";
  return {
    ...listAt<Api.Invoice, QueryOf<"listInvoices">>(send, path),
    retrieve: (id: number) => one<Api.Invoice>(send, { method: "GET", path: at(path, id) }),
    create: (body: Api.NewInvoice, write?: WriteOptions) =>
      answered<SentInvoice>(send, { method: "POST", path, body, ...write }),
    send: (id: number, channels: Api.SendInvoice["channels"], write?: WriteOptions) =>
      answered<SentInvoice>(send, {
        method: "POST",
        path: `${at(path, id)}/send`,
        body: { channels },
        ...write,
      }),
    cancel: (id: number, write?: WriteOptions) =>
      one<Api.Invoice>(send, { method: "POST", path: `${at(path, id)}/cancel`, ...write }),
  };
}

/** For test keys: a subscription without a page, and its life without waiting. */
function testOf(send: Send) {
  const path = "/test/subscriptions";
  return {
    start: (body: Api.NewTestSubscription, write?: WriteOptions) =>
      one<Api.Subscription>(send, { method: "POST", path, body, ...write }),
    advance: (id: string, to: Api.TestMove["to"], write?: WriteOptions) =>
      one<Api.Subscription>(send, {
        method: "POST",
        path: `${at(path, id)}/advance`,
        body: { to },
        ...write,
      }),
    /** The secret that test events are signed with for a listener, and the place to follow them from. */
    listener: () => one<Api.Listener>(send, { method: "GET", path: "/test/listener" }),
    /** Test events after a cursor, each ready to be posted on; `wait` seconds for the first. */
    events: (query?: QueryOf<"followTestEvents">) =>
      answered<Api.TestEvents>(send, { method: "GET", path: "/test/events", query }),
    event: (id: string) => one<Api.TestEvent>(send, { method: "GET", path: at("/test/events", id) }),
    /** An event about a made-up object, to test endpoints and listeners. */
    sendSample: (type: Api.NewTestEvent["type"], write?: WriteOptions) =>
      one<Api.TestEvent>(send, { method: "POST", path: "/test/events", body: { type }, ...write }),
    deleteData: () => one<Api.DeletedTestData>(send, { method: "DELETE", path: "/test/data" }),
  };
}

function listAt<Item, Filters extends Query>(send: Send, path: string): List<Item, Filters> {
  const list = (query?: Filters) => answered<Page<Item>>(send, { method: "GET", path, query });
  async function* all(query?: Filters) {
    for (let page = Number(query?.page ?? 1); ; page += 1) {
      const { data, links } = await answered<Page<Item>>(send, {
        method: "GET",
        path,
        query: { per_page: 100, ...query, page },
      });
      yield* data;
      if (links.next === null) return;
    }
  }
  return { list, all };
}

function at(path: string, id: number | string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

async function one<Item>(send: Send, ask: Ask): Promise<Item> {
  return (await answered<{ data: Item }>(send, ask)).data;
}

/** Safe: the types are made from the API's description, and its tests hold real answers against that. */
async function answered<Answer>(send: Send, ask: Ask): Promise<Answer> {
  return (await send(ask)) as Answer;
}
