import type { ProductRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import { type Counted, counted, given, newestFirst, type Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";

export interface ProductFilters {
  kind?: ProductRow["kind"];
  status?: ProductRow["status"];
}

/** Newest first, drafts and archived ones included: whoever holds the key is the seller. */
export async function listProducts(
  world: World,
  caller: Caller,
  filters: ProductFilters,
  page: Page,
): Promise<Counted<ProductRow>> {
  const { kind, status } = filters;
  const where = { storeId: caller.storeId, ...given({ kind, status }) };
  return counted(
    world.db.product.findMany({ where, orderBy: newestFirst, ...page }),
    world.db.product.count({ where }),
  );
}
