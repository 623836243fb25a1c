import { Prisma } from "@/lib/db/client";
import {
  type CustomerRow,
  type EventRow,
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderInclude,
  type PaymentLinkRow,
  type ProductRow,
  type RequestLogRow,
  type SubscriptionRow,
  subscriptionInclude,
} from "@/lib/db/rows";
import type { Language } from "@/lib/domain/languages";
import { timeOfId } from "@/lib/domain/token";
import { type SubjectKind, usedTags } from "@/lib/services/billing/notes/notes";
import { ordersByCode } from "@/lib/services/billing/orders/read";
import { newestFirst } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { isReader } from "@/lib/services/people/accounts/permit";
import { customerScope, customerScopeSql } from "@/lib/services/people/customers/scope";
import { type Wanted, wantedOf } from "./wanted";

/** The results, the newest of each kind first, at most `foundMax` of each. */
export interface Found {
  customers: CustomerRow[];
  orders: OrderRow[];
  subscriptions: SubscriptionRow[];
  invoices: InvoiceRow[];
  links: PaymentLinkRow[];
  products: ProductRow[];
  events: FoundEvent[];
  requests: FoundRequest[];
  tags: FoundTag[];
}

/** A tag in use on customers or on orders. */
export interface FoundTag {
  kind: SubjectKind;
  name: string;
}

/** Of either mode: who has an id does not know which. */
export type FoundEvent = Pick<EventRow, "id" | "type" | "livemode">;
export type FoundRequest = Pick<RequestLogRow, "requestId" | "method" | "path" | "status" | "livemode">;

const nothing: Found = {
  ...{ customers: [], orders: [], subscriptions: [], invoices: [], links: [], products: [] },
  ...{ events: [], requests: [], tags: [] },
};

export const foundMax = 8;
/**
 * Parts of names and numbers are searched only among this many of the newest rows, so that a search is fast in a store
 * of millions.
 */
const newestLooked = 20_000;

/**
 * Searches the caller's store in the caller's mode: a ref, number, id or amount, a whole e-mail, the beginning of a
 * provider's code, the beginning or the end of a phone, by an index; a part of a name, e-mail or title among the
 * newest. Orders and subscriptions are also found by their customers. A text shorter than two characters is not
 * searched, except a number.
 */
export async function find(world: World, caller: Caller, typed: string, language: Language): Promise<Found> {
  const wanted = await wantedOf(world, caller, typed, language);
  if (!wanted) return nothing;
  const [customers, links, products, events, requests, paid, tags] = await Promise.all([
    findCustomers(world, caller, wanted),
    findLinks(world, caller, wanted),
    findProducts(world, caller, wanted),
    findEvents(world, caller, wanted),
    findRequests(world, caller, wanted),
    ordersByCode(world, caller, wanted.text, foundMax),
    findTags(world, caller, wanted),
  ]);
  const customerIds = customers.map(({ id }) => id);
  const [orders, subscriptions, invoices] = await Promise.all([
    findOrders(world, caller, wanted, customerIds, paid),
    findSubscriptions(world, caller, wanted, customerIds),
    findInvoices(world, caller, wanted),
  ]);
  return { customers, orders, subscriptions, invoices, links, products, events, requests, tags };
}

/** What is newest, to begin with before anything is typed. */
export async function findNewest(world: World, caller: Caller): Promise<Found> {
  const { storeId, livemode } = caller;
  const orders = await world.db.order.findMany({
    where: { storeId, livemode },
    include: orderInclude,
    orderBy: newestFirst,
    take: 5,
  });
  return { ...nothing, orders };
}

async function findCustomers(world: World, caller: Caller, wanted: Wanted): Promise<CustomerRow[]> {
  const scope = customerScope(caller);
  const whole = await world.db.customer.findMany({
    where: {
      ...scope,
      OR: [{ email: wanted.email }, ...(wanted.phone === null ? [] : [{ phone: wanted.phone }])],
    },
    take: foundMax,
  });
  const phone = wanted.digits === null ? Prisma.sql`` : Prisma.sql`OR phone LIKE ${`%${wanted.digits}%`}`;
  const part = await world.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM (
      SELECT id, name, email, phone FROM customers
      WHERE ${customerScopeSql(caller)}
      ORDER BY id DESC LIMIT ${newestLooked}
    ) AS newest
    WHERE name ILIKE ${wanted.part} OR email ILIKE ${wanted.part} ${phone}
    ORDER BY id DESC LIMIT ${foundMax}`;
  const byPhone = part.length < foundMax ? await customersByPhone(world, caller, wanted) : [];
  const known = new Set(whole.map(({ id }) => id));
  const others = [...part, ...byPhone].map(({ id }) => id).filter((id) => !known.has(id));
  const rest = await world.db.customer.findMany({
    where: { ...scope, id: { in: others } },
    orderBy: { id: "desc" },
  });
  return [...whole, ...rest].slice(0, foundMax);
}

/** Among all customers: by how their phone begins, and by its last digits. */
async function customersByPhone(
  world: World,
  caller: Caller,
  { phoneStarts, digits }: Wanted,
): Promise<{ id: number }[]> {
  // These operators use the index in any collation. The colon is the sign after the nine.
  const starting = phoneStarts.map(
    (start) => world.db.$queryRaw<{ id: number }[]>`
      SELECT id FROM customers WHERE ${customerScopeSql(caller)}
        AND phone ~>=~ ${start} AND phone ~<~ ${`${start}:`} ORDER BY phone USING ~<~ LIMIT ${foundMax}`,
  );
  const ending =
    digits === null
      ? []
      : [
          world.db.$queryRaw<{ id: number }[]>`
            SELECT id FROM customers WHERE ${customerScopeSql(caller)}
              AND phone LIKE ${`%${digits}`} LIMIT ${foundMax}`,
        ];
  return (await Promise.all([...starting, ...ending])).flat();
}

async function findOrders(
  world: World,
  caller: Caller,
  wanted: Wanted,
  customerIds: number[],
  paid: number[],
): Promise<OrderRow[]> {
  const scope = { storeId: caller.storeId, livemode: caller.livemode };
  const { amount } = wanted;
  const newest = (where: Prisma.OrderWhereInput) =>
    world.db.order.findMany({
      where: { ...scope, ...where },
      include: orderInclude,
      orderBy: newestFirst,
      take: foundMax,
    });
  // Each by its own index: one condition for all would make the database read the newest orders one by one.
  const found = await Promise.all([
    newest({ OR: [{ number: { in: wanted.orderNumbers } }, { id: { in: paid } }] }),
    customerIds.length > 0 ? newest({ customerId: { in: customerIds } }) : [],
    amount ? newest({ totalMinor: amount.minor, currency: amount.currency }) : [],
  ]);
  return unique(found.flat());
}

/** Without those that were found in two ways; what was found exactly comes first. */
function unique<Row extends { id: unknown }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, foundMax);
}

async function findEvents(world: World, caller: Caller, { text }: Wanted): Promise<FoundEvent[]> {
  if (!text.startsWith("evt_") || !isReader(caller, "developers")) return [];
  const { storeId } = caller;
  return world.db.event.findMany({
    where: { id: text, storeId },
    select: { id: true, type: true, livemode: true },
  });
}

/** A request is logged soon after its id was made. The id says when, so the index by time finds it. */
async function findRequests(world: World, caller: Caller, { text }: Wanted): Promise<FoundRequest[]> {
  const made = timeOfId("req_", text);
  if (made === null || !isReader(caller, "requests")) return [];
  const { storeId } = caller;
  const [from, to] = [new Date(made - aroundMs), new Date(made + aroundMs)];
  return world.db.requestLogEntry.findMany({
    // Each mode is named, so that the index of the log is used.
    where: {
      ...{ storeId, requestId: text, createdAt: { gte: from, lte: to } },
      OR: [{ livemode: true }, { livemode: false }],
    },
    select: { requestId: true, method: true, path: true, status: true, livemode: true },
    take: 1,
  });
}

const aroundMs = 2 * 60 * 1000;

function findSubscriptions(
  world: World,
  caller: Caller,
  wanted: Wanted,
  customerIds: number[],
): Promise<SubscriptionRow[]> {
  const { storeId, accountId, livemode } = caller;
  return world.db.subscription.findMany({
    where: {
      ...{ storeId, accountId, livemode },
      OR: [{ id: wanted.text }, { ref: wanted.text }, { customerId: { in: customerIds } }],
    },
    include: subscriptionInclude,
    orderBy: newestFirst,
    take: foundMax,
  });
}

/** An invoice stores its own copy of the name, so it is searched separately. */
async function findInvoices(world: World, { storeId }: Caller, wanted: Wanted): Promise<InvoiceRow[]> {
  const rows = await world.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM (
      SELECT id, customer_name, customer_email, customer_phone, created_at FROM invoices
      WHERE store_id = ${storeId}
      ORDER BY created_at DESC, id DESC LIMIT ${newestLooked}
    ) AS newest
    WHERE customer_name ILIKE ${wanted.part} OR customer_email ILIKE ${wanted.part}
      OR customer_phone = ${wanted.phone}
    ORDER BY created_at DESC, id DESC LIMIT ${foundMax}`;
  const { amount } = wanted;
  const newest = (where: Prisma.InvoiceWhereInput) =>
    world.db.invoice.findMany({
      where: { storeId, ...where },
      include: invoiceInclude,
      orderBy: newestFirst,
      take: foundMax,
    });
  const found = await Promise.all([
    newest({ OR: [{ number: { in: wanted.invoiceNumbers } }, { id: { in: rows.map(({ id }) => id) } }] }),
    amount ? newest({ totalMinor: amount.minor, currency: amount.currency }) : [],
  ]);
  return unique(found.flat());
}

async function findLinks(world: World, { storeId }: Caller, wanted: Wanted): Promise<PaymentLinkRow[]> {
  const rows = await world.db.$queryRaw<{ id: number }[]>`
    SELECT id FROM (
      SELECT id, title, created_at FROM payment_links
      WHERE store_id = ${storeId} AND deleted_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT ${newestLooked}
    ) AS newest
    WHERE title ILIKE ${wanted.part} ORDER BY created_at DESC, id DESC LIMIT ${foundMax}`;
  return world.db.paymentLink.findMany({
    where: { storeId, id: { in: rows.map(({ id }) => id) } },
    orderBy: newestFirst,
  });
}

/** Each leads to the list of what has it. */
async function findTags(world: World, caller: Caller, { text }: Wanted): Promise<FoundTag[]> {
  const kinds = ["customer", "order"] as const;
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const names = await usedTags(world, caller, kind, { part: text, take: foundMax });
      return names.map((name) => ({ kind, name }));
    }),
  );
  return found.flat();
}

function findProducts(world: World, { storeId }: Caller, wanted: Wanted): Promise<ProductRow[]> {
  return world.db.product.findMany({
    where: { storeId, name: { contains: wanted.escaped, mode: "insensitive" } },
    orderBy: { id: "desc" },
    take: foundMax,
  });
}
