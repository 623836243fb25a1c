import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { fulfil } from "@/lib/domain/order";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { auditOrder, lockOrder } from "./read";

/**
 * Records that the seller fulfilled a part or the rest. Repeating it changes nothing. Throws NotFound, or Invalid on
 * `form` for an order that is not paid or not open.
 */
export async function fulfilOrder(
  world: World,
  seller: Seller,
  id: number,
  to: "partially_fulfilled" | "fulfilled",
): Promise<OrderRow> {
  permit(seller, "order.handle");
  return transact(world, async (unit) => {
    const order = await lockOrder(unit, seller, id);
    if (order.fulfillmentStatus === to) return order;
    const { orderStatus, fulfillmentStatus } = fulfil(order, to);
    if (fulfillmentStatus === order.fulfillmentStatus) throw new Invalid({ form: [say("order_not_open")] });
    await auditOrder(unit, seller, to, id);
    const data = { orderStatus, fulfillmentStatus, updatedAt: unit.now };
    return unit.tx.order.update({ where: { id }, data, include: orderInclude });
  });
}
