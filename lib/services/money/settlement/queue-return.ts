import type { SuspenseReason } from "@/lib/domain/attempt";
import type { Money } from "@/lib/domain/money";
import { composeUuid } from "@/lib/domain/token";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import type { Unit } from "@/lib/services/core/world";
import type { LockedAttempt } from "./lock-attempt";

/** Queues an automatic return of money in suspense to its payer. Its order no longer waits for that money. */
export async function queueReturn(
  unit: Unit,
  attempt: LockedAttempt,
  amount: Money,
  reason: SuspenseReason,
): Promise<void> {
  await unit.tx.refund.create({
    data: {
      id: composeUuid(unit.world.random.bytes(16)),
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
  await failUnlessAwaited(unit, attempt.order);
}
