import { formatMoney } from "@/lib/domain/money";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import type { LockedRefund } from "./lock-refund";

/** The owners read it by mail: they were told that the payer has the money, and only they can put that right. */
export async function tellCameBack(world: World, unit: Unit, refund: LockedRefund): Promise<void> {
  const { storeId, orderId, order, currency, amountMinor } = refund;
  const amount = formatMoney({ minor: amountMinor, currency });
  const template = "refund_came_back";
  await mailOwners(
    unit,
    { storeId, accountId: order.accountId },
    {
      template,
      subject: `A refund of ${amount} for ${order.number} did not arrive`,
      body: (name) =>
        [
          `Hello ${name},`,
          `The provider had told us that the payer of ${order.number} has ${amount} back. Now it says that the money could not be handed on and came back. It is where it was before the refund, in your wallet or set aside, and the order says so.`,
          "Your customer still waits: try the refund again, or pay them another way.",
          `${world.config.siteUrl}/dashboard/orders/${order.number}`,
        ].join("\n\n"),
      objectId: `order/${orderId}`,
      dedupeKey: `${template}/${refund.id}`,
    },
  );
}
