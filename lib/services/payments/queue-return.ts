import type { SuspenseReason } from "@/lib/domain/attempt";
import type { Money } from "@/lib/domain/money";
import type { Unit } from "../unit";
import type { World } from "../world";
import type { LockedAttempt } from "./lock-attempt";

/** Money in suspense that goes back to its payer by itself. */
export async function queueReturn(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  amount: Money,
  reason: SuspenseReason,
): Promise<void> {
  await unit.tx.refund.create({
    data: {
      id: newUuid(world),
      storeId: attempt.storeId,
      orderId: attempt.orderId,
      attemptId: attempt.id,
      requestKey: `${reason}/${attempt.id}`,
      currency: amount.currency,
      amountMinor: amount.minor,
      reason,
      nextPollAt: unit.now,
      createdAt: unit.now,
    },
  });
}

/** UUIDv4 of the world's own randomness. */
export function newUuid(world: World): string {
  const bytes = Buffer.from(world.random.bytes(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
