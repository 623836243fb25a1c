import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";

/** Throws Invalid on `product_ids` unless all are products of the store. */
export async function productProblems(
  unit: Unit,
  { storeId }: Caller,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await unit.tx.product.count({ where: { storeId, id: { in: [...ids] } } });
  if (found < ids.length) throw new Invalid({ product_ids: [say("not_product")] });
}
