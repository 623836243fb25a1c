import { Prisma } from "@/lib/db/client";
import {
  type CustomerRow,
  type InvoiceRow,
  invoiceInclude,
  type OrderRow,
  orderInclude,
  type PaymentLinkRow,
  type ProductRow,
  type SubscriptionRow,
  subscriptionInclude,
} from "@/lib/db/rows";
import { invoiceNumber } from "@/lib/domain/invoice";
import { orderNumbers } from "@/lib/domain/order";
import { normalizeEmail } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** The results, the newest of each kind first, at most `foundMax` of each. */
export interface Found {
  customers: CustomerRow[];
  orders: OrderRow[];
  subscriptions: SubscriptionRow[];
  invoices: InvoiceRow[];
  links: PaymentLinkRow[];
  products: ProductRow[];
}

export const foundMax = 8;
/**
 * Parts of names and numbers are searched only among this many of the newest rows, so that a search is fast in a store
 * of millions.
 */
const newestLooked = 20_000;

/**
 * Searches the caller's store in the caller's mode: a ref, number or id, a whole e-mail or phone, by an index; a part
 * of a name, e-mail, phone or title among the newest. Orders and subscriptions are also found by their customers. A
 * text shorter than two characters is not searched, except a number.
 */
export async function find(world: World, caller: Caller, typed: string): Promise<Found> {
  const wanted = await wantedOf(world, caller, typed);
  if (!wanted) return { customers: [], orders: [], subscriptions: [], invoices: [], links: [], products: [] };
  const [customers, links, products] = await Promise.all([
    findCustomers(world, caller, wanted),
    findLinks(world, caller, wanted),
    findProducts(world, caller, wanted),
  ]);
  const customerIds = customers.map(({ id }) => id);
  const [orders, subscriptions, invoices] = await Promise.all([
    findOrders(world, caller, wanted, customerIds),
    findSubscriptions(world, caller, wanted, customerIds),
    findInvoices(world, caller, wanted),
  ]);
  return { customers, orders, subscriptions, invoices, links, products };
}

async function findCustomers(world: World, caller: Caller, wanted: Wanted): Promise<CustomerRow[]> {
  const { accountId, livemode } = caller;
  const scope = { accountId, livemode, prospect: false };
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
      WHERE account_id = ${accountId} AND livemode = ${livemode} AND NOT prospect
      ORDER BY id DESC LIMIT ${newestLooked}
    ) AS newest
    WHERE name ILIKE ${wanted.part} OR email ILIKE ${wanted.part} ${phone}
    ORDER BY id DESC LIMIT ${foundMax}`;
  const known = new Set(whole.map(({ id }) => id));
  const others = part.map(({ id }) => id).filter((id) => !known.has(id));
  const rest = await world.db.customer.findMany({
    where: { ...scope, id: { in: others } },
    orderBy: { id: "desc" },
  });
  return [...whole, ...rest].slice(0, foundMax);
}

function findOrders(
  world: World,
  caller: Caller,
  wanted: Wanted,
  customerIds: number[],
): Promise<OrderRow[]> {
  return world.db.order.findMany({
    where: {
      storeId: caller.storeId,
      livemode: caller.livemode,
      OR: [{ number: { in: wanted.orderNumbers } }, { customerId: { in: customerIds } }],
    },
    include: orderInclude,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: foundMax,
  });
}

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
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
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
  return world.db.invoice.findMany({
    where: {
      storeId,
      OR: [{ number: { in: wanted.invoiceNumbers } }, { id: { in: rows.map(({ id }) => id) } }],
    },
    include: invoiceInclude,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: foundMax,
  });
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
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

function findProducts(world: World, { storeId }: Caller, wanted: Wanted): Promise<ProductRow[]> {
  return world.db.product.findMany({
    where: { storeId, name: { contains: wanted.escaped, mode: "insensitive" } },
    orderBy: { id: "desc" },
    take: foundMax,
  });
}

/** The typed text in all its possible meanings. */
export interface Wanted {
  text: string;
  /** With the wildcards of LIKE escaped. */
  escaped: string;
  /** The escaped text as a pattern of ILIKE. */
  part: string;
  email: string;
  /** A complete phone number as E.164; without a calling code it is of the store's country. */
  phone: string | null;
  /** A part of a phone, without the leading zero of the national format. */
  digits: string | null;
  orderNumbers: string[];
  invoiceNumbers: string[];
}

/** Null when it is too short to search. */
export async function wantedOf(world: World, caller: Caller, typed: string): Promise<Wanted | null> {
  // Removes NUL, which the database refuses.
  const text = typed.replaceAll("\0", "").trim().slice(0, 254);
  const isNumber = /^#?\d{1,9}$/.test(text);
  if (text.length < 2 && !isNumber) return null;
  const escaped = text.replace(/[\\%_]/g, "\\$&");
  const isPhone = /^[\d\s+().-]+$/.test(text);
  const digits = text.replace(/\D/g, "").replace(/^0+/, "");
  const sequence = isNumber ? Number(text.replace("#", "")) : 0;
  return {
    text,
    escaped,
    part: `%${escaped}%`,
    email: normalizeEmail(text),
    phone: isPhone ? await phoneOf(world, caller, text) : null,
    digits: isPhone && digits.length >= 4 ? digits : null,
    orderNumbers: [text.toUpperCase(), ...(sequence > 0 ? [orderNumbers(sequence).number] : [])],
    invoiceNumbers: [text.toUpperCase(), ...(sequence > 0 ? [invoiceNumber(sequence)] : [])],
  };
}

async function phoneOf(world: World, caller: Caller, text: string): Promise<string | null> {
  const { country } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const parsed = parsePhone(text, country, { anyCountry: true });
  return parsed.ok ? parsed.phone : null;
}
