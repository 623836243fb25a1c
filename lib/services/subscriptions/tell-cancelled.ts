import type { SubscriptionRow } from "@/lib/db/rows";
import { accessEndsAt } from "@/lib/domain/subscription";
import { dropReminders, tellSubscriber } from "../messages/tell-subscriber";
import type { Unit } from "../unit";
import type { World } from "../world";

/**
 * spec, States: cancelling tells the subscriber by e-mail; by SMS where there is no address. Reminders that wait are
 * not sent any more.
 */
export async function tellCancelled(world: World, unit: Unit, row: SubscriptionRow): Promise<void> {
  await dropReminders(unit, row);
  const kind = accessEndsAt(row) > unit.now ? "subscription_cancelled" : "subscription_cancelled_at_once";
  await tellSubscriber(world, unit, row, kind, row.eventSequence);
}
