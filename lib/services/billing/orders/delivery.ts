import { Prisma } from "@/lib/db/client";
import type { Caller, Unit, World } from "@/lib/services/core/world";

/** Whom to bring an order to, and where. */
export interface Delivery {
  name: string;
  /** E.164. */
  phone: string;
  /** In the payer's words; may have several lines. */
  place: string;
}

/** Keeps it, sealed. What the payer said last counts. */
export function keepDelivery(
  world: World,
  unit: Unit,
  order: { id: number; storeId: number },
  { name, phone, place }: Delivery,
): void {
  const sealed = world.secrets.seal(JSON.stringify({ name, phone, place }));
  unit.tx.$send(Prisma.sql`
    INSERT INTO order_deliveries (order_id, store_id, sealed, updated_at)
    VALUES (${order.id}, ${order.storeId}, ${sealed}, ${unit.now})
    ON CONFLICT (order_id) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`);
}

/** Those of these orders that have one, by the order's id. Orders are live only. */
export async function readDeliveries(
  world: World,
  { storeId, livemode }: Pick<Caller, "storeId" | "livemode">,
  ids: readonly number[],
): Promise<Map<number, Delivery>> {
  if (!livemode || ids.length === 0) return new Map();
  const rows = await world.db.orderDelivery.findMany({ where: { storeId, orderId: { in: [...ids] } } });
  // Safe: only `keepDelivery` seals them.
  return new Map(
    rows.map(({ orderId, sealed }) => [orderId, JSON.parse(world.secrets.open(sealed)) as Delivery]),
  );
}
