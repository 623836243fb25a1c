import type { ProductRow, StoreRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

const productsMax = 100;

export interface StorePage {
  store: StoreRow;
  /** What is on sale, newest first. */
  products: ProductRow[];
}

/** The store's own page by its slug. Null when there is no such store. */
export async function readStorePage(world: World, slug: string): Promise<StorePage | null> {
  if (!/^[0-9a-z-]{1,100}$/.test(slug)) return null;
  const store = await world.db.store.findUnique({ where: { slug } });
  if (!store) return null;
  const products = await world.db.product.findMany({
    where: { storeId: store.id, status: "active" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: productsMax,
  });
  return { store, products };
}
