import type { Prisma } from "@/lib/db/client";
import { insertedAll } from "@/lib/db/columns";
import type { SubscriptionRow } from "@/lib/db/rows";
import { changesAccess, type Step } from "@/lib/domain/subscription";
import type { EventType } from "@/lib/resources/event";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit } from "@/lib/services/core/world";

/** Tells what a step did, to whoever listens. Returns the subscription as it is after it. */
export async function publishStep<Changes extends Partial<SubscriptionRow>>(
  unit: Unit,
  row: SubscriptionRow,
  step: Step,
  changes: Changes,
): Promise<SubscriptionRow> {
  const updated = { ...row, ...changes };
  if (step.event) {
    const { at, previousStatus: before } = step;
    const more = step.event === "subscription.changed" ? { previous_product: updated.previousProduct } : {};
    emitSubscription(unit, updated, step.event, { at, before, more });
  }
  if (changesAccess(row, step)) await publishAccess(unit, updated, step);
  return updated;
}

/** Writes an event with the number that the subscription has by now. `more`: what it says besides the object. */
export function emitSubscription(
  unit: Unit,
  row: SubscriptionRow,
  type: EventType,
  {
    at = unit.now,
    before = null,
    more = {},
  }: { at?: Date; before?: Step["previousStatus"]; more?: object } = {},
): void {
  const { id, storeId, livemode, eventSequence: sequence } = row;
  unit.emit({
    ...{ type, storeId, livemode, objectId: id, sequence, dedupeKey: `${id}/${sequence}`, at },
    data: { ...subscriptionEventData(row, at, manageUrl(unit.world, row), before), ...more },
  });
}

/**
 * Publishes access.changed: this subscription begins or stops giving access. It is also published where no other event
 * is, when the paid time of a cancelled subscription ends. Its sequence is separate from the subscription's own events,
 * under the lock of its row, but it is delivered in their line: after the event that caused it.
 */
async function publishAccess(
  unit: Unit,
  row: SubscriptionRow,
  { at, event, previousStatus }: Step,
): Promise<void> {
  const { storeId, livemode } = row;
  const objectId = `access/${row.id}`;
  // With the first event of all, there was no access event before.
  const sequence = event && row.eventSequence === 1 ? 1 : await unit.nextSequence(storeId, objectId);
  unit.emit({
    type: "access.changed",
    storeId,
    livemode,
    objectId,
    line: row.id,
    sequence,
    dedupeKey: `${objectId}/${sequence}`,
    at,
    data: subscriptionEventData(row, at, manageUrl(unit.world, row), previousStatus),
  });
}

/**
 * Why a subscription costs what it costs from now on. `plan`: what its product cost when it began. `change`: another plan.
 * `discount`: one was redeemed, given or taken away. `moved`: as it was moved in.
 */
export type PriceReason = "plan" | "change" | "discount" | "moved";

type Priced = Pick<
  SubscriptionRow,
  "id" | "storeId" | "livemode" | "productId" | "interval" | "currency" | "amountMinor"
> &
  Partial<Pick<SubscriptionRow, "discountId" | "discountPeriodsLeft">>;

/**
 * Writes down what subscriptions cost from now on, why, and whose act that was: no price is there that nothing explains.
 * Of live ones alone: nobody pays in test mode.
 */
export function recordPrices(
  { tx, now }: Pick<Unit, "tx" | "now">,
  rows: readonly Priced[],
  why: PriceReason,
  actor: string,
): void {
  const live = rows.filter(({ livemode }) => livemode);
  if (live.length > 0) tx.$send(pricesOf(live, why, actor, now));
}

/** The statement that does it, for who has another one to send with it. */
export function pricesOf(
  rows: readonly Priced[],
  why: PriceReason,
  actor: string,
  createdAt: Date,
): Prisma.Sql {
  const prices = rows.map((row) => {
    const { id, storeId, livemode, productId, interval, currency, amountMinor, discountId = null } = row;
    const priced = { storeId, livemode, subscriptionId: id, productId, interval, currency, amountMinor };
    const discountPeriods = row.discountPeriodsLeft ?? null;
    return { ...priced, discountId, discountPeriods, why, actor, createdAt };
  });
  return insertedAll("subscription_prices", prices);
}
