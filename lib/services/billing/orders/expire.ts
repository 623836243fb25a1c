import { expire } from "@/lib/domain/order";
import { pollPlanEndMs } from "@/lib/domain/poll-plan";
import { releaseSlot } from "@/lib/services/catalog/payment-links/pay";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { awaitsMoneyStill } from "./awaits-money";

const batchMax = 200;
/** After the last poll of the last attempt that could have been made for it. */
const patienceMs = pollPlanEndMs + 60 * 60 * 1000;

/**
 * Ends orders that nobody paid: none is pending for ever. Money that still comes later is credited all the same. An
 * order is left while an attempt is open or its money waits for a person. One that cannot be ended now keeps no other
 * from it. Safe to miss, to repeat, or to run twice.
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
  // Only while it gets on: a batch of nothing but failures is for the next minute.
  return { expired, more: due.length === batchMax && expired > 0 };
}

async function expireOne(unit: Unit, id: number): Promise<boolean> {
  // What is locked is being worked on; a minute later it is looked at again.
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
  await releaseSlot(unit, order);
  return true;
}
