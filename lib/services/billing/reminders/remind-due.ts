import type { SubscriptionRow } from "@/lib/db/rows";
import { type RenewalReminder, renewalReminderDue } from "@/lib/domain/reminder";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
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
 * Reminds subscribers that their paid time ends: no payment happens without the payer's approval, so they are reminded
 * in time. After an outage only the latest reminder is sent. Live subscriptions only; each has its own transaction, so
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
  const { timeZone } = await unit.tx.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { timeZone: true },
  });
  const sent = sentForThisEnd(row);
  const kind = renewalReminderDue({ facts: row, timeZone, remindersSent: sent }, unit.now);
  const after = kind ? [...sent, kind] : sent;
  const updated = {
    ...ladderAfter(row, { livemode: true, timeZone }, after, unit.now),
    eventSequence: row.eventSequence + (kind ? 1 : 0),
  };
  await unit.tx.subscription.update({ where: { id }, data: updated });
  if (kind) await notifyDue(world, unit, { ...row, ...updated }, kind);
  return kind !== null;
}

async function notifyDue(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  kind: RenewalReminder,
): Promise<void> {
  const end = row.currentPeriodEnd.toISOString();
  await notifySubscriber(world, unit, row, `renewal_${kind}`, end);
  unit.emit({
    type: "subscription.renewal_due",
    storeId: row.storeId,
    livemode: true,
    objectId: row.id,
    sequence: row.eventSequence,
    dedupeKey: `${row.id}/${row.eventSequence}`,
    at: unit.now,
    data: subscriptionEventData(row, unit.now, manageUrl(world, row), null),
  });
}
