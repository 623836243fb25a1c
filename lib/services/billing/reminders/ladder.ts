import type { SubscriptionRow } from "@/lib/db/rows";
import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import {
  nextRenewalReminderAt,
  type RenewalReminder,
  renewalReminderDue,
  renewalReminders,
} from "@/lib/domain/reminder";
import type { SubscriptionFacts } from "@/lib/domain/subscription";
import type { Unit, World } from "@/lib/services/core/world";
import { dropReminders, notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";

/** The columns that say where a subscription stands on its ladder of reminders. */
export interface Ladder {
  remindersSent: string[];
  remindedFor: Date;
  nextReminderAt: Date | null;
}

/** A paid period brings a new end, and a new ladder below it. Test users are never reminded. */
export function freshLadder(
  facts: SubscriptionFacts,
  of: { livemode: boolean; timeZone: string },
  now: Date,
): Ladder {
  return ladderAfter(facts, of, [], now);
}

/** The ladder once these kinds went out for the present end of the paid time. */
export function ladderAfter(
  facts: SubscriptionFacts,
  of: { livemode: boolean; timeZone: string },
  remindersSent: readonly RenewalReminder[],
  now: Date,
): Ladder {
  const { timeZone } = of;
  return {
    remindersSent: [...remindersSent],
    remindedFor: facts.currentPeriodEnd,
    nextReminderAt: of.livemode ? nextRenewalReminderAt({ facts, timeZone, remindersSent }, now) : null,
  };
}

/** Which kinds went out for the present end; what was sent for an earlier end does not count. */
export function sentForThisEnd(row: SubscriptionRow): RenewalReminder[] {
  if (row.remindedFor?.getTime() !== row.currentPeriodEnd.getTime()) return [];
  return renewalReminders.filter((kind) => row.remindersSent.includes(kind));
}

/** Nobody is written to about an end before nine in the morning or after eight in the evening of the store's zone. */
const morningHour = 9;
const eveningHour = 20;

/**
 * Tells a live subscriber what the clock has just done to the subscription: its paid time ended and grace began, or
 * access ended. Of several steps recorded at once, only the last is told.
 */
export async function notifyEnded(world: World, unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (!row.livemode) return row;
  const { timeZone } = await unit.store(row.storeId);
  const goesAt = daytime(unit.now, timeZone);
  const end = row.currentPeriodEnd.toISOString();
  if (row.status === "expired") {
    await dropReminders(unit, row);
    await notifySubscriber(world, unit, row, "access_ended", end, goesAt);
    return row;
  }
  if (row.status !== "past_due") return row;
  const sent = sentForThisEnd(row);
  const due = renewalReminderDue({ facts: row, timeZone, remindersSent: sent }, goesAt);
  // On the last day of grace its own reminder says more.
  if (due === "last_grace_day") return row;
  await notifySubscriber(world, unit, row, "grace_started", end, goesAt);
  if (due === null) return row;
  // "It ends today" is said with it, so it is not said again.
  const ladder = ladderAfter(row, { livemode: true, timeZone }, [...sent, due], unit.now);
  await unit.tx.subscription.update({ where: { id: row.id }, data: ladder, select: { id: true } });
  return { ...row, ...ladder };
}

/** The instant itself by day, else the next morning at nine. */
export function daytime(at: Date, timeZone: string): Date {
  const today = civilDateIn(at, timeZone);
  const morning = instantAt(today, morningHour, timeZone);
  if (at < morning) return morning;
  return at < instantAt(today, eveningHour, timeZone)
    ? at
    : instantAt(addDays(today, 1), morningHour, timeZone);
}
