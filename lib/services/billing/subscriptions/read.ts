import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export type { SubscriptionRow };

/** One subscription of the caller's store and mode. Absent and foreign are the same NotFound. */
export async function readSubscription(world: World, caller: Caller, id: string): Promise<SubscriptionRow> {
  const row = await world.db.subscription.findFirst({
    where: { id, storeId: caller.storeId, livemode: caller.livemode },
    include: subscriptionInclude,
  });
  if (!row) throw new NotFound();
  return row;
}
