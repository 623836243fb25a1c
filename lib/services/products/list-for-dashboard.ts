import type { ProductRow } from "@/lib/db/rows";
import type { Caller } from "../caller";
import type { World } from "../world";

export interface ListedProduct extends ProductRow {
  /** Live subscriptions that have not ended by what was last recorded. */
  activeSubscribers: number;
  subscribeUrl: string;
}

/** The store's subscription products, newest first, at most 100. */
export async function listSubscriptionProducts(world: World, caller: Caller): Promise<ListedProduct[]> {
  const rows = await world.db.product.findMany({
    where: { storeId: caller.storeId, kind: "subscription" },
    include: {
      _count: {
        select: { subscriptions: { where: { livemode: true, status: { in: ["active", "past_due"] } } } },
      },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
  });
  return rows.map(({ _count, ...product }) => ({
    ...product,
    activeSubscribers: _count.subscriptions,
    subscribeUrl: `${world.config.siteUrl}/subscribe/${product.token}`,
  }));
}
