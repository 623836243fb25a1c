import type { ProductRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** One product of the caller's store; products are the same in live and test mode. Absent and foreign are NotFound. */
export async function readProduct(world: World, caller: Caller, id: number): Promise<ProductRow> {
  const row = await world.db.product.findFirst({ where: { id, storeId: caller.storeId } });
  if (!row) throw new NotFound();
  return row;
}
