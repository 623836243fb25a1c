import type { OrderRow } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import { outsideReturned } from "@/lib/domain/posting";
import { endRefunded } from "@/lib/services/billing/subscriptions/cancel";
import type { Unit } from "@/lib/services/core/world";
import { notifyRefunded } from "@/lib/services/notify/messages/notify-paid";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { markRefunded } from "./settle";

/**
 * The seller gave back by hand what they had taken themselves: the refund has arrived when it is recorded. No rail is
 * asked and no wallet is touched. Call it under the locks of the order and its attempts.
 */
export async function recordReturned(
  unit: Unit,
  seller: Seller,
  order: OrderRow,
  input: {
    id: string;
    attemptId: string;
    requestKey: string;
    amountMinor: bigint;
    reason: string;
    ends: boolean | null;
  },
): Promise<void> {
  const { id, attemptId, requestKey, amountMinor, reason, ends } = input;
  const { storeId, currency } = order;
  await unit.tx.refund.create({
    data: {
      ...{ id, storeId, orderId: order.id, attemptId, requestKey, currency, amountMinor, reason, ends },
      status: "paid",
      requestedBy: seller.actor,
      createdAt: unit.now,
      completedAt: unit.now,
    },
  });
  await markRefunded(unit, { id, orderId: order.id, amountMinor, order });
  if (ends) await endRefunded(unit, order, { actor: seller.actor, askedAt: unit.now });
  await notifyRefunded(unit, order, { id, amountMinor, currency, isByHand: true });
  await unit.audit(seller, {
    action: "order.returned_by_hand",
    target: `order:${order.id}`,
    reason,
    details: { refund: id, currency, amountMinor: String(amountMinor) },
  });
  await unit.post({ ...outsideReturned(amountMinor), sourceId: id, storeId, rail: outsideRail, currency });
}
