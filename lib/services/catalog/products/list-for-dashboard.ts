import type { Prisma } from "@/lib/db/client";
import type { ProductRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export interface ListedProduct extends ProductRow {
  /** Live subscriptions that have not ended by what was last recorded. */
  activeSubscribers: number;
  /** Where payers buy it: the subscribe page of a subscription, else the product page. */
  payUrl: string;
}

/** The store's products, newest first, at most 100. */
export async function listProductsForDashboard(world: World, caller: Caller): Promise<ListedProduct[]> {
  const rows = await world.db.product.findMany({
    where: { storeId: caller.storeId },
    include: counted,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 100,
  });
  return rows.map((row) => listed(world, row));
}

/** One of them, or null. */
export async function readProductForDashboard(
  world: World,
  caller: Caller,
  id: number,
): Promise<ListedProduct | null> {
  const row = await world.db.product.findFirst({ where: { id, storeId: caller.storeId }, include: counted });
  return row && listed(world, row);
}

const counted = {
  _count: {
    select: { subscriptions: { where: { livemode: true, status: { in: ["active", "past_due"] } } } },
  },
} satisfies Prisma.ProductInclude;

function listed(world: World, row: ProductRow & { _count: { subscriptions: number } }): ListedProduct {
  const { _count, ...product } = row;
  const page = product.interval ? "subscribe" : "product";
  return {
    ...product,
    activeSubscribers: _count.subscriptions,
    payUrl: `${world.config.siteUrl}/${page}/${product.token}`,
  };
}
