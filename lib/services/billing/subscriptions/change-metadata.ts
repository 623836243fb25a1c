import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

/**
 * Replaces the metadata that the seller's software stores with a subscription. No event is published. Throws NotFound.
 */
export async function changeMetadata(
  world: World,
  caller: Caller,
  id: string,
  metadata: Record<string, string>,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.change");
  const { storeId, livemode } = caller;
  return transact(world, async (unit) => {
    const { count } = await unit.tx.subscription.updateMany({
      where: { id, storeId, livemode },
      data: { metadata, updatedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    return unit.tx.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });
  });
}
