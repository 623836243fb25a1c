import type { PayoutRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/uuid";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

export type { PayoutRow } from "@/lib/db/rows";

/** One payout of the store. */
export async function readPayout(world: World, caller: Caller, id: string): Promise<PayoutRow> {
  permitRead(caller, "money");
  const where = { id, storeId: caller.storeId };
  const row = isUuidV4(id) ? await world.db.payout.findFirst({ where }) : null;
  if (!row) throw new NotFound();
  return row;
}

/** Newest first. */
export async function listPayouts(
  world: World,
  caller: Caller,
  page: { skip: number; take: number },
): Promise<{ rows: PayoutRow[]; total: number }> {
  permitRead(caller, "money");
  const where = { storeId: caller.storeId };
  const [rows, total] = await Promise.all([
    world.db.payout.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], ...page }),
    world.db.payout.count({ where }),
  ]);
  return { rows, total };
}
