import type { SubscriptionRow } from "@/lib/db/rows";
import { addDays, civilDateIn, instantAt } from "@/lib/domain/civil-date";
import {
  nextRenewalReminderAt,
  type RenewalReminder,
  renewalReminderDue,
  renewalReminders,
} from "@/lib/domain/reminder";
import type { SubscriptionFacts } from "@/lib/domain/subscription";
import { isUnpaidTrial } from "@/lib/domain/trial";
import type { Unit, World } from "@/lib/services/core/world";
import { dropReminders, notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { isRenewing } from "../renewal/renewing";

/** The columns with the progress of a subscription's reminders. */
export interface Ladder {
  remindersSent: string[];
  remindedFor: Date;
  nextReminderAt: Date | null;
}

/** The reminders for the new end of the paid time, none sent yet. Test users never get reminders. */
export function freshLadder(facts: SubscriptionFacts, of: LadderOf, now: Date): Ladder {
  return ladderAfter(facts, of, [], now);
}

/** What its reminders depend on besides the dates. */
export interface LadderOf {
  livemode: boolean;
  timeZone: string;
  isRenewing: boolean;
}

/** The state after these kinds were sent for the current end of the paid time. */
export function ladderAfter(
  facts: SubscriptionFacts,
  of: LadderOf,
  remindersSent: readonly RenewalReminder[],
  now: Date,
): Ladder {
  const { timeZone, isRenewing } = of;
  const next = () => nextRenewalReminderAt({ facts, timeZone, remindersSent, isRenewing }, now);
  return {
    remindersSent: [...remindersSent],
    remindedFor: facts.currentPeriodEnd,
    nextReminderAt: of.livemode ? next() : null,
  };
}

/** The kinds that were sent for the current end; those for an earlier end do not count. */
export function sentForThisEnd(row: SubscriptionRow): RenewalReminder[] {
  if (row.remindedFor?.getTime() !== row.currentPeriodEnd.getTime()) return [];
  return renewalReminders.filter((kind) => row.remindersSent.includes(kind));
}

/** Messages about an end are sent only from nine in the morning to eight in the evening of the store's zone. */
const morningHour = 9;
const eveningHour = 20;

/**
 * Notifies a live subscriber that time has changed the subscription: its paid time ended and grace began, or access
 * ended. Of several steps recorded at once, only the last one is notified.
 */
export async function notifyEnded(world: World, unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (!row.livemode) return row;
  const store = await unit.store(row.storeId);
  const { timeZone } = store;
  const goesAt = daytime(unit.now, timeZone);
  const end = row.currentPeriodEnd.toISOString();
  if (row.status === "expired") {
    await dropReminders(unit, row);
    const kind = isUnpaidTrial(row) ? "trial_over" : "access_ended";
    await notifySubscriber(world, unit, row, kind, end, goesAt);
    return row;
  }
  if (row.status !== "past_due") return row;
  const sent = sentForThisEnd(row);
  const of = { livemode: true, timeZone, isRenewing: isRenewing(row, store, unit.now) };
  const due = renewalReminderDue({ facts: row, remindersSent: sent, ...of }, goesAt);
  // On the last day of grace the reminder of that day says more.
  if (due === "last_grace_day") return row;
  await notifySubscriber(world, unit, row, "grace_started", end, goesAt);
  if (due === null) return row;
  // This message includes "it ends today", so that reminder is not sent too.
  const ladder = ladderAfter(row, of, [...sent, due], unit.now);
  await unit.tx.subscription.update({ where: { id: row.id }, data: ladder, select: { id: true } });
  return { ...row, ...ladder };
}

/** The instant itself in the daytime, else the next morning at nine. */
export function daytime(at: Date, timeZone: string): Date {
  const today = civilDateIn(at, timeZone);
  const morning = instantAt(today, morningHour, timeZone);
  if (at < morning) return morning;
  return at < instantAt(today, eveningHour, timeZone)
    ? at
    : instantAt(addDays(today, 1), morningHour, timeZone);
}
