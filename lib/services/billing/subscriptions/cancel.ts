import type { SubscriptionRow } from "@/lib/db/rows";
import { Invalid, say } from "@/lib/domain/refusal";
import { accessEndsAt, cancel } from "@/lib/domain/subscription";
import { storable } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { dropReminders, notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { permit } from "@/lib/services/people/accounts/permit";
import { voidSubscriptionOrders } from "../orders/call-off";
import { lockShown, recordDueSteps, recordStep } from "./record";

/**
 * Stops a subscription from renewing. From active: access continues to the end of the paid time; from past_due it ends
 * at once; otherwise Refusal `not_cancellable` (spec, States). Unpaid orders for it are void. The subscriber is
 * notified by e-mail, else by SMS, in live mode only. The audit log has the actor. Throws NotFound, and with
 * `atPeriodEnd` Invalid on `form` where access would end at once.
 */
export async function cancelSubscription(
  world: World,
  caller: Caller,
  id: string,
  { atPeriodEnd = false } = {},
): Promise<SubscriptionRow> {
  permit(caller, "subscription.cancel");
  return transact(world, async (unit) => {
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const row = await lockShown(world, unit, caller, id);
    const current = await recordDueSteps(world, unit, row);
    if (atPeriodEnd && current.status !== "active") throw new Invalid({ form: [say("not_renewing")] });
    const cancelled = await recordStep(world, unit, current, cancel(current, unit.now));
    if (cancelled.livemode) await notifyCancelled(world, unit, cancelled);
    await unit.audit(caller, { action: "subscription.cancelled", target: `subscription:${id}` });
    return cancelled;
  });
}

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
export async function notifyCancelled(world: World, unit: Unit, row: SubscriptionRow): Promise<void> {
  dropReminders(unit, row);
  const kind = accessEndsAt(row) > unit.now ? "subscription_cancelled" : "subscription_cancelled_at_once";
  await notifySubscriber(world, unit, row, kind, row.eventSequence);
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
