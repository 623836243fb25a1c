import type { DisputeRow } from "@/lib/db/rows";
import { disputeFee } from "@/lib/domain/dispute";
import type { Money } from "@/lib/domain/money";
import type { Caller, Unit, World } from "@/lib/services/core/world";

export type { DisputeRow };

/** The disputes of an order's payments, oldest first. */
export function listDisputes(world: World, caller: Caller, orderId: number): Promise<DisputeRow[]> {
  return world.db.dispute.findMany({
    where: { storeId: caller.storeId, orderId },
    orderBy: { openedAt: "asc" },
  });
}

/**
 * Books the rail's fee for a dispute so far, in the currency in which it was taken. The service bears it, like every
 * cost of a rail. Only the difference to the last time is booked, also when a rail gives the fee back to the winner.
 */
export async function bookFee(unit: Unit, { id }: DisputeRow, fee: Money | undefined): Promise<void> {
  const dispute = await unit.tx.dispute.findUniqueOrThrow({ where: { id } });
  const { feeCurrency, feeMinor, storeId, rail } = dispute;
  if (!fee || fee.minor === feeMinor || fee.minor < 0n) return;
  if (feeCurrency !== null && feeCurrency !== fee.currency) return;
  const moves = dispute.moves + 1;
  const data = { feeCurrency: fee.currency, feeMinor: fee.minor, moves };
  await unit.tx.dispute.update({ where: { id }, data });
  const entry = disputeFee(fee.minor - feeMinor);
  await unit.post({ ...entry, sourceId: `${id}/${moves}`, storeId, rail, currency: fee.currency });
}
