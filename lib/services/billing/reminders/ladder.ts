import type { SubscriptionRow } from "@/lib/db/rows";
import { nextRenewalReminderAt, type RenewalReminder, renewalReminders } from "@/lib/domain/reminder";
import type { SubscriptionFacts } from "@/lib/domain/subscription";

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
