import type { OrderRow } from "@/lib/db/rows";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { permit } from "../accounts/permit";
import type { Seller } from "../accounts/seller";
import { noteLimit, requireMaySend } from "../messages/quota";
import { tellPaid } from "../messages/tell-paid";
import { transact } from "../unit";
import type { World } from "../world";
import { auditOrder, lockOrder } from "./lock-order";

/**
 * The receipt goes to the customer once more: by e-mail where there is an address, else by SMS. Within one minute it
 * goes out once. Throws NotFound, or Invalid on `form` for an order that is not paid, or whose customer cannot be reached,
 * or the Refusals of `requireMaySend`.
 */
export async function resendReceipt(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return noteLimit(world, seller, () =>
    transact(world, async (unit) => {
      const order = await lockOrder(unit, seller, id);
      if (!order.paidAt) throw new Invalid({ form: [say("no_receipt")] });
      if (!order.customer.email && !order.customer.phone)
        throw new Invalid({
          form: [say("nowhere_to_send")],
        });
      const { email, phone } = order.customer;
      const wish = email
        ? { channel: "email" as const, recipient: email }
        : { channel: "sms" as const, recipient: phone ?? "" };
      await requireMaySend(world, unit, seller.accountId, [wish]);
      const minute = unit.now.toISOString().slice(0, 16);
      await tellPaid(world, unit, order, { again: minute });
      await auditOrder(unit, seller, "receipt_resent", id);
      return order;
    }),
  );
}
