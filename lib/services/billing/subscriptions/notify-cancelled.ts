import type { SubscriptionRow } from "@/lib/db/rows";
import { accessEndsAt } from "@/lib/domain/subscription";
import type { Unit, World } from "@/lib/services/core/world";
import { dropReminders, notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";

/**
 * spec, States: cancelling tells the subscriber by e-mail; by SMS where there is no address. Reminders that wait are
 * not sent any more.
 */
export async function notifyCancelled(world: World, unit: Unit, row: SubscriptionRow): Promise<void> {
  await dropReminders(unit, row);
  const kind = accessEndsAt(row) > unit.now ? "subscription_cancelled" : "subscription_cancelled_at_once";
  await notifySubscriber(world, unit, row, kind, row.eventSequence);
}
