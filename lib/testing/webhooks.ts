import type { EventType } from "@/lib/domain/event-types";
import { composeToken } from "@/lib/domain/token";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";

/** Writes an event the way verbs do, and gives it back as it was stored. */
export async function emitEvent(
  world: World,
  caller: Caller,
  given: { type?: EventType; objectId?: string; sequence?: number } = {},
) {
  const { type = "subscription.renewed", sequence = 1 } = given;
  const objectId = given.objectId ?? `sub_${composeToken(world.random.bytes(24))}`;
  const dedupeKey = `${objectId}/${sequence}`;
  await transact(world, async (unit) =>
    unit.emit({
      type,
      storeId: caller.storeId,
      livemode: caller.livemode,
      objectId,
      sequence,
      dedupeKey,
      at: unit.now,
      data: { id: objectId, object: "subscription", livemode: caller.livemode, name: "Ünïcode ✓ \u2028" },
    }),
  );
  return world.db.event.findUniqueOrThrow({ where: { dedupeKey }, include: { deliveries: true } });
}

/** An endpoint at a local receiver: its id and secret. */
export async function endpointAt(
  world: World,
  caller: Caller,
  url: string,
): Promise<{ id: number; secret: string }> {
  const { endpoint, secret } = await createEndpoint(world, caller, { url });
  return { id: endpoint.id, secret };
}
