import type { SubscriptionRow } from "@/lib/db/rows";
import { changesAccess, type Step } from "@/lib/domain/subscription";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit, World } from "@/lib/services/core/world";

/** Tells what a step did, to whoever listens. Returns the subscription as it is after it. */
export async function publishStep<Changes extends Partial<SubscriptionRow>>(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  step: Step,
  changes: Changes,
): Promise<SubscriptionRow> {
  const updated = { ...row, ...changes };
  if (step.event) {
    unit.emit({
      type: step.event,
      storeId: row.storeId,
      livemode: row.livemode,
      objectId: row.id,
      sequence: updated.eventSequence,
      dedupeKey: `${row.id}/${updated.eventSequence}`,
      at: step.at,
      data: {
        ...subscriptionEventData(updated, step.at, manageUrl(world, updated), step.previousStatus),
        ...(step.event === "subscription.changed" ? { previous_product: updated.previousProduct } : {}),
      },
    });
  }
  if (changesAccess(row, step)) await publishAccess(world, unit, updated, step);
  return updated;
}

/**
 * Publishes access.changed: this subscription begins or stops giving access. It is also published where no other event
 * is, when the paid time of a cancelled subscription ends. Its sequence is separate from the subscription's own events,
 * under the lock of its row, but it is delivered in their line: after the event that caused it.
 */
async function publishAccess(
  world: World,
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
    data: subscriptionEventData(row, at, manageUrl(world, row), previousStatus),
  });
}
