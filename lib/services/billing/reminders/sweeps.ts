import type { SubscriptionRow } from "@/lib/db/rows";
import type { RenewalReminder } from "@/lib/domain/reminder";
import { isUnpaidTrial } from "@/lib/domain/trial";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { notifySubscriber, type SubscriberKind } from "@/lib/services/notify/messages/notify-subscriber";
import { notifyOfRenewal } from "../renewal/announce";
import { endUnfitOrder } from "../renewal/change";
import { isRenewing } from "../renewal/renewing";
import { emitSubscription } from "../subscriptions/publish";
import { lockSubscription, lockSubscriptions } from "../subscriptions/read";
import { recordDueSteps } from "../subscriptions/record";
import { dueReminder, ladderAfter, sentForThisEnd } from "./ladder";

const batchMax = 500;

/**
 * Reminds subscribers that their paid time ends, so that they pay in time; one that renews by itself is told what will be
 * taken. After an outage only the latest reminder is sent. Live subscriptions only; each has its own transaction, so
 * that one bad row does not stop the others. Safe to miss, to repeat, or to run twice at once.
 */
export async function remindDueSubscriptions(
  world: World,
): Promise<{ reminded: number; failed: number; more: boolean }> {
  const due = await world.db.subscription.findMany({
    where: { livemode: true, nextReminderAt: { lte: world.clock.now() } },
    orderBy: { nextReminderAt: "asc" },
    select: { id: true, storeId: true },
    take: batchMax,
  });
  const { done: reminded, failed } = await doEach(
    world,
    due,
    (subscription) => transact(world, (unit) => remind(unit, subscription)),
    "A subscriber could not be reminded; it is tried again.",
  );
  return { reminded, failed, more: due.length === batchMax };
}

async function remind(unit: Unit, { id, storeId }: { id: string; storeId: number }): Promise<boolean> {
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM subscriptions WHERE id = ${id} AND next_reminder_at <= ${unit.now} FOR UPDATE SKIP LOCKED`;
  const found = free.length > 0 ? await lockSubscription(unit, { storeId, livemode: true }, id) : null;
  if (!found) return false;
  // Steps that are due are recorded first: the message about them may be the one that is due.
  const row = await endUnfitOrder(unit, await recordDueSteps(unit, found));
  const store = await unit.store(storeId);
  const sent = sentForThisEnd(row);
  const renews = isRenewing(row, store, unit.now);
  const kind = dueReminder(row, store, unit.now);
  const after = kind ? [...sent, kind] : sent;
  // Of free days servers are told once, people three times.
  const isTold = kind !== null && (sent.length === 0 || !isUnpaidTrial(row));
  const updated = {
    ...ladderAfter(row, store, after, unit.now),
    eventSequence: row.eventSequence + (isTold ? 1 : 0),
  };
  await unit.tx.subscription.update({ where: { id }, data: updated });
  if (kind) await notifyDue(unit, { ...row, ...updated }, kind, { isTold, isRenewing: renews });
  return kind !== null;
}

/** The reminders that free days have. */
const trialTexts: Partial<Record<RenewalReminder, SubscriberKind>> = {
  three_days: "trial_three_days",
  one_day: "trial_one_day",
  end_day: "trial_end_day",
};

async function notifyDue(
  unit: Unit,
  row: SubscriptionRow,
  kind: RenewalReminder,
  { isTold, isRenewing }: { isTold: boolean; isRenewing: boolean },
): Promise<void> {
  const end = row.currentPeriodEnd.toISOString();
  const isTrial = isUnpaidTrial(row);
  const text = isTrial ? trialTexts[kind] : (`renewal_${kind}` as const);
  if (isRenewing && kind === "three_days") await notifyOfRenewal(unit, row);
  else if (text) await notifySubscriber(unit, row, text, end);
  if (!isTold) return;
  emitSubscription(unit, row, isTrial ? "subscription.trial_ending" : "subscription.renewal_due");
}

/** How many are advanced in one transaction: a payer whose subscription is among them waits a fraction of a second. */
const togetherMax = 25;

/** Due subscriptions of one store and mode. */
interface Group {
  storeId: number;
  livemode: boolean;
  ids: string[];
}

/**
 * Records the steps that have come due and publishes them. Reads are correct without it; it exists so that events are
 * sent and rows are up to date. Subscriptions of one store share a transaction, since thousands may end in one minute;
 * if that fails, each has its own, so that one bad row does not stop the others. Safe to miss, to repeat, or to run
 * twice at once.
 */
export async function advanceDueSubscriptions(
  world: World,
): Promise<{ advanced: number; failed: number; more: boolean }> {
  const due = await world.db.subscription.findMany({
    where: { nextDueAt: { lte: world.clock.now() } },
    orderBy: { nextDueAt: "asc" },
    select: { id: true, storeId: true, livemode: true },
    take: batchMax,
  });
  let failed = 0;
  // One after the other: two at once are no faster, and requests wait twice as long.
  for (const group of groupsOf(due)) failed += await failedOf(world, group);
  return { advanced: due.length - failed, failed, more: due.length === batchMax };
}

function groupsOf(due: readonly { id: string; storeId: number; livemode: boolean }[]): Group[] {
  const groups: Group[] = [];
  for (const { id, storeId, livemode } of due) {
    const open = groups.find(
      (group) => group.storeId === storeId && group.livemode === livemode && group.ids.length < togetherMax,
    );
    if (open) open.ids.push(id);
    else groups.push({ storeId, livemode, ids: [id] });
  }
  return groups;
}

/** Advances them. Returns how many failed. */
async function failedOf(world: World, group: Group): Promise<number> {
  try {
    await advance(world, group);
    return 0;
  } catch {
    // At least one of them fails: the others are advanced without it.
    const alone = group.ids.map((id) => ({ ...group, ids: [id] }));
    const onFailure = "A subscription could not be advanced; it is tried again.";
    return (await doEach(world, alone, (one) => advance(world, one), onFailure)).failed;
  }
}

function advance(world: World, group: Group): Promise<number> {
  return transact(world, async (unit) => {
    const rows = await lockSubscriptions(unit, group, group.ids);
    for (const row of rows) {
      await recordDueSteps(unit, row);
      await breathe();
    }
    return rows.length;
  });
}

/** Requests go first: the steps of 25 subscriptions would keep them waiting for 20 milliseconds. */
function breathe(): Promise<void> {
  return new Promise((go) => setImmediate(go));
}
