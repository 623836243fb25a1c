import type { SubscriptionRow } from "@/lib/db/rows";
import { type RenewalReminder, renewalReminderDue } from "@/lib/domain/reminder";
import { isUnpaidTrial } from "@/lib/domain/trial";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifySubscriber, type SubscriberKind } from "@/lib/services/notify/messages/notify-subscriber";
import { notifyOfRenewal } from "../renewal/notice";
import { isRenewing } from "../renewal/renewing";
import { lockSubscription, recordDueSteps } from "../subscriptions/record";
import { ladderAfter, sentForThisEnd } from "./ladder";

const batchMax = 500;

export interface RemindResult {
  reminded: number;
  failed: number;
  /** True when there may be more that is due already. */
  more: boolean;
}

/**
 * Reminds subscribers that their paid time ends, so that they pay in time; one that renews by itself is told what will be
 * taken. After an outage only the latest reminder is sent. Live subscriptions only; each has its own transaction, so
 * that one bad row does not stop the others. Safe to miss, to repeat, or to run twice at once.
 */
export async function remindDueSubscriptions(world: World): Promise<RemindResult> {
  const due = await world.db.subscription.findMany({
    where: { livemode: true, nextReminderAt: { lte: world.clock.now() } },
    orderBy: { nextReminderAt: "asc" },
    select: { id: true, storeId: true },
    take: batchMax,
  });
  const result: RemindResult = { reminded: 0, failed: 0, more: due.length === batchMax };
  for (const subscription of due) {
    try {
      if (await transact(world, (unit) => remind(world, unit, subscription))) result.reminded += 1;
    } catch (error) {
      result.failed += 1;
      world.log.error(
        { err: error, subscription: subscription.id },
        "A subscriber could not be reminded; it is tried again.",
      );
    }
  }
  return result;
}

async function remind(
  world: World,
  unit: Unit,
  { id, storeId }: { id: string; storeId: number },
): Promise<boolean> {
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM subscriptions WHERE id = ${id} AND next_reminder_at <= ${unit.now} FOR UPDATE SKIP LOCKED`;
  const found = free.length > 0 ? await lockSubscription(unit, { storeId, livemode: true }, id) : null;
  if (!found) return false;
  // Steps that are due are recorded first: the message about them may be the one that is due.
  const row = await recordDueSteps(world, unit, found);
  const store = await unit.store(storeId);
  const { timeZone } = store;
  const sent = sentForThisEnd(row);
  const of = { livemode: true, timeZone, isRenewing: isRenewing(row, store, unit.now) };
  const kind = renewalReminderDue({ facts: row, remindersSent: sent, ...of }, unit.now);
  const after = kind ? [...sent, kind] : sent;
  // Of free days servers are told once, people three times.
  const isTold = kind !== null && (sent.length === 0 || !isUnpaidTrial(row));
  const updated = {
    ...ladderAfter(row, of, after, unit.now),
    eventSequence: row.eventSequence + (isTold ? 1 : 0),
  };
  await unit.tx.subscription.update({ where: { id }, data: updated });
  if (kind) await notifyDue(world, unit, { ...row, ...updated }, kind, { isTold, isRenewing: of.isRenewing });
  return kind !== null;
}

/** The reminders that free days have. */
const trialTexts: Partial<Record<RenewalReminder, SubscriberKind>> = {
  three_days: "trial_three_days",
  one_day: "trial_one_day",
  end_day: "trial_end_day",
};

async function notifyDue(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  kind: RenewalReminder,
  { isTold, isRenewing }: { isTold: boolean; isRenewing: boolean },
): Promise<void> {
  const end = row.currentPeriodEnd.toISOString();
  const isTrial = isUnpaidTrial(row);
  const text = isTrial ? trialTexts[kind] : (`renewal_${kind}` as const);
  if (isRenewing && kind === "three_days") await notifyOfRenewal(world, unit, row);
  else if (text) await notifySubscriber(world, unit, row, text, end);
  if (!isTold) return;
  unit.emit({
    type: isTrial ? "subscription.trial_ending" : "subscription.renewal_due",
    storeId: row.storeId,
    livemode: true,
    objectId: row.id,
    sequence: row.eventSequence,
    dedupeKey: `${row.id}/${row.eventSequence}`,
    at: unit.now,
    data: subscriptionEventData(row, unit.now, manageUrl(world, row), null),
  });
}
