import { nextAttemptAt } from "@/lib/domain/retry-schedule";
import { transact, type Unit } from "../unit";
import type { World } from "../world";
import { type Attempt, attemptRow, isSuccess, retryAfterMs } from "./attempt";
import type { Claimed } from "./claim";
import { recordFailure, warnOwners } from "./endpoint-health";
import { recordDelivered } from "./record-delivered";

export type Outcome = "delivered" | "retried" | "failed" | "skipped" | "lost";

/**
 * Stores an attempt of the plan and what follows from it. The attempt itself is always kept, for it happened; the
 * delivery changes only while our lease holds, for otherwise somebody else has decided about it (`lost`).
 */
export async function recordAttempt(world: World, claimed: Claimed, attempt: Attempt): Promise<Outcome> {
  if (isSuccess(attempt)) return (await recordDelivered(world, claimed, attempt)) ? "delivered" : "lost";
  return transact<Outcome>(world, async (unit) => {
    const row = await lockDelivery(unit, claimed.endpointId, claimed.deliveryId);
    if (!row) return "lost";
    await unit.tx.webhookAttempt.create({ data: attemptRow(claimed.deliveryId, attempt, null) });
    if (row.leasedUntil?.getTime() !== claimed.leasedUntil.getTime()) return "lost";
    const firstAt = row.firstAttemptAt ?? attempt.startedAt;
    const attemptsMade = row.attemptsMade + 1;
    const facts = {
      attemptsMade,
      firstAttemptAt: firstAt,
      lastAttemptAt: attempt.startedAt,
      leasedUntil: null,
    };
    const next = nextTry(world, attempt, firstAt, attemptsMade);
    await unit.tx.webhookDelivery.update({
      where: { id: claimed.deliveryId },
      data: next
        ? { ...facts, nextAttemptAt: next }
        : { ...facts, status: "failed", completedAt: attempt.endedAt, nextAttemptAt: null },
    });
    if (!next) await warnOwners(world, unit, claimed, attempt);
    await recordFailure(world, unit, claimed, attempt);
    return next ? "retried" : "failed";
  });
}

/** Ends a claimed delivery that must not be sent after all. */
export function recordObstacle(world: World, claimed: Claimed, obstacle: string): Promise<Outcome> {
  return transact<Outcome>(world, async (unit) => {
    await unit.tx.webhookDelivery.updateMany({
      where: { id: claimed.deliveryId, leasedUntil: claimed.leasedUntil },
      data: {
        status: "skipped",
        skippedReason: obstacle,
        nextAttemptAt: null,
        leasedUntil: null,
        completedAt: unit.now,
      },
    });
    return "skipped";
  });
}

/** The endpoint first, then its delivery: everyone locks in this order, so nobody waits in a circle. */
export async function lockDelivery(unit: Unit, endpointId: number, deliveryId: bigint) {
  await unit.tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${endpointId} FOR NO KEY UPDATE`;
  await unit.tx.$queryRaw`SELECT 1 FROM webhook_deliveries WHERE id = ${deliveryId} FOR UPDATE`;
  return unit.tx.webhookDelivery.findUnique({ where: { id: deliveryId } });
}

/** 410 says that nobody is there any more: that event is over. Everything else follows the plan. */
function nextTry(world: World, attempt: Attempt, firstAt: Date, attemptsMade: number): Date | null {
  if (attempt.statusCode === 410) return null;
  return nextAttemptAt({
    firstAt,
    attemptsMade,
    now: attempt.endedAt,
    jitter: Buffer.from(world.random.bytes(4)).readUInt32BE() / 2 ** 32,
    retryAfterMs: retryAfterMs(attempt),
    slowDown: attempt.statusCode === 429 || attempt.errorClass === "timeout",
  });
}
