import { goesBack, type SuspenseReason } from "@/lib/domain/attempt";
import { secondReceived, suspenseReceived } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "@/lib/services/core/world";
import { queueReturn } from "../tasks/suspense";
import { costOf, paidTime, recordSuccess } from "./credit";
import type { LockedAttempt } from "./lock-attempt";
import { sourceOfSecond } from "./second-money";

/**
 * Puts money that cannot be credited into the store's suspense: the whole amount, in the currency it came in. Money
 * with nothing left to pay for is queued for return; the rest waits for a person. The order is not completed by it.
 */
export async function suspend(
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
  reason: SuspenseReason,
): Promise<void> {
  recordSuccess(unit, attempt, settlement, paidTime(unit, attempt, settlement), reason);
  const { minor, currency } = settlement.amount;
  if (goesBack(reason)) await queueReturn(unit, attempt, settlement.amount, reason);
  const entry = suspenseReceived({ amountMinor: minor, railCostMinor: costOf(settlement) });
  const { id: sourceId, storeId, rail } = attempt;
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
}

/**
 * More money came for an attempt that was already paid: it goes to suspense under its own reference and receipt, so
 * that the ledger matches the rail. False when the ledger has this money already.
 */
export async function suspendSecond(
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
): Promise<boolean> {
  const { id, storeId, rail } = attempt;
  const { amount, railRef, receipt = "" } = settlement;
  const entry = secondReceived({ amountMinor: amount.minor, railCostMinor: costOf(settlement) });
  const sourceId = sourceOfSecond(attempt, settlement);
  const isNew = await unit.post({ ...entry, sourceId, storeId, rail, currency: amount.currency });
  if (!isNew) return false;
  // The seller decides what to do with it; the operator must know that a provider took money twice.
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
