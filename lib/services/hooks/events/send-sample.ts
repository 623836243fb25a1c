import type { ChoosableEventType } from "@/lib/domain/event-types";
import { composeId } from "@/lib/domain/token";
import { sampleEventData } from "@/lib/resources/sample-event";
import { requireTestMode } from "@/lib/services/billing/test-mode/delete-test-data";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { readTestEvent, type SignedEvent } from "./listen";

/**
 * Publishes an event of this type about a sample object, to the store's test endpoints and to listeners: test mode has
 * no real orders or invoices. Nothing else is written. Throws Refusal `test_mode_off`.
 */
export async function sendSampleEvent(
  world: World,
  caller: Caller,
  type: ChoosableEventType,
): Promise<SignedEvent> {
  const { storeId } = caller;
  const objectId = composeId("sample_", world.clock.now().getTime(), world.random.bytes(24));
  await transact(world, async (unit) => {
    await requireTestMode(unit, caller);
    unit.emit({
      ...{ type, storeId, livemode: false, objectId, sequence: 1, dedupeKey: objectId },
      at: unit.now,
      data: sampleEventData(type),
    });
  });
  const { id } = await world.db.event.findUniqueOrThrow({
    where: { dedupeKey: objectId },
    select: { id: true },
  });
  return readTestEvent(world, caller, id);
}
