import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export type { OrderRow } from "@/lib/db/rows";

/** One order by its id or its number (spec, Orders). Absent and foreign are the same NotFound. */
export async function readOrder(
  world: World,
  caller: Caller,
  idOrNumber: number | string,
): Promise<OrderRow> {
  const which = typeof idOrNumber === "number" ? { id: idOrNumber } : { number: idOrNumber };
  const row = await world.db.order.findFirst({
    where: { ...which, storeId: caller.storeId, livemode: caller.livemode },
    include: orderInclude,
  });
  if (!row) throw new NotFound();
  return row;
}
