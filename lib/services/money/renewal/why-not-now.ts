import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { limitOf, scheduledToday } from "./rail-limits";

/** Whether the operator, or the day's limit, keeps this rail from being asked by itself. */
export async function whyClosed(world: World, rail: string): Promise<"closed" | null> {
  const { enabled, dailyMax } = await limitOf(world, rail);
  if (!enabled) return "closed";
  const made = await scheduledToday(world, rail);
  if (made < dailyMax) return null;
  await transact(world, (unit) =>
    unit.raiseTask({
      storeId: null,
      kind: "renewals_capped",
      subject: rail,
      details: { rail, max: dailyMax },
    }),
  );
  return "closed";
}

/** Whether a payment of it may still bring money: then another try could take twice. */
export async function isUndecided(unit: Unit, subscriptionId: string): Promise<boolean> {
  // What nobody will ever know of an order that was paid by another holds nothing up.
  const found = await unit.tx.$queryRaw<unknown[]>`
    SELECT FROM orders o JOIN payment_attempts t ON t.order_id = o.id
    WHERE o.subscription_id = ${subscriptionId} AND o.order_status <> 'cancelled'
      AND (t.status IN ('created', 'pending') OR t.status = 'unknown' AND o.payment_status IN ('pending', 'failed'))
    LIMIT 1`;
  return found.length > 0;
}
