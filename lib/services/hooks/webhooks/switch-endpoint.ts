import type { Caller } from "@/lib/services/core/world";
import { verb } from "@/lib/services/people/accounts/permit";
import {
  auditEndpoint,
  type DisabledReason,
  type EndpointView,
  endpointSelect,
  lockEndpoint,
  skipPending,
} from "./endpoint";

/**
 * Disables an endpoint. Its waiting deliveries, and those of new events, are stored as skipped and can be sent later.
 */
export const disableEndpoint = verb(
  "endpoint.change",
  async (unit, caller: Caller, id: number): Promise<EndpointView> => {
    const before = await lockEndpoint(unit, caller, id);
    if (before.disabledAt) return before;
    await skipPending(unit, id, "endpoint_disabled");
    await auditEndpoint(unit, caller, "disabled", id);
    return unit.tx.webhookEndpoint.update({
      where: { id },
      data: { disabledAt: unit.now, disabledReason: "owner" satisfies DisabledReason },
      select: endpointSelect,
    });
  },
);

/** Enables it again and resets its failures. `missed` is how many events were skipped meanwhile: offer to send them. */
export const enableEndpoint = verb(
  "endpoint.change",
  async (
    unit,
    caller: Caller,
    id: number,
  ): Promise<{ endpoint: EndpointView; missed: number; missedSince: Date | null }> => {
    const before = await lockEndpoint(unit, caller, id);
    if (!before.disabledAt) return { endpoint: before, missed: 0, missedSince: null };
    const missed = await unit.tx.webhookDelivery.aggregate({
      where: { endpointId: id, status: "skipped", completedAt: { gte: before.disabledAt } },
      _count: true,
      _min: { createdAt: true },
    });
    await auditEndpoint(unit, caller, "enabled", id, { missed: missed._count });
    const endpoint = await unit.tx.webhookEndpoint.update({
      where: { id },
      data: { disabledAt: null, disabledReason: null, failingSince: null, failuresInRow: 0, warnedAt: null },
      select: endpointSelect,
    });
    return { endpoint, missed: missed._count, missedSince: missed._min.createdAt };
  },
);

/** Deletes the endpoint for its owner; its past deliveries stay in the event log. */
export const deleteEndpoint = verb("endpoint.change", async (unit, caller: Caller, id: number) => {
  await lockEndpoint(unit, caller, id);
  await skipPending(unit, id, "endpoint_deleted");
  await unit.tx.webhookEndpoint.update({ where: { id }, data: { deletedAt: unit.now } });
  await auditEndpoint(unit, caller, "deleted", id);
});
