import { goesBack, type SuspenseReason } from "@/lib/domain/attempt";
import { secondReceived, suspenseReceived } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit, World } from "@/lib/services/core/world";
import { costOf, paidTime, recordSuccess } from "./credit";
import type { LockedAttempt } from "./lock-attempt";
import { queueReturn } from "./queue-return";

/**
 * Money came that cannot be credited as it is: it goes to the store's suspense, whole, in the currency it came in. What
 * has nothing left to pay for is queued to go back by itself; the rest waits for a person. The order is not completed by it.
 */
export async function suspend(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
  reason: SuspenseReason,
): Promise<void> {
  recordSuccess(unit, attempt, settlement, paidTime(unit, attempt, settlement), reason);
  const { minor, currency } = settlement.amount;
  if (goesBack(reason)) await queueReturn(world, unit, attempt, settlement.amount, reason);
  const entry = suspenseReceived({ amountMinor: minor, railCostMinor: costOf(settlement) });
  const { id: sourceId, storeId, rail } = attempt;
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
}

/**
 * More money came under an attempt that had been paid: it is set aside beside it, named by its own reference and receipt,
 * so that the books hold what the rail holds. False when this money is in the books already.
 */
export async function suspendSecond(
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
): Promise<boolean> {
  const { id, storeId, rail } = attempt;
  const { amount, railRef, receipt = "" } = settlement;
  const entry = secondReceived({ amountMinor: amount.minor, railCostMinor: costOf(settlement) });
  const sourceId = `${id}/${railRef}/${receipt}`;
  const isNew = await unit.post({ ...entry, sourceId, storeId, rail, currency: amount.currency });
  if (!isNew) return false;
  // The seller decides what becomes of it; who runs the service has to hear that a provider took money twice.
  await unit.raiseTask({
    storeId: null,
    kind: "second_payment",
    subject: sourceId,
    details: {
      ...{ order: attempt.order.number, store: storeId, rail, attempt: id, railRef, receipt },
      ...{
        got: `${amount.currency} ${amount.minor}`,
        firstRef: attempt.settledRef,
        firstReceipt: attempt.receipt,
      },
    },
  });
  return true;
}
