import type { SubscriptionRow } from "@/lib/db/rows";
import type { Step } from "@/lib/domain/subscription";
import { subscriptionEventData } from "@/lib/resources/subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import type { Unit, World } from "@/lib/services/core/world";

/**
 * access.changed: this subscription begins or ceases to let its user in. It is also told where nothing else is, when
 * the paid time of a cancelled subscription runs out. Its place is counted apart from the subscription's own events,
 * under the lock of its row, and it goes out in their line: after the event that is its cause.
 */
export async function publishAccess(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  { at, event, previousStatus }: Step,
): Promise<void> {
  const { storeId, livemode } = row;
  const objectId = `access/${row.id}`;
  // With the first event of all there was none about access before.
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
