import type { ProductRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { type Counted, counted, given, newestFirst, type Page } from "@/lib/services/core/list";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";

/** Newest first, including drafts and archived ones, because the caller is the seller. */
export async function listProducts(
  world: World,
  caller: Caller,
  filters: { kind?: ProductRow["kind"]; status?: ProductRow["status"] },
  page: Page,
): Promise<Counted<ProductRow>> {
  const { kind, status } = filters;
  const where = { storeId: caller.storeId, ...given({ kind, status }) };
  return counted(
    world.db.product.findMany({ where, orderBy: newestFirst, ...page }),
    world.db.product.count({ where }),
  );
}

export interface ListedProduct extends ProductRow {
  /** Live subscriptions whose last recorded status is active or past due. */
  activeSubscribers: number;
  /** The page for payers: the subscribe page of a subscription, else the product page. */
  payUrl: string;
}

/** The store's products, newest first, at most 100. */
export async function listProductsForDashboard(world: World, caller: Caller): Promise<ListedProduct[]> {
  const [rows, subscribers] = await Promise.all([
    world.db.product.findMany({ where: { storeId: caller.storeId }, orderBy: newestFirst, take: 100 }),
    countSubscribers(world, caller),
  ]);
  return rows.map((row) => listed(world, row, subscribers));
}

/** One of them, or null. */
export async function readProductForDashboard(
  world: World,
  caller: Caller,
  id: number,
): Promise<ListedProduct | null> {
  const [row, subscribers] = await Promise.all([
    world.db.product.findFirst({ where: { id, storeId: caller.storeId } }),
    countSubscribers(world, caller),
  ]);
  return row && listed(world, row, subscribers);
}

/** By product, from the sums: counting a million takes a second. */
async function countSubscribers(world: World, { storeId }: Caller): Promise<Map<number, number>> {
  await sumUp(world, storeId);
  const { rows } = await world.pool.query<{ id: number; n: number }>(
    `SELECT number AS id, count AS n FROM sums
     WHERE store_id = $1 AND livemode AND grain = 'slot' AND kind = 'subscribers'`,
    [storeId],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

function listed(world: World, product: ProductRow, subscribers: Map<number, number>): ListedProduct {
  const page = product.interval ? "subscribe" : "product";
  return {
    ...product,
    activeSubscribers: subscribers.get(product.id) ?? 0,
    payUrl: `${world.config.siteUrl}/${page}/${product.token}`,
  };
}

/** One product of the caller's store; products are the same in live and test mode. Throws NotFound. */
export async function readProduct(world: World, caller: Caller, id: number): Promise<ProductRow> {
  const row = await world.db.product.findFirst({ where: { id, storeId: caller.storeId } });
  if (!row) throw new NotFound();
  return row;
}
