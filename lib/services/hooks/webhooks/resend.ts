import type { Prisma } from "@/lib/db/client";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { requireWebhooks } from "./endpoint";
import { type AttemptResult, attemptManually, type ManualTarget } from "./manual-attempt";

/** A selection is sent while its owner waits; larger numbers are for `resendMissed`. */
export const selectionMax = 20;
const sideBySide = 4;
/** For an endpoint that never had the event, the planned attempts begin this long after the manual one. */
const planAfterMs = 60_000;

/** Sends one delivery again, now: same id and bytes, current URL and secret. `sentBy`: the person, shown in the log. */
export async function resendDelivery(
  world: World,
  caller: Caller,
  deliveryId: bigint,
  sentBy: string,
): Promise<AttemptResult> {
  permit(caller, "event.resend");
  await requireWebhooks(world, caller);
  const delivery = await world.db.webhookDelivery.findFirst({
    where: { id: deliveryId, ...scopeOf(caller), endpoint: { deletedAt: null } },
    include: { event: true, endpoint: true },
  });
  if (!delivery) throw new NotFound();
  return attemptManually(world, targetOf(delivery), sentBy);
}

/**
 * Sends an event again, now, to one endpoint or to all that had it or subscribe to its type. An endpoint that never had
 * it gets a new delivery, so a new endpoint can receive earlier events.
 */
export async function resendEvent(
  world: World,
  caller: Caller,
  eventId: string,
  sentBy: string,
  endpointId?: number,
): Promise<AttemptResult[]> {
  return resendEvents(world, caller, [eventId], sentBy, endpointId);
}

/** The same for a selection of at most 20 events. Invalid on `events` when there are more. */
export async function resendEvents(
  world: World,
  caller: Caller,
  eventIds: string[],
  sentBy: string,
  endpointId?: number,
): Promise<AttemptResult[]> {
  permit(caller, "event.resend");
  if (eventIds.length > selectionMax)
    throw new Invalid({
      events: [say("events_most", { max: selectionMax })],
    });
  await requireWebhooks(world, caller);
  const targets: ManualTarget[] = [];
  for (const eventId of new Set(eventIds))
    targets.push(...(await prepare(world, caller, eventId, endpointId)));
  return sendAll(world, targets, sentBy);
}

/**
 * Resends all deliveries that failed or were skipped since a time, to one endpoint or to all enabled ones. Each gets a
 * new plan and is sent in the next pass; the audit log has the act. Pings are not resent.
 */
export async function resendMissed(
  world: World,
  caller: Caller,
  since: Date,
  sentBy: string,
  endpointId?: number,
): Promise<{ queued: number }> {
  permit(caller, "event.resend");
  await requireWebhooks(world, caller);
  const queued = await transact(world, async (unit) => {
    const { count } = await unit.tx.webhookDelivery.updateMany({
      where: {
        ...scopeOf(caller),
        ...(endpointId === undefined ? {} : { endpointId }),
        status: { in: ["failed", "skipped"] },
        createdAt: { gte: since },
        endpoint: { deletedAt: null, disabledAt: null },
        event: { type: { not: "ping" } },
      },
      data: {
        status: "pending",
        skippedReason: null,
        attemptsMade: 0,
        firstAttemptAt: null,
        nextAttemptAt: unit.now,
        leasedUntil: null,
        completedAt: null,
      },
    });
    await unit.audit(caller, {
      action: "webhooks.resent",
      target: endpointId === undefined ? `store:${caller.storeId}` : `webhook_endpoint:${endpointId}`,
      details: { queued: count, since: since.toISOString(), sentBy, livemode: caller.livemode },
    });
    return count;
  });
  if (queued > 0) world.wake("webhooks");
  return { queued };
}

/** The deliveries of an event that can be sent now; missing ones are created. */
async function prepare(
  world: World,
  caller: Caller,
  eventId: string,
  endpointId: number | undefined,
): Promise<ManualTarget[]> {
  const event = await world.db.event.findFirst({ where: { id: eventIdOf(eventId), ...scopeOf(caller) } });
  if (!event) throw new NotFound();
  const takes = { types: { has: event.type }, disabledAt: null };
  const endpoints = await world.db.webhookEndpoint.findMany({
    where: {
      ...scopeOf(caller),
      deletedAt: null,
      // A ping belongs to the endpoint that was pinged.
      ...(endpointId === undefined || event.type === "ping"
        ? { OR: [{ deliveries: { some: { eventId: event.id } } }, takes] }
        : {}),
      ...(endpointId === undefined ? {} : { id: endpointId }),
    },
    select: { id: true },
  });
  if (endpointId !== undefined && endpoints.length === 0) throw new NotFound();
  const now = world.clock.now();
  const nextAttemptAt = new Date(now.getTime() + planAfterMs);
  await world.db.webhookDelivery.createMany({
    data: endpoints.map(({ id }) => {
      const of = { eventId: event.id, endpointId: id, line: event.objectId };
      return { ...scopeOf(caller), ...of, nextAttemptAt, createdAt: now };
    }),
    skipDuplicates: true,
  });
  const deliveries = await world.db.webhookDelivery.findMany({
    where: { eventId: event.id, endpointId: { in: endpoints.map(({ id }) => id) } },
    orderBy: { endpointId: "asc" },
    include: { event: true, endpoint: true },
  });
  return deliveries.map(targetOf);
}

async function sendAll(world: World, targets: ManualTarget[], sentBy: string): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  for (let start = 0; start < targets.length; start += sideBySide) {
    const group = targets.slice(start, start + sideBySide);
    results.push(...(await Promise.all(group.map((target) => attemptManually(world, target, sentBy)))));
  }
  return results;
}

function targetOf(
  delivery: Prisma.WebhookDeliveryGetPayload<{ include: { event: true; endpoint: true } }>,
): ManualTarget {
  const { event, endpoint } = delivery;
  return {
    deliveryId: delivery.id,
    endpoint,
    event: {
      eventId: event.id,
      type: event.type,
      payload: event.payload,
      requestId: event.requestId,
    },
  };
}

function scopeOf(caller: Caller): { storeId: number; livemode: boolean } {
  return { storeId: caller.storeId, livemode: caller.livemode };
}

/** Throws NotFound for an id of the wrong format without a query: some characters would be a database error. */
export function eventIdOf(text: string): string {
  if (!/^evt_[0-9A-Za-z]{30}$/.test(text)) throw new NotFound();
  return text;
}
