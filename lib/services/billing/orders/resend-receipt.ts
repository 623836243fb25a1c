import type { OrderRow } from "@/lib/db/rows";
import { Invalid, say } from "@/lib/domain/refusal";
import { reserve } from "@/lib/services/core/gate";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { notifyPaid } from "@/lib/services/notify/messages/notify-paid";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { noteLimit } from "@/lib/services/people/accounts/quota";
import { auditOrder, lockOrder } from "./read";

/**
 * Sends the receipt to the customer again: by e-mail where there is an address, else by SMS. It is sent at most once a
 * minute. Throws NotFound, Invalid on `form` for an order that is not paid, whose
 * recorded payment was taken back, or whose customer cannot be reached, or the
 * Refusals of `reserve`.
 */
export async function resendReceipt(world: World, seller: Seller, id: number): Promise<OrderRow> {
  permit(seller, "order.handle");
  return noteLimit(world, seller, () =>
    transact(world, async (unit) => {
      const order = await lockOrder(unit, seller, id);
      if (!order.paidAt) throw new Invalid({ form: [say("no_receipt")] });
      if (order.takenBackAt) throw new Invalid({ form: [say("receipt_taken_back")] });
      if (!order.customer.email && !order.customer.phone)
        throw new Invalid({
          form: [say("nowhere_to_send")],
        });
      const { email, phone } = order.customer;
      const wish = email
        ? { channel: "email" as const, recipient: email }
        : { channel: "sms" as const, recipient: phone ?? "" };
      await reserve(world, unit, seller.accountId, [wish]);
      const minute = unit.now.toISOString().slice(0, 16);
      await notifyPaid(world, unit, order, { again: minute });
      await auditOrder(unit, seller, "receipt_resent", id);
      return order;
    }),
  );
}
