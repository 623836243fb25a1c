import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { alertRefundFailed } from "@/lib/services/notify/messages/notify-paid";
import type { LockedRefund } from "./lock-refund";

/** Tells those who chose to be told of refunds: they were notified that the payer has the money, and only they can put that right. */
export async function notifyCameBack(unit: Unit, refund: LockedRefund): Promise<void> {
  const { storeId, orderId, order, currency, amountMinor } = refund;
  const amount = { minor: amountMinor, currency };
  const kind = "refund_came_back";
  await mailOwners(
    unit,
    { storeId, accountId: order.accountId },
    {
      kind,
      event: "refund",
      values: {
        ...{ amount, order: order.number },
        link: `${unit.world.config.siteUrl}/dashboard/orders/${order.number}`,
      },
      objectId: `order/${orderId}`,
      dedupeKey: `${kind}/${refund.id}`,
    },
  );
  await alertRefundFailed(unit, order, refund, true);
}
