import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";

/** All links that whoever read this customer's messages may have end; where the customer's contact changes hands. */
export async function endManageLinks(
  unit: Unit,
  { accountId, livemode }: Pick<Caller, "accountId" | "livemode">,
  customerId: number,
): Promise<void> {
  await unit.tx.subscription.updateMany({
    where: { accountId, livemode, customerId },
    data: { manageVersion: { increment: 1 } },
  });
}
