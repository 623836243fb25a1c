import { goesBack, type SuspenseReason } from "@/lib/domain/attempt";
import { suspenseReceived } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "../unit";
import type { World } from "../world";
import { costOf, paidTime, recordSuccess } from "./credit";
import type { LockedAttempt } from "./lock-attempt";
import { queueReturn } from "./queue-return";

/**
 * Money came that cannot be credited as it is: it goes to the store's suspense, whole, in the currency it came in. What
 * has nothing left to pay for is queued to go back by itself; the rest waits for a person. The order is not completed by it.
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
  if (goesBack(reason)) await queueReturn(world, unit, attempt, settlement.amount, reason);
  const entry = suspenseReceived({ amountMinor: minor, railCostMinor: costOf(settlement) });
  const { id: sourceId, storeId, rail } = attempt;
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
}
