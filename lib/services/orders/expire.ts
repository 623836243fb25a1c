import { expire } from "@/lib/domain/order";
import { pollPlanEndMs } from "@/lib/domain/poll-plan";
import { releaseSlot } from "../payment-links/pay";
import { transact, type Unit } from "../unit";
import type { World } from "../world";

const batchMax = 200;
/** After the last poll of the last attempt that could have been made for it. */
const patienceMs = pollPlanEndMs + 60 * 60 * 1000;

/**
 * Ends orders that nobody paid: none is pending for ever. Money that still comes later is credited all the same. An
 * order is left while an attempt is open or its money waits for a person. Safe to miss, to repeat, or to run twice.
 */
export async function expireOrders(world: World): Promise<{ expired: number; more: boolean }> {
  const before = new Date(world.clock.now().getTime() - patienceMs);
  const due = await world.db.order.findMany({
    where: { paymentStatus: "pending", createdAt: { lte: before }, attempts: { none: stillCounts } },
    orderBy: { createdAt: "asc" },
    select: { id: true },
    take: batchMax,
  });
  let expired = 0;
  for (const { id } of due) if (await transact(world, (unit) => expireOne(unit, id))) expired += 1;
  return { expired, more: due.length === batchMax };
}

const stillCounts = {
  status: { in: ["created", "pending", "succeeded"] as ("created" | "pending" | "succeeded")[] },
};

async function expireOne(unit: Unit, id: number): Promise<boolean> {
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
  const attempts = await unit.tx.paymentAttempt.count({ where: { orderId: id, ...stillCounts } });
  if (attempts > 0 || order.paymentStatus !== "pending") return false;
  const { paymentStatus, orderStatus } = expire(order);
  await unit.tx.order.update({ where: { id }, data: { paymentStatus, orderStatus, updatedAt: unit.now } });
  await releaseSlot(unit, order);
  return true;
}
