import type { ProductRow, StoreRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

/** So many are light enough for a slow network. */
export const productsPerPage = 20;

export interface StorePage {
  store: StoreRow;
  /** What is on sale, newest first, of one page of the list. */
  products: ProductRow[];
  hasMore: boolean;
}

/** The store's own page by its slug. Null when there is no such store. */
export async function readStorePage(world: World, slug: string, page = 1): Promise<StorePage | null> {
  const store = await readStoreBySlug(world, slug);
  if (!store) return null;
  const products = await world.db.product.findMany({
    where: { storeId: store.id, status: "active" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    skip: (page - 1) * productsPerPage,
    take: productsPerPage + 1,
  });
  return { store, products: products.slice(0, productsPerPage), hasMore: products.length > productsPerPage };
}

const tableMax = 25;

/** What a price table on a seller's own site shows; null when there is no such store. */
export async function readPriceTable(world: World, slug: string): Promise<Omit<StorePage, "hasMore"> | null> {
  const store = await readStoreBySlug(world, slug);
  if (!store) return null;
  if (store.status === "suspended") return { store, products: [] };
  const products = await world.db.product.findMany({
    where: { storeId: store.id, status: "active" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: tableMax,
  });
  return { store, products };
}

/** Null when there is no such store. */
export async function readStoreBySlug(world: World, slug: string): Promise<StoreRow | null> {
  return /^[0-9a-z-]{1,100}$/.test(slug) ? world.db.store.findUnique({ where: { slug } }) : null;
}
