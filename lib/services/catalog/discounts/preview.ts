import type { World } from "@/lib/services/core/world";
import { type Chosen, chooseReduction, type Offered } from "./choose";

/** What would be taken off, for a page that shows a price. Reserves and counts nothing. */
export async function previewReduction(world: World, storeId: number, offered: Offered): Promise<Chosen> {
  return chooseReduction(world, world.db, storeId, offered, null, world.clock.now());
}

/** Whether a payer of this store could have a code: where none could, no page asks for one. */
export async function takesCodes(world: World, storeId: number): Promise<boolean> {
  const found = await world.db.discountCode.findFirst({
    where: { storeId, code: { not: null } },
    select: { id: true },
  });
  return found !== null;
}
