import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { NotFound, requireNone, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { daysGivenMax, extend } from "@/lib/domain/trial";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockShown, noPrice, recordDueSteps, recordPeriod } from "./record";

/** Days that a seller gives, and why: an outage, a holiday, goodwill. The subscriber does not read the reason. */
export interface GivenDays {
  /** A whole number, 1 to 366. */
  days: number;
  reason: string;
}

/**
 * Gives a subscriber days for free: a period that nobody pays for. The subscriber is notified in live mode, and the audit
 * log has the actor and the reason. Throws NotFound, Invalid on `days` and `reason`, and Refusal `not_extendable`.
 */
export async function extendSubscription(
  world: World,
  caller: Caller,
  id: string,
  { days, reason }: GivenDays,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.extend");
  const isWhole = Number.isInteger(days) && days >= 1 && days <= daysGivenMax;
  const why = reason.trim();
  requireNone({
    days: isWhole ? null : say("days_given", { max: String(daysGivenMax) }),
    reason: why === "" ? say("reason_missing") : lineProblem(why, 200),
  });
  return transact(world, async (unit) => {
    const locked = await lockShown(world, unit, caller, id);
    const row = await recordDueSteps(world, unit, locked);
    const { period, ...step } = extend(row, days, unit.now);
    const before = await unit.tx.subscriptionPeriod.count({ where: { subscriptionId: id } });
    const added = { kind: "granted" as const, period, step, price: noPrice, paymentKey: null };
    const extended = await recordPeriod(world, unit, row, added);
    await notifySubscriber(world, unit, extended, "days_given", extended.eventSequence);
    await unit.audit(caller, {
      action: "subscription.extended",
      target: `subscription:${id}`,
      reason: why,
      details: { days, period: before + 1 },
    });
    return extended;
  });
}

/**
 * Replaces the metadata that the seller's software stores with a subscription. No event is published. Throws NotFound.
 */
export async function changeMetadata(
  world: World,
  caller: Caller,
  id: string,
  metadata: Record<string, string>,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.change");
  const { storeId, livemode } = caller;
  return transact(world, async (unit) => {
    const { count } = await unit.tx.subscription.updateMany({
      where: { id, storeId, livemode },
      data: { metadata, updatedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    return unit.tx.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });
  });
}
