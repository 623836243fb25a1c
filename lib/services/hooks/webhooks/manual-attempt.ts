import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { attemptDelivery, attemptRow, type DeliveryAttempt, isSuccess } from "./delivery-attempt";
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
