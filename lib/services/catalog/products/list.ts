import type { ProductRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
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
  page: { skip: number; take: number },
): Promise<{ rows: ProductRow[]; total: number }> {
  const where = {
    storeId: caller.storeId,
    ...(filters.kind === undefined ? {} : { kind: filters.kind }),
    ...(filters.status === undefined ? {} : { status: filters.status }),
  };
  const [rows, total] = await Promise.all([
    world.db.product.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: page.skip,
      take: page.take,
    }),
    world.db.product.count({ where }),
  ]);
  return { rows, total };
}
