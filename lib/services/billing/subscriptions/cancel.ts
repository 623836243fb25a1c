import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { cancel } from "@/lib/domain/subscription";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { voidSubscriptionOrders } from "../orders/void-orders";
import { notifyCancelled } from "./notify-cancelled";
import { lockSubscription, recordDueSteps, recordStep } from "./record";

/**
 * Stops a subscription from renewing. From active: access runs to the end of what was paid; from past_due it ends at
 * once; otherwise Refusal `not_cancellable` (spec, States). What was asked for it and not paid is void. The subscriber
 * is told by e-mail, in live mode only. Who did it is in the log of acts.
 */
export async function cancelSubscription(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  permit(caller, "subscription.cancel");
  return transact(world, async (unit) => {
    if (caller.livemode) await voidSubscriptionOrders(unit, caller, id);
    const row = await lockSubscription(unit, caller, id);
    if (!row) throw new NotFound();
    const current = await recordDueSteps(world, unit, row);
    const cancelled = await recordStep(world, unit, current, cancel(current, unit.now));
    if (cancelled.livemode) await notifyCancelled(world, unit, cancelled);
    await unit.audit({
      accountId: caller.accountId,
      storeId: caller.storeId,
      actor: caller.actor,
      action: "subscription.cancelled",
      target: `subscription:${id}`,
    });
    return cancelled;
  });
}
