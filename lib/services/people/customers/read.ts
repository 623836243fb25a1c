import { NotFound } from "@/lib/domain/refusal";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { withValues } from "./value";

/** One customer of the caller's account and mode. Absent and foreign are the same NotFound. */
export async function readCustomer(world: World, caller: Caller, id: number): Promise<ValuedCustomer> {
  const row = await world.db.customer.findFirst({
    where: { id, accountId: caller.accountId, livemode: caller.livemode, prospect: false },
  });
  if (!row) throw new NotFound();
  const [customer] = await withValues(world.db, caller.storeId, [row]);
  if (!customer) throw new NotFound();
  return customer;
}
