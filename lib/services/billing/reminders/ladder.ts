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
import type { Unit } from "@/lib/services/core/world";
import {
  dropReminders,
  notifySubscriber,
  type SubscriberKind,
} from "@/lib/services/notify/messages/notify-subscriber";
import { freshTries, isRenewing } from "../renewal/renewing";

/** The columns with the progress of a subscription's reminders. */
export interface Ladder {
  remindersSent: string[];
  remindedFor: Date;
  nextReminderAt: Date | null;
}

type Store = Parameters<typeof isRenewing>[1];

/** The columns once the end of the paid time has moved: for the new one nothing was tried, and nobody was reminded. */
export function freshEnd(row: SubscriptionRow, to: Partial<SubscriptionFacts>, store: Store, now: Date) {
  const tries = freshTries({ ...row, ...to }, store, now);
  return { ...tries, ...ladderAfter({ ...row, ...to, ...tries }, store, [], now) };
}

/** The state after these kinds were sent for the current end of the paid time. */
export function ladderAfter(
  row: SubscriptionRow,
  store: Store,
  remindersSent: readonly RenewalReminder[],
  now: Date,
): Ladder {
  const { livemode } = row;
  const renews = isRenewing(row, store, now);
  const of = { livemode, timeZone: store.timeZone, isRenewing: renews, isOrdered: isOrdered(row) };
  return ladderOf(row, of, remindersSent, now);
}

/** The same for who knows how it is renewed. Test users never get reminders. */
export function ladderOf(
  facts: SubscriptionFacts,
  of: { livemode: boolean; timeZone: string; isRenewing: boolean; isOrdered?: boolean },
  remindersSent: readonly RenewalReminder[],
  now: Date,
): Ladder {
  const next = () => nextRenewalReminderAt({ ...of, facts, remindersSent }, now);
  return {
    remindersSent: [...remindersSent],
    remindedFor: facts.currentPeriodEnd,
    nextReminderAt: of.livemode ? next() : null,
  };
}

/** The reminder that is due, with those that were sent for this end. */
export function dueReminder(
  row: SubscriptionRow,
  store: Store,
  now: Date,
  dueAt: Date = now,
): RenewalReminder | null {
  const [remindersSent, renews] = [sentForThisEnd(row), isRenewing(row, store, now)];
  const of = { facts: row, timeZone: store.timeZone, remindersSent, isRenewing: renews };
  return renewalReminderDue({ ...of, isOrdered: isOrdered(row) }, dueAt);
}

function isOrdered({ renewalMode }: SubscriptionRow): boolean {
  return renewalMode === "standing_order";
}

/** The kinds that were sent for the current end; those for an earlier end do not count. */
export function sentForThisEnd(row: SubscriptionRow): RenewalReminder[] {
  if (row.remindedFor?.getTime() !== row.currentPeriodEnd.getTime()) return [];
  return renewalReminders.filter((kind) => row.remindersSent.includes(kind));
}

/** Messages about an end are sent only from nine in the morning to eight in the evening of the store's zone. */
const morningHour = 9;
const eveningHour = 20;

/** What a subscriber is told when time has changed the subscription, when at the earliest, and what of their reminders that is. */
export interface Ended {
  kind: SubscriberKind;
  goesAt: Date;
  ladder: Partial<Ladder>;
}

/** For a live subscription whose paid time has just ended and grace began, or whose access ended; null for any other. */
export async function endedNow(unit: Unit, row: SubscriptionRow): Promise<Ended | null> {
  if (!row.livemode) return null;
  const store = await unit.store(row.storeId);
  const goesAt = daytime(unit.now, store.timeZone);
  if (row.status === "expired")
    return { kind: isUnpaidTrial(row) ? "trial_over" : "access_ended", goesAt, ladder: {} };
  if (row.status !== "past_due") return null;
  const due = dueReminder(row, store, unit.now, goesAt);
  // On the last day of grace the reminder of that day says more.
  if (due === "last_grace_day") return null;
  // This message includes "it ends today", so that reminder is not sent too.
  const ladder = due === null ? {} : ladderAfter(row, store, [...sentForThisEnd(row), due], unit.now);
  return { kind: "grace_started", goesAt, ladder };
}

export async function tellEnded(unit: Unit, row: SubscriptionRow, { kind, goesAt }: Ended): Promise<void> {
  if (row.status === "expired") dropReminders(unit, row);
  await notifySubscriber(unit, row, kind, row.currentPeriodEnd.toISOString(), goesAt);
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
