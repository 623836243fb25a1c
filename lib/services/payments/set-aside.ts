import type { SuspenseReason } from "@/lib/domain/attempt";
import { suspenseReceived } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "../unit";
import type { World } from "../world";
import { costOf, paidTime, recordSuccess } from "./credit";
import type { LockedAttempt } from "./lock-attempt";

/**
 * Money came that cannot be credited as it is: it goes to the store's suspense, whole, in the currency it came in. What
 * was paid twice is queued to go back by itself; the rest waits for a person. The order is not completed by it.
 */
export async function setAside(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
  reason: SuspenseReason,
): Promise<void> {
  await recordSuccess(unit, attempt, settlement, paidTime(unit, attempt, settlement), reason);
  const { minor, currency } = settlement.amount;
  if (reason === "paid_twice") {
    await unit.tx.refund.create({
      data: {
        id: uuidOf(world),
        storeId: attempt.storeId,
        orderId: attempt.orderId,
        attemptId: attempt.id,
        requestKey: `${reason}/${attempt.id}`,
        currency,
        amountMinor: minor,
        reason,
        nextPollAt: unit.now,
        createdAt: unit.now,
      },
    });
  }
  const entry = suspenseReceived({ amountMinor: minor, railCostMinor: costOf(settlement) });
  const { id: sourceId, storeId, rail } = attempt;
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
}

/** UUIDv4 of the world's own randomness. */
function uuidOf(world: World): string {
  const bytes = Buffer.from(world.random.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
