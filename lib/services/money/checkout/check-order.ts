import { readOrder } from "@/lib/services/billing/orders/read";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { checkAttempt } from "../settlement/poll";

/** Asks the rail now for every payment of the order that brought no money, failed ones too. How many there were. Throws NotFound. */
export async function checkOrder(world: World, caller: Caller, id: number): Promise<number> {
  permit(caller, "order.handle");
  const order = await readOrder(world, caller, id);
  const unpaid = await world.db.paymentAttempt.findMany({
    where: { orderId: order.id, storeId: caller.storeId, status: { notIn: ["succeeded", "reversed"] } },
    select: { token: true },
    take: 20,
  });
  for (const { token } of unpaid) await checkAttempt(world, token, { force: true });
  return unpaid.length;
}
