import { pollPlanEndMs } from "@/lib/domain/attempt";
import { expire } from "@/lib/domain/order";
import { releaseRedemption } from "@/lib/services/catalog/discounts/redeem";
import { releaseSlot } from "@/lib/services/catalog/payment-links/pay";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { awaitsMoneyStill } from "./awaits-money";

const batchMax = 200;
/** After the last poll of the last attempt that could have been made for it. */
const patienceMs = pollPlanEndMs + 60 * 60 * 1000;

/**
 * Expires unpaid orders, so that none stays pending for ever. Money that comes later is still credited. An order is
 * skipped while an attempt is open or its money waits for a person. A failure of one does not stop the others. Safe to
 * miss, to repeat, or to run twice.
 */
export async function expireOrders(world: World): Promise<{ expired: number; more: boolean }> {
  const before = new Date(world.clock.now().getTime() - patienceMs);
  const due = await world.db.$queryRawUnsafe<{ id: number }[]>(
    `SELECT o.id FROM orders o
     WHERE o.payment_status = 'pending' AND o.created_at <= $1 AND NOT ${awaitsMoneyStill("o.id")}
     ORDER BY o.created_at LIMIT ${batchMax}`,
    before,
  );
  let expired = 0;
  for (const { id } of due) {
    try {
      if (await transact(world, (unit) => expireOne(unit, id))) expired += 1;
    } catch (error) {
      world.log.error({ err: error, order: id }, "An order could not be ended; it is tried again.");
    }
  }
  // Only after progress: a batch of failures alone is tried again in the next minute.
  return { expired, more: due.length === batchMax && expired > 0 };
}

async function expireOne(unit: Unit, id: number): Promise<boolean> {
  // A locked order is in use; it is checked again a minute later.
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`;
  if (free.length === 0) return false;
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
  const [row] = await unit.tx.$queryRawUnsafe<{ awaits: boolean }[]>(
    `SELECT ${awaitsMoneyStill("$1")} AS awaits`,
    id,
  );
  if (row?.awaits || order.paymentStatus !== "pending") return false;
  const { paymentStatus, orderStatus } = expire(order);
  await unit.tx.order.update({ where: { id }, data: { paymentStatus, orderStatus, updatedAt: unit.now } });
  releaseRedemption(unit, order);
  await releaseSlot(unit, order);
  return true;
}
