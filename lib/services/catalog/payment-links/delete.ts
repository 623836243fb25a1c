import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockLink } from "./record";

/** Its page says that it is gone; payments already made stay in orders (spec, DELETE). A second time is NotFound. */
export async function deletePaymentLink(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "payment_link.change");
  await transact(world, async (unit) => {
    await lockLink(unit, caller, id);
    await unit.tx.paymentLink.update({ where: { id }, data: { deletedAt: unit.now, updatedAt: unit.now } });
    const { accountId, storeId, actor } = caller;
    await unit.audit({
      ...{ accountId, storeId, actor },
      action: "payment_link.deleted",
      target: `payment_link:${id}`,
    });
  });
}
