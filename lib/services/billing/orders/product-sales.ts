import type { Caller, World } from "@/lib/services/core/world";

/** What was sold of one product. */
export interface ProductSales {
  orders: number;
  /** What its lines brought, less the same share of what was given back. */
  revenueMinor: bigint;
}

/** The days that are summed: a store of millions of orders would be read whole without an end. */
export const salesDays = 30;

/** By product, of orders that were paid in the last 30 days. */
export async function readProductSales(
  world: World,
  { storeId }: Caller,
): Promise<Map<number, ProductSales>> {
  const since = new Date(world.clock.now().getTime() - salesDays * 24 * 60 * 60 * 1000);
  const { rows } = await world.pool.query<{ product_id: number; orders: number; revenue: string }>(
    `SELECT i.product_id, count(DISTINCT o.id)::int AS orders,
       coalesce(sum(round((i.total_minor - i.discount_minor)::numeric * (o.total_minor - o.refunded_minor) / nullif(o.total_minor, 0))), 0)::text
         AS revenue
     FROM orders o JOIN order_items i ON i.order_id = o.id
     WHERE o.store_id = $1 AND o.paid_at >= $2 AND i.product_id IS NOT NULL
     GROUP BY i.product_id`,
    [storeId, since],
  );
  return new Map(
    rows.map((row) => [row.product_id, { orders: row.orders, revenueMinor: BigInt(row.revenue) }]),
  );
}
