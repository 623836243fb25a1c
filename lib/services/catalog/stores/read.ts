import type { StoreRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** The store the caller acts for. */
export async function readStore(world: World, caller: Caller): Promise<StoreRow> {
  const row = await world.db.store.findFirst({ where: { id: caller.storeId, accountId: caller.accountId } });
  if (!row) throw new NotFound();
  return row;
}
