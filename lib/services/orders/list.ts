import type { Prisma } from "@/lib/db/client";
import { type OrderRow, orderInclude } from "@/lib/db/rows";
import type { Caller } from "../caller";
import { requireProduct } from "../subscriptions/list";
import type { World } from "../world";

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

/**
 * Newest first (spec, Orders). Orders are live only: to a caller in test mode there are none. Throws Invalid on
 * `product_id` for a product of nobody or of another store.
 */
export async function listOrders(
  world: World,
  caller: Caller,
  filters: OrderFilters,
  page: { skip: number; take: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  if (filters.productId !== undefined) await requireProduct(world, caller, filters.productId);
  const where = ordersWhere(caller, filters);
  const [rows, total] = await Promise.all([
    world.db.order.findMany({
      where,
      include: orderInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: page.skip,
      take: page.take,
    }),
    world.db.order.count({ where }),
  ]);
  return { rows, total };
}

/** The filters as a condition on columns. */
export function ordersWhere(caller: Caller, filters: OrderFilters): Prisma.OrderWhereInput {
  const { paymentStatus, source, email, productId, createdAfter, createdBefore, search } = filters;
  return {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...(paymentStatus === undefined ? {} : { paymentStatus }),
    ...(source === undefined ? {} : { source }),
    ...(email === undefined ? {} : { customer: { email } }),
    ...(productId === undefined ? {} : { items: { some: { productId } } }),
    createdAt: {
      ...(createdAfter === undefined ? {} : { gte: createdAfter }),
      ...(createdBefore === undefined ? {} : { lt: createdBefore }),
    },
    ...(search?.trim() ? { AND: [searched(search.trim())] } : {}),
  };
}

/** A phone is looked for by its digits, without the leading zero that people write at home. */
function searched(text: string): Prisma.OrderWhereInput {
  const contains = escaped(text);
  const digits = text.replace(/[^\p{Nd}]/gu, "").replace(/^0+/, "");
  const isPhone = digits.length >= 4 && /^[\p{Nd}\s+().-]+$/u.test(text);
  return {
    OR: [
      { number: { contains, mode: "insensitive" } },
      { shortNumber: { contains } },
      { customer: { name: { contains, mode: "insensitive" } } },
      { customer: { email: { contains, mode: "insensitive" } } },
      ...(isPhone ? [{ customer: { phone: { contains: digits } } }] : []),
    ],
  };
}

/** What stands for "anything" in LIKE means itself here. */
function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
