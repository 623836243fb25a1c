import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { callOff } from "@/lib/domain/order";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { auditOrder, lockOrder } from "./lock-order";

/**
 * The seller calls an order off: nobody can pay it any more, and what was paid is refunded apart. Again changes nothing.
 * Throws NotFound, or Invalid on `form` for what was handed over already.
 */
export async function callOffOrder(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, id);
    if (order.orderStatus === "cancelled") return order;
    const { orderStatus } = callOff(order);
    if (orderStatus !== "cancelled") throw new Invalid({ form: [say("order_completed")] });
    await auditOrder(unit, seller, "cancelled", id);
    return unit.tx.order.update({
      where: { id },
      data: { orderStatus, updatedAt: unit.now },
      include: orderInclude,
    });
  });
}
