import { type OrderRow, orderInclude } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** The newest payments of one link or invoice, paid or given back, at most 50. */
export function recentPayments(
  world: World,
  caller: Caller,
  of: { paymentLinkId: number } | { invoiceId: number },
): Promise<OrderRow[]> {
  return world.db.order.findMany({
    where: { storeId: caller.storeId, ...of, paidAt: { not: null } },
    include: orderInclude,
    orderBy: [{ paidAt: "desc" }, { id: "desc" }],
    take: 50,
  });
}
