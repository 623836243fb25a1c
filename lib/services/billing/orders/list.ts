import { Prisma } from "@/lib/db/client";
import { type OrderRow, orderColumns, orderInclude, ordersFrom } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import { foldTag } from "@/lib/domain/text";
import {
  type AmountSpan,
  among,
  type Counted,
  type Counting,
  counted,
  given,
  inAmounts,
  inBatches,
  inSpan,
  newestFirst,
  type Page,
  readPage,
  type Span,
} from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { customerSearched, escaped, searchedCustomers } from "@/lib/services/people/customers/scope";
import { requireProduct } from "../subscriptions/list";
import { ordersByCode } from "./read";
import { type CountSpan, countTallied, startOfPage } from "./tallies";

export interface OrderFilters extends Span, AmountSpan {
  paymentStatus?: OrderRow["paymentStatus"];
  /** Whether a payment that was recorded for it was taken back. */
  isTakenBack?: boolean;
  source?: OrderRow["source"];
  /** The customer's; trimmed and lower-cased. */
  email?: string;
  /** Orders that contain this product. */
  productId?: number;
  /** Part of a number, or of the customer's name, e-mail or phone; or the beginning of the provider's code. */
  search?: string;
  paymentMethod?: OrderRow["paymentMethod"];
  paymentLinkId?: number;
  /** When its payment came. What was free has none. */
  paid?: Span;
  /** One of its tries was refused for this. */
  failureReason?: string;
  /** With this tag, in whatever case. */
  tag?: string;
  /** Only these. */
  ids?: number[] | undefined;
}

/** Up to this offset a page is read by skipping the newer rows. */
const walkedMax = 1_000;

/**
 * Newest first (spec, Orders). Orders are live only: a caller in test mode gets none. Throws Invalid on `product_id`
 * for a product that does not exist or is another store's.
 */
export async function listOrders(
  world: World,
  caller: Caller,
  filters: OrderFilters,
  page: Page,
): Promise<Counted<OrderRow> & { isMore?: boolean }> {
  if (filters.productId !== undefined) await requireProduct(world, caller, filters.productId);
  // Orders are live only, and so are their counts.
  if (!caller.livemode) return { rows: [], total: 0 };
  const { email, productId } = filters;
  // What matches these filters of the dashboard may be millions. The orders of one customer are few.
  if (isUntallied(filters)) return listFound(world, caller, filters, page, "as a log");
  if (email !== undefined) return listFound(world, caller, filters, page, "exactly");
  const countSpan: CountSpan = (createdAt) =>
    world.db.order.count({ where: { AND: [ordersWhere(caller, filters), { createdAt: given(createdAt) }] } });
  return counted(
    productId === undefined
      ? pageOfAll(world, caller, filters, page, countSpan)
      : pageOfProduct(world, caller, { ...filters, productId }, page),
    countTallied(world, caller, filters, countSpan),
  );
}

/** Filters of the dashboard alone: what they match is not counted as orders change. */
function isUntallied(filters: OrderFilters): boolean {
  const { search, tag, isTakenBack, paymentMethod, paymentLinkId, currency, paid, failureReason } = filters;
  const narrow = [tag, isTakenBack, paymentMethod, paymentLinkId, currency, paid, failureReason];
  return narrow.some((filter) => filter !== undefined) || Boolean(search?.trim());
}

async function listFound(
  world: World,
  caller: Caller,
  filters: OrderFilters,
  page: Page,
  counting: Counting,
): Promise<Counted<OrderRow>> {
  const where = await whereByIndex(world, caller, filters);
  if (!where) return { rows: [], total: 0 };
  return readPage(
    page,
    counting,
    () => world.db.order.findMany({ where, include: orderInclude, orderBy: newestFirst, ...page }),
    (atMost) => world.db.order.count({ where, ...atMost }),
    filters.search,
  );
}

/** The condition, with what has an index of its own looked up first. Null where nothing can match. */
async function whereByIndex(
  world: World,
  caller: Caller,
  { email, ...filters }: OrderFilters,
): Promise<Prisma.OrderWhereInput | null> {
  const { accountId, livemode } = caller;
  // The customer is looked up first: the planner uses the customer's index only when it knows the id.
  const customer =
    email === undefined
      ? null
      : await world.db.customer.findFirst({ where: { accountId, livemode, email }, select: { id: true } });
  if (email !== undefined && !customer) return null;
  const { search, ...others } = filters;
  const found = search?.trim() ? [await searchedByIndex(world, caller, search.trim())] : [];
  return {
    ...ordersWhere(caller, others),
    ...{ AND: [...found, ...(customer ? [{ customerId: customer.id }] : [])] },
  };
}

/** All orders in batches, for a file. */
export async function* walkOrders(
  world: World,
  caller: Caller,
  filters: OrderFilters,
): AsyncGenerator<OrderRow[]> {
  const where = await whereByIndex(world, caller, filters);
  if (!where) return;
  yield* inBatches<OrderRow>((batch) =>
    world.db.order.findMany({ where, include: orderInclude, orderBy: newestFirst, ...batch }),
  );
}

async function pageOfAll(
  world: World,
  caller: Caller,
  filters: OrderFilters,
  { skip, take }: Page,
  countSpan: CountSpan,
): Promise<OrderRow[]> {
  const start = skip < walkedMax ? { skip } : await startOfPage(world, caller, filters, skip, countSpan);
  const conditions = conditionsOf(caller, { ...filters, ...start });
  return readOrders(
    world,
    Prisma.sql`SELECT o.id FROM orders o WHERE ${conditions} ORDER BY o.created_at DESC, o.id DESC LIMIT ${take} OFFSET ${start.skip}`,
    Prisma.sql`orders.created_at DESC, orders.id DESC`,
  );
}

/**
 * Ordered by id, which grows with time and is in the index of the lines: this is fast for a product with few orders
 * too.
 */
function pageOfProduct(
  world: World,
  caller: Caller,
  filters: OrderFilters & { productId: number },
  { skip, take }: Page,
): Promise<OrderRow[]> {
  const { paymentStatus, source, createdAfter, createdBefore, productId } = filters;
  // Without a filter of the orders themselves, the lines alone are read.
  const isNarrow = [paymentStatus, source, createdAfter, createdBefore].some(
    (filter) => filter !== undefined,
  );
  const join = Prisma.sql`JOIN orders o ON o.id = i.order_id AND ${conditionsOf(caller, filters)}`;
  return readOrders(
    world,
    Prisma.sql`SELECT DISTINCT i.order_id AS id FROM order_items i ${isNarrow ? join : Prisma.empty}
      WHERE i.store_id = ${caller.storeId} AND i.product_id = ${productId}
      ORDER BY i.order_id DESC LIMIT ${take} OFFSET ${skip}`,
    Prisma.sql`orders.id DESC`,
  );
}

/** What is asked for most, in one statement: through Prisma a page takes four, and its rows are made twice. */
async function readOrders(world: World, ids: Prisma.Sql, order: Prisma.Sql): Promise<OrderRow[]> {
  const rows = await world.db.$queryRaw<Record<string, unknown>[]>`WITH page AS MATERIALIZED (${ids})
      SELECT ${orderColumns} FROM page JOIN orders ON orders.id = page.id
        JOIN customers customer ON customer.id = orders.customer_id
        LEFT JOIN order_items item ON item.order_id = orders.id
      ORDER BY ${order}`;
  return ordersFrom(rows);
}

/** The filters by which orders are summed, and the store's, as a condition of orders `o`. */
function conditionsOf(
  { storeId, livemode }: Caller,
  { paymentStatus, source, createdAfter, createdBefore }: OrderFilters,
): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`o.store_id = ${storeId} AND o.livemode = ${livemode}`,
      ...(paymentStatus ? [Prisma.sql`o.payment_status = ${paymentStatus}::payment_status`] : []),
      ...(source ? [Prisma.sql`o.source = ${source}::source`] : []),
      ...(createdAfter ? [Prisma.sql`o.created_at >= ${createdAfter}`] : []),
      ...(createdBefore ? [Prisma.sql`o.created_at < ${createdBefore}`] : []),
    ],
    " AND ",
  );
}

/** The filters as a condition on columns. */
function ordersWhere(caller: Caller, filters: OrderFilters): Prisma.OrderWhereInput {
  const { paymentStatus, source, productId, currency, paymentMethod, paymentLinkId, tag, isTakenBack } =
    filters;
  const { paid, failureReason } = filters;
  return {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...given({ paymentStatus, source, currency, paymentMethod, paymentLinkId }),
    ...(isTakenBack === undefined ? {} : { takenBackAt: isTakenBack ? { not: null } : null }),
    ...(paid ? { ...given({ paidAt: inSpan(paid) }), NOT: { paymentMethod: "free" } } : {}),
    ...(failureReason
      ? { attempts: { some: { status: "failed", failureReason, rail: { not: outsideRail } } } }
      : {}),
    // The store is named on the tags too, so that their index is used.
    ...(tag ? { tags: { some: { storeId: caller.storeId, folded: foldTag(tag) } } } : {}),
    ...(productId === undefined ? {} : { items: { some: { productId } } }),
    ...given({ createdAt: inSpan(filters), totalMinor: inAmounts(filters), id: among(filters.ids) }),
  };
}

/**
 * The same as `searched`, but looks customers and codes up first: their indexes cover parts of names, and the orders'
 * indexes cover customers and ids.
 */
async function searchedByIndex(world: World, caller: Caller, text: string): Promise<Prisma.OrderWhereInput> {
  const [customers, paid] = await Promise.all([
    searchedCustomers(world, caller, text),
    ordersByCode(world, caller, text, codesMax),
  ]);
  if (customers === null) return searched(text, paid);
  const byId = [{ customerId: { in: customers } }, ...(paid.length > 0 ? [{ id: { in: paid } }] : [])];
  // Numbers are ORD- and digits (lib/domain/order.ts): any other text cannot match one, so numbers need not be
  // searched.
  const isNumber = /^o?r?d?-?\d*$/i.test(text);
  return { OR: isNumber ? [...numberSearched(text), ...byId] : byId };
}

const codesMax = 200;

function searched(text: string, paid: number[]): Prisma.OrderWhereInput {
  const ofCustomers = customerSearched(text).map((customer) => ({ customer }));
  return {
    OR: [...numberSearched(text), ...ofCustomers, ...(paid.length > 0 ? [{ id: { in: paid } }] : [])],
  };
}

function numberSearched(text: string): Prisma.OrderWhereInput[] {
  const contains = escaped(text);
  return [{ number: { contains, mode: "insensitive" } }, { shortNumber: { contains } }];
}
