import type { OrderRow, SubscriptionRow } from "@/lib/db/rows";
import { lossOf } from "@/lib/domain/lost-time";
import { Invalid, Refusal, say } from "@/lib/domain/refusal";
import { accessEndsAt, cancel, endNow, hasAccess } from "@/lib/domain/subscription";
import { storable } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { dropReminders, notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { verb } from "@/lib/services/people/accounts/permit";
import { takeTime } from "../changes/apply-change";
import { readValuedPeriods, type StoredPeriod } from "../changes/change";
import { voidSubscriptionOrders } from "../orders/unpaid";
import { lockShown, lockSubscription } from "./read";
import { recordDueSteps, recordStep } from "./record";

/**
 * Stops a subscription from renewing. From active: access continues to the end of the paid time; from past_due it ends
 * at once; otherwise Refusal `not_cancellable` (spec, States). Unpaid orders for it are void. The subscriber is
 * notified by e-mail, else by SMS, in live mode only. The audit log has the actor. Throws NotFound, and with
 * `atPeriodEnd` Invalid on `form` where access would end at once.
 */
export const cancelSubscription = verb(
  "subscription.cancel",
  async (unit, caller: Caller, id: string, { atPeriodEnd = false } = {}): Promise<SubscriptionRow> => {
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const row = await lockShown(unit, caller, id);
    const current = await recordDueSteps(unit, row);
    if (atPeriodEnd && current.status !== "active") throw new Invalid({ form: [say("not_renewing")] });
    const cancelled = await recordStep(unit, current, cancel(current, unit.now));
    if (cancelled.livemode) await notifyCancelled(unit, cancelled);
    await unit.audit(caller, { action: "subscription.cancelled", target: `subscription:${id}` });
    return cancelled;
  },
);

const reasonMaxLength = 500;

/**
 * Stores the reason for a cancellation in the audit log, in the person's own words. False, and nothing stored, when the
 * text is empty or the subscription is not cancelled.
 */
export async function publishCancelReason(
  world: World,
  caller: Caller,
  id: string,
  text: string,
): Promise<boolean> {
  const reason = storable(text.trim(), reasonMaxLength);
  if (reason === "") return false;
  const { storeId, livemode } = caller;
  return transact(world, async (unit) => {
    const found = await unit.tx.subscription.findFirst({
      where: { id, storeId, livemode, cancelledAt: { not: null } },
      select: { id: true },
    });
    if (!found) return false;
    await unit.audit(caller, { action: "subscription.cancel_reason", target: id, reason });
    return true;
  });
}

/**
 * spec, States: a cancellation is notified by e-mail, or by SMS where there is no address. Reminders that wait are no
 * longer sent.
 */
export async function notifyCancelled(unit: Unit, row: SubscriptionRow): Promise<void> {
  dropReminders(unit, row);
  const kind = accessEndsAt(row) > unit.now ? "subscription_cancelled" : "subscription_cancelled_at_once";
  await notifySubscriber(unit, row, kind, row.eventSequence);
  const values = {
    payer: row.customer.name,
    plan: row.product.name,
    path: `/dashboard/subscriptions/${row.id}`,
  };
  unit.alert({
    ...{ storeId: row.storeId, event: "subscription_cancelled", kind: "alert_subscription_cancelled" },
    fact: `subscription_cancelled/${row.id}/${row.eventSequence}`,
    details: values,
  });
}

/**
 * Ends a subscription and its access at once, because a payment of it went back. Refusal `not_cancellable` where
 * none went back or access has ended; a subscription that was paid is cancelled instead. Open prompts are
 * void. Throws NotFound.
 */
export const endSubscription = verb(
  "subscription.cancel",
  async (unit, caller: Caller, id: string): Promise<SubscriptionRow> => {
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const row = await lockShown(unit, caller, id);
    if (!(await wasTakenBack(unit.tx, row))) throw new Refusal("not_cancellable");
    const ended = await end(unit, row);
    if (!ended) throw new Refusal("not_cancellable");
    await unit.audit(caller, { action: "subscription.ended", target: `subscription:${id}` });
    return ended;
  },
);

/** Whether a bank reversed a payment of this subscription, or a part of one, or one was refunded whole. */
export async function wasTakenBack(
  db: Pick<Unit["tx"], "subscriptionPeriod">,
  { id, storeId }: { id: string; storeId: number },
): Promise<boolean> {
  const wentBack = [
    { attempt: { reversedMinor: { gt: 0n } } },
    { order: { paymentStatus: "refunded" } },
  ] as const;
  const where = { subscriptionId: id, storeId, OR: [...wentBack] };
  return (await db.subscriptionPeriod.count({ where })) > 0;
}

/**
 * A refund of all has arrived, and the seller said that the subscription ends with it. Open prompts are void. What was paid
 * after the refund had been asked for stays: then only the time goes that the refunded payment bought. `actor`: who asked.
 */
export async function endRefunded(
  unit: Unit,
  { id: orderId, storeId, accountId, livemode, subscriptionId }: OrderRow,
  { actor, askedAt }: { actor: string; askedAt: Date },
): Promise<void> {
  if (subscriptionId === null) return;
  await voidSubscriptionOrders(unit, { storeId }, subscriptionId);
  const row = await lockSubscription(unit, { storeId, livemode }, subscriptionId);
  if (!row) return;
  const by = { accountId, storeId, actor };
  const later = { subscriptionId, kind: "paid" as const, paidAt: { gt: askedAt } };
  if ((await unit.tx.subscriptionPeriod.count({ where: later })) > 0) {
    await lose(unit, row, (one) => one.orderId === orderId, by);
    return;
  }
  if (!(await end(unit, row))) return;
  await unit.audit(by, { action: "subscription.ended", target: `subscription:${subscriptionId}` });
}

/**
 * Takes off a subscription what reversed payments had carried into its plan, where the store does not want that by itself.
 * Refusal `not_cancellable` where there is nothing of it. Throws NotFound.
 */
export const shortenSubscription = verb(
  "subscription.cancel",
  async (unit, caller: Caller, id: string): Promise<SubscriptionRow> => {
    const row = await lockShown(unit, caller, id);
    const shortened = await lose(unit, row, carriedBack, caller);
    if (!shortened) throw new Refusal("not_cancellable");
    return shortened;
  },
);

/** When a subscription would end that `shortenSubscription` shortens; null where it does not. */
export async function shortenedEnd({ db, clock }: World, row: SubscriptionRow): Promise<Date | null> {
  const now = clock.now();
  const loss = hasAccess(row, now) ? lossOf(await readValuedPeriods(db, row.id), carriedBack, now) : null;
  return loss && new Date(row.currentPeriodEnd.getTime() - loss.takenMs);
}

/** Once its credit is lost, there is nothing more to shorten. */
const carriedBack = ({ isReversed, cut }: StoredPeriod) => isReversed && cut !== null;

/**
 * The bank reversed the whole payment of an order. If the store wants it, what that payment bought ends at once, also
 * where it went over into another plan. Access that other payments bought stays.
 */
export async function endReversedAccess(
  unit: Unit,
  order: { id: number; storeId: number; livemode: boolean; subscriptionId: string | null },
): Promise<void> {
  const { id: orderId, storeId, livemode, subscriptionId } = order;
  if (subscriptionId === null) return;
  const { endsAccessOnReversal, accountId } = await unit.store(storeId);
  if (!endsAccessOnReversal) return;
  const row = await lockSubscription(unit, { storeId, livemode }, subscriptionId);
  if (row) await lose(unit, row, (one) => one.orderId === orderId, { accountId, storeId, actor: "system" });
}

/** The time goes that these payments bought, and access with it where nothing else is left. Null where none is. */
async function lose(
  unit: Unit,
  row: SubscriptionRow,
  isLost: (period: StoredPeriod) => boolean,
  by: Pick<Caller, "accountId" | "storeId" | "actor">,
): Promise<SubscriptionRow | null> {
  const current = await recordDueSteps(unit, row);
  if (!hasAccess(current, unit.now)) return null;
  const loss = lossOf(await readValuedPeriods(unit.tx, row.id), isLost, unit.now);
  if (!loss) return null;
  // No period is without length: what is lost of it leaves a millisecond.
  const isAll = current.currentPeriodEnd.getTime() - loss.takenMs <= unit.now.getTime() + 1;
  const after = isAll ? await end(unit, current) : await takeTime(unit, current, loss);
  const action = isAll ? "subscription.ended" : "subscription.shortened";
  await unit.audit(by, { action, target: `subscription:${row.id}` });
  return after;
}

/** Null where access has ended already. */
async function end(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow | null> {
  const current = await recordDueSteps(unit, row);
  if (!hasAccess(current, unit.now)) return null;
  const ended = await recordStep(unit, current, endNow(current, unit.now));
  if (ended.livemode) await notifyCancelled(unit, ended);
  return ended;
}
