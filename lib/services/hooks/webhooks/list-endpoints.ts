import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { type EndpointView, endpointSelect } from "./endpoint";

/** The endpoints of the caller's mode, oldest first. At most five. */
export function listEndpoints(world: World, caller: Caller): Promise<EndpointView[]> {
  return world.db.webhookEndpoint.findMany({
    where: { storeId: caller.storeId, livemode: caller.livemode, deletedAt: null },
    orderBy: { id: "asc" },
    select: endpointSelect,
  });
}
