import { type AttemptRow, type OrderRow, orderInclude } from "@/lib/db/rows";
import { type Network, networkOf } from "@/lib/domain/network";
import { outsideRail } from "@/lib/domain/outside";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, Unit, World } from "@/lib/services/core/world";

export type { OrderRow } from "@/lib/db/rows";

/** One order by its id or its number (spec, Orders). Throws NotFound for a missing one and for another store's. */
export async function readOrder(
  world: World,
  caller: Caller,
  idOrNumber: number | string,
): Promise<OrderRow> {
  const which = typeof idOrNumber === "number" ? { id: idOrNumber } : { number: idOrNumber };
  const row = await world.db.order.findFirst({
    where: { ...which, storeId: caller.storeId, livemode: caller.livemode },
    include: orderInclude,
  });
  if (!row) throw new NotFound();
  return row;
}

/** Locks and reads one order of the caller's store. Throws NotFound for a missing one and for another store's. */
export async function lockOrder(unit: Unit, caller: Caller, id: number): Promise<OrderRow> {
  const where = { id, storeId: caller.storeId, livemode: caller.livemode };
  if (!(await unit.tx.order.findFirst({ where, select: { id: true } }))) throw new NotFound();
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  return unit.tx.order.findUniqueOrThrow({ where: { id }, include: orderInclude });
}

/** Writes the act to the audit log. */
export function auditOrder(unit: Unit, caller: Caller, action: string, orderId: number): Promise<void> {
  return unit.audit(caller, { action: `order.${action}`, target: `order:${orderId}` });
}

/** How an order was paid, and the code that its payer can read out. */
export interface PaidBy {
  network: Network | null;
  /** As the network or the bank gave it; null where it gave none. */
  code: string | null;
  /** Whether it is the code in the network's own message, so that it can be called by the network's name. */
  isNetworkCode: boolean;
  /** The seller took it themselves, and recorded it. */
  isOutside: boolean;
}

type Attempt = Pick<AttemptRow, "status" | "suspenseReason" | "network" | "receipt" | "railRef" | "rail">;

/** The attempt that paid, else the one whose money was taken back. */
export function payingAttempt<A extends Attempt>(attempts: A[]): A | undefined {
  return (
    attempts.find(({ status, suspenseReason }) => status === "succeeded" && !suspenseReason) ??
    attempts.find(({ status }) => status === "reversed")
  );
}

export function paidByOf({ network, receipt, railRef, rail }: Attempt): PaidBy {
  const known = network ? networkOf(network) : null;
  const isNetworkCode = receipt !== null && known !== null;
  return { network: known, code: receipt ?? railRef, isNetworkCode, isOutside: rail === outsideRail };
}

/** How these orders of the store were paid. Those that never were are left out. */
export async function readPaidBy(
  world: World,
  { storeId }: Caller,
  orderIds: number[],
): Promise<Map<number, PaidBy>> {
  const attempts = await world.db.paymentAttempt.findMany({
    where: { storeId, orderId: { in: orderIds }, status: { in: ["succeeded", "reversed"] } },
    select: {
      orderId: true,
      status: true,
      suspenseReason: true,
      network: true,
      receipt: true,
      railRef: true,
      rail: true,
    },
    orderBy: { createdAt: "desc" },
  });
  const byOrder = new Map<number, typeof attempts>();
  for (const attempt of attempts)
    byOrder.set(attempt.orderId, [...(byOrder.get(attempt.orderId) ?? []), attempt]);
  return new Map(
    [...byOrder].flatMap(([id, some]) => {
      const paying = payingAttempt(some);
      return paying ? [[id, paidByOf(paying)] as const] : [];
    }),
  );
}

/** Orders of the store with a payment whose code, or the provider's own reference, begins like this; at most `max`. */
export async function ordersByCode(
  world: World,
  { storeId }: Caller,
  text: string,
  max: number,
): Promise<number[]> {
  // A shorter text is the beginning of too many.
  if (!/^[\w.-]{5,100}$/.test(text)) return [];
  // Networks write their codes in capitals.
  const found = await Promise.all(
    [...new Set([text, text.toUpperCase()])].map((start) => {
      // These operators use the index in any collation. The last sign comes after all that a code has.
      const end = `${start}\u{10ffff}`;
      return world.db.$queryRaw<{ id: number }[]>`
        (SELECT order_id AS id FROM payment_attempts WHERE store_id = ${storeId}
          AND receipt ~>=~ ${start} AND receipt ~<~ ${end} ORDER BY receipt USING ~<~ LIMIT ${max})
        UNION ALL
        (SELECT order_id AS id FROM payment_attempts WHERE store_id = ${storeId}
          AND rail_ref ~>=~ ${start} AND rail_ref ~<~ ${end} ORDER BY rail_ref USING ~<~ LIMIT ${max})`;
    }),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

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
