import type { TillPayment } from "@/lib/domain/till-payment";
import type { Unit } from "@/lib/services/core/world";
import { settle } from "../settlement/settle";

/** The last act of a transaction: the one `settle` decides. */
export async function settleArrived(
  unit: Unit,
  { id, railRef }: { id: string; railRef: string | null },
  { receipt, amount, at, ...payment }: TillPayment,
): Promise<void> {
  const settlement = {
    railRef: railRef ?? payment.railRef ?? receipt,
    ...{ receipt, amount, paidAt: at },
    method: "mobile_money" as const,
  };
  await settle({ ...unit.world, unit }, id, { kind: "succeeded", settlement }, { isLate: true });
}
