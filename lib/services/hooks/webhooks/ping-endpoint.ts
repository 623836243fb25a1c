import { NotFound } from "@/lib/domain/refusal";
import { composeId } from "@/lib/domain/token";
import { serializeEvent } from "@/lib/resources/event";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { endpointWhere, requireWebhooks } from "./endpoint";
import { type AttemptResult, attemptManually, type ManualTarget } from "./manual-attempt";

/**
 * Sends a test event of type `ping` to one endpoint, once, and returns the result. It is in the event log like any
 * other. A disabled endpoint can be pinged too, so that its owner can check whether it works again. Throws NotFound, or
 * the Refusals of `requireWebhooks`.
 */
export async function pingEndpoint(
  world: World,
  caller: Caller,
  endpointId: number,
  sentBy: string,
): Promise<AttemptResult> {
  permit(caller, "endpoint.change");
  await requireWebhooks(world, caller);
  return attemptManually(world, await recordPing(world, caller, endpointId), sentBy);
}

function recordPing(world: World, caller: Caller, endpointId: number): Promise<ManualTarget> {
  return transact(world, async (unit) => {
    const { tx, now } = unit;
    const endpoint = await tx.webhookEndpoint.findFirst({ where: endpointWhere(caller, endpointId) });
    if (!endpoint) throw new NotFound();
    const scope = { storeId: caller.storeId, livemode: caller.livemode };
    const objectId = `webhook_endpoint_${endpointId}`;
    const id = composeId("evt_", now.getTime(), world.random.bytes(24));
    const data = {
      id: endpointId,
      object: "webhook_endpoint",
      livemode: caller.livemode,
      status: endpoint.disabledAt ? "disabled" : "enabled",
      url: endpoint.url,
    };
    const payload = serializeEvent({ id, type: "ping", livemode: caller.livemode, createdAt: now, data });
    await tx.event.create({
      data: {
        ...scope,
        id,
        type: "ping",
        objectId,
        sequence: (await tx.event.count({ where: { ...scope, objectId } })) + 1,
        dedupeKey: `ping/${id}`,
        payload,
        occurredAt: now,
        createdAt: now,
      },
    });
    // A ping is sent once and has no retries: it counts as failed until its answer is known.
    const delivery = await tx.webhookDelivery.create({
      data: {
        ...scope,
        eventId: id,
        endpointId,
        line: objectId,
        status: "failed",
        completedAt: now,
        createdAt: now,
      },
    });
    return { deliveryId: delivery.id, endpoint, event: { eventId: id, type: "ping", payload } };
  });
}
