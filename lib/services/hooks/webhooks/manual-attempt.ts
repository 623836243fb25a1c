import { NotFound } from "@/lib/domain/refusal";
import { composeId } from "@/lib/domain/token";
import { serializeEvent } from "@/lib/resources/event";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { attemptDelivery, attemptRow, type DeliveryAttempt, isSuccess } from "./delivery-attempt";
import { endpointWhere, requireWebhooks } from "./endpoint";
import { recordSuccess } from "./endpoint-health";
import { lockDelivery } from "./record";
import type { SigningFacts } from "./sign";

/** The result of an attempt that a person requested. */
export interface AttemptResult {
  eventId: string;
  deliveryId: bigint;
  endpointId: number;
  /** True after a 2xx. */
  ok: boolean;
  statusCode: number | null;
  errorClass: string | null;
  /** Why there was no answer, in words. */
  errorMessage: string | null;
  durationMs: number;
  responseBody: string | null;
}

export interface ManualTarget {
  deliveryId: bigint;
  endpoint: SigningFacts & { id: number; url: string };
  event: { eventId: string; type: string; payload: string; requestId?: string | null };
}

/**
 * Sends once, now, to the current URL with the current secret; same id and bytes. A success ends the delivery and
 * cancels all planned retries; a failure does not change the plan.
 */
export async function attemptManually(
  world: World,
  target: ManualTarget,
  sentBy: string,
): Promise<AttemptResult> {
  const attempt = await attemptDelivery(world, target.endpoint, target.event);
  await recordManual(world, target, attempt, sentBy);
  return {
    eventId: target.event.eventId,
    deliveryId: target.deliveryId,
    endpointId: target.endpoint.id,
    ok: isSuccess(attempt),
    statusCode: attempt.statusCode,
    errorClass: attempt.errorClass,
    errorMessage: attempt.errorMessage,
    durationMs: attempt.durationMs,
    responseBody: attempt.statusCode === null ? null : attempt.responseBody,
  };
}

function recordManual(
  world: World,
  target: ManualTarget,
  attempt: DeliveryAttempt,
  sentBy: string,
): Promise<void> {
  return transact(world, async (unit) => {
    const row = await lockDelivery(unit, target.endpoint.id, target.deliveryId);
    if (!row) return;
    await unit.tx.webhookAttempt.create({ data: attemptRow(target.deliveryId, attempt, sentBy) });
    await unit.tx.webhookDelivery.update({
      where: { id: target.deliveryId },
      data: {
        lastAttemptAt: attempt.startedAt,
        ...(isSuccess(attempt)
          ? {
              status: "succeeded",
              skippedReason: null,
              completedAt: attempt.endedAt,
              nextAttemptAt: null,
              leasedUntil: null,
            }
          : {}),
      },
    });
    if (isSuccess(attempt)) await recordSuccess(unit, target.endpoint.id, attempt);
  });
}

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
