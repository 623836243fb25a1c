import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

const spanMs = 24 * 60 * 60 * 1000;

export interface EndpointStats {
  /** Of the deliveries attempted in the last 24 hours, the part that has succeeded: 0 to 1, null when there were none. */
  successShare: number | null;
  attempted: number;
  /** The last attempt ever made. */
  lastDeliveryAt: Date | null;
}

/** How each endpoint of the caller's mode has done, by its id. */
export async function endpointStats(world: World, caller: Caller): Promise<Map<number, EndpointStats>> {
  const since = new Date(world.clock.now().getTime() - spanMs);
  const endpoints = await world.db.webhookEndpoint.findMany({
    where: { storeId: caller.storeId, livemode: caller.livemode, deletedAt: null },
    select: { id: true },
  });
  const scope = { storeId: caller.storeId, livemode: caller.livemode };
  const [recent, last] = await Promise.all([
    world.db.webhookDelivery.groupBy({
      by: ["endpointId", "status"],
      where: { ...scope, lastAttemptAt: { gte: since } },
      _count: true,
    }),
    world.db.webhookDelivery.groupBy({
      by: ["endpointId"],
      where: scope,
      _max: { lastAttemptAt: true },
    }),
  ]);
  return new Map(
    endpoints.map(({ id }) => {
      const groups = recent.filter((group) => group.endpointId === id);
      const attempted = groups.reduce((sum, group) => sum + group._count, 0);
      const succeeded = groups.find((group) => group.status === "succeeded")?._count ?? 0;
      const lastDeliveryAt = last.find((group) => group.endpointId === id)?._max.lastAttemptAt ?? null;
      return [
        id,
        { successShare: attempted === 0 ? null : succeeded / attempted, attempted, lastDeliveryAt },
      ];
    }),
  );
}
