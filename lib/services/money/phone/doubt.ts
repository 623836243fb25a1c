import type { PhoneMessage } from "@/lib/db/generated/client";
import type { Unit } from "@/lib/services/core/world";

/**
 * A message cannot be true. It is never booked; its store is told at once, and nothing of this phone is booked until somebody
 * looked at the phone and typed its balance.
 */
export async function doubt(
  unit: Unit,
  storeId: number,
  {
    id,
    rail,
    movedMinor,
    currency,
    why,
  }: Pick<PhoneMessage, "id" | "rail" | "movedMinor" | "currency" | "why">,
): Promise<void> {
  const stoppedWhy = why ?? "overtaken";
  await unit.tx.phoneChain.update({ where: { rail }, data: { stoppedWhy } });
  const { label } = await unit.tx.railAccount.findUniqueOrThrow({
    where: { key: rail },
    select: { label: true },
  });
  await unit.raiseTask({
    ...{ storeId, kind: "phone_doubt", subject: `${rail}/doubt` },
    details: { account: label, why: stoppedWhy, got: `${currency} ${movedMinor}` },
  });
  unit.alert({
    ...{ storeId, event: "money_waits", kind: "alert_phone_doubt", fact: `phone_doubt/${id}` },
    details: { item: label, path: `/dashboard/wallet/own/${rail}` },
  });
}
