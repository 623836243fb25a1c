import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** One event of an object by its place among them, and to how many endpoints it goes. Null when there is none. */
export async function sentEvent(
  world: World,
  caller: Caller,
  objectId: string,
  sequence: number,
): Promise<{ id: string; type: string; endpoints: number } | null> {
  const event = await world.db.event.findFirst({
    where: { storeId: caller.storeId, livemode: caller.livemode, objectId, sequence },
    select: {
      id: true,
      type: true,
      _count: { select: { deliveries: { where: { status: { not: "skipped" } } } } },
    },
  });
  return event && { id: event.id, type: event.type, endpoints: event._count.deliveries };
}
