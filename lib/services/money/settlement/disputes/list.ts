import type { DisputeRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export type { DisputeRow };

/** The disputes of an order's payments, oldest first. */
export function listDisputes(world: World, caller: Caller, orderId: number): Promise<DisputeRow[]> {
  return world.db.dispute.findMany({
    where: { storeId: caller.storeId, orderId },
    orderBy: { openedAt: "asc" },
  });
}
