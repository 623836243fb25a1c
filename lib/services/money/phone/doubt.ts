import type { PhoneMessage } from "@/lib/db/generated/client";
import type { Unit } from "@/lib/services/core/world";
import { labelOf } from "./rows";

/**
 * A message cannot be true, or takes money back and nothing proves it. It is not booked, and its store is told. The others go
 * on: the chain itself says that this one is not of it, and a stranger's message must not stop a shop.
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
  const label = await labelOf(unit, rail);
  await unit.raiseTask({
    ...{ storeId, kind: "phone_doubt", subject: `${rail}/doubt` },
    details: { account: label, why: why ?? "overtaken", got: `${currency} ${movedMinor}` },
  });
  unit.alert({
    ...{ storeId, event: "money_waits", kind: "alert_phone_doubt", fact: `phone_doubt/${id}` },
    details: { item: label, path: `/dashboard/wallet/own/${rail}` },
  });
}
