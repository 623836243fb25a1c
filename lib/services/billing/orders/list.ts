import type { Prisma } from "@/lib/db/client";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import { type Counted, counted, given, inBatches, newestFirst, type Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { requireProduct } from "../subscriptions/list";
import { type CountSpan, countTallied, startOfPage } from "./tallies";

export interface OrderFilters {
  paymentStatus?: OrderRow["paymentStatus"];
  source?: OrderRow["source"];
  /** The customer's; trimmed and lower-cased. */
  email?: string;
  /** Orders that contain this product. */
  productId?: number;
  /** Made at this instant or later. */
  createdAfter?: Date;
  /** Made before this instant. */
  createdBefore?: Date;
  /** Part of a number, or of the customer's name, e-mail or phone. */
  search?: string;
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
): Promise<Counted<OrderRow>> {
  if (filters.productId !== undefined) await requireProduct(world, caller, filters.productId);
  // Orders are live only, and so are their counts.
  if (!caller.livemode) return { rows: [], total: 0 };
  const { email, search, productId } = filters;
  if (email !== undefined || search?.trim()) return listCounted(world, caller, filters, page);
  const countSpan: CountSpan = (createdAt) =>
    world.db.order.count({ where: { AND: [ordersWhere(caller, filters), { createdAt }] } });
  return counted(
    productId === undefined
      ? pageOfAll(world, caller, filters, page, countSpan)
      : pageOfProduct(world, caller, { ...filters, productId }, page),
    countTallied(world, caller, filters, countSpan),
  );
}

/** The orders of one customer, or of a search, are few: they are counted one by one. */
async function listCounted(
  world: World,
  caller: Caller,
  { email, ...filters }: OrderFilters,
  page: Page,
): Promise<Counted<OrderRow>> {
  const { accountId, livemode } = caller;
  // The customer is looked up first: the planner uses the customer's index only when it knows the id.
  const customer =
    email === undefined
      ? null
      : await world.db.customer.findFirst({ where: { accountId, livemode, email }, select: { id: true } });
  if (email !== undefined && !customer) return { rows: [], total: 0 };
  const { search, ...others } = filters;
  const found = search?.trim() ? [await searchedByIndex(world, caller, search.trim())] : [];
  const where = {
    ...ordersWhere(caller, others),
    ...{ AND: [...found, ...(customer ? [{ customerId: customer.id }] : [])] },
  };
  return counted(
    world.db.order.findMany({ where, include: orderInclude, orderBy: newestFirst, ...page }),
    world.db.order.count({ where }),
  );
}

/** All orders in batches, for a file. */
export function walkOrders(world: World, caller: Caller, filters: OrderFilters): AsyncGenerator<OrderRow[]> {
  const where = ordersWhere(caller, filters);
  return inBatches<OrderRow>((batch) =>
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
  return world.db.order.findMany({
    where: ordersWhere(caller, { ...filters, ...start }),
    include: orderInclude,
    orderBy: newestFirst,
    skip: start.skip,
    take,
  });
}

/**
 * Ordered by id, which grows with time and is in the index of the lines: this is fast for a product with few orders
 * too.
 */
async function pageOfProduct(
  world: World,
  caller: Caller,
  filters: OrderFilters & { productId: number },
  { skip, take }: Page,
): Promise<OrderRow[]> {
  const { paymentStatus, source, productId, createdAfter, createdBefore } = filters;
  const values: unknown[] = [caller.storeId, productId];
  const conditions = [
    ...(paymentStatus ? [`o.payment_status = $${values.push(paymentStatus)}::payment_status`] : []),
    ...(source ? [`o.source = $${values.push(source)}::source`] : []),
    ...(createdAfter ? [`o.created_at >= $${values.push(createdAfter)}`] : []),
    ...(createdBefore ? [`o.created_at < $${values.push(createdBefore)}`] : []),
  ];
  const join =
    conditions.length > 0 ? `JOIN orders o ON o.id = i.order_id AND ${conditions.join(" AND ")}` : "";
  const { rows } = await world.pool.query<{ id: number }>(
    `SELECT DISTINCT i.order_id AS id FROM order_items i ${join} WHERE i.store_id = $1 AND i.product_id = $2
     ORDER BY i.order_id DESC LIMIT $${values.push(take)} OFFSET $${values.push(skip)}`,
    values,
  );
  const where = { storeId: caller.storeId, id: { in: rows.map(({ id }) => id) } };
  return world.db.order.findMany({ where, include: orderInclude, orderBy: { id: "desc" } });
}

/** The filters as a condition on columns. */
function ordersWhere(caller: Caller, filters: OrderFilters): Prisma.OrderWhereInput {
  const { paymentStatus, source, email, productId, createdAfter, createdBefore, search } = filters;
  return {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...given({ paymentStatus, source }),
    ...(email === undefined ? {} : { customer: { email } }),
    ...(productId === undefined ? {} : { items: { some: { productId } } }),
    createdAt: given({ gte: createdAfter, lt: createdBefore }),
    ...(search?.trim() ? { AND: [searched(search.trim())] } : {}),
  };
}

/** Above this limit the text is too general to search by customer: orders and customers are matched in one query. */
const customersMax = 1_000;

/**
 * The same as `searched`, but looks the customers up first: their index covers parts of names, and the orders' index
 * covers customers.
 */
async function searchedByIndex(world: World, caller: Caller, text: string): Promise<Prisma.OrderWhereInput> {
  const { accountId, livemode } = caller;
  const customers = await world.db.customer.findMany({
    where: { accountId, livemode, OR: customerSearched(text) },
    select: { id: true },
    take: customersMax + 1,
  });
  if (customers.length > customersMax) return searched(text);
  const ofCustomers = { customerId: { in: customers.map(({ id }) => id) } };
  // Numbers are ORD- and digits (lib/domain/order.ts): any other text cannot match one, so numbers need not be
  // searched.
  const isNumber = /^o?r?d?-?\d*$/i.test(text);
  return isNumber ? { OR: [...numberSearched(text), ofCustomers] } : ofCustomers;
}

function searched(text: string): Prisma.OrderWhereInput {
  return { OR: [...numberSearched(text), ...customerSearched(text).map((customer) => ({ customer }))] };
}

function numberSearched(text: string): Prisma.OrderWhereInput[] {
  const contains = escaped(text);
  return [{ number: { contains, mode: "insensitive" } }, { shortNumber: { contains } }];
}

/** A phone is searched by its digits, without the leading zero of the national format. */
function customerSearched(text: string): Prisma.CustomerWhereInput[] {
  const contains = escaped(text);
  const digits = text.replace(/[^\p{Nd}]/gu, "").replace(/^0+/, "");
  const isPhone = digits.length >= 4 && /^[\p{Nd}\s+().-]+$/u.test(text);
  return [
    { name: { contains, mode: "insensitive" } },
    { email: { contains, mode: "insensitive" } },
    ...(isPhone ? [{ phone: { contains: digits } }] : []),
  ];
}

/** Escapes the wildcards of LIKE. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
