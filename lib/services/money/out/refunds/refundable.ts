import type { Tx } from "@/lib/db/client";
import type { OrderRow } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import type { World } from "@/lib/services/core/world";
import { railOf } from "../../rails";

/** How much of an order can be refunded, and how. */
export type Refundable =
  | {
      ok: true;
      /** The payment that is refunded. */
      attemptId: string;
      rail: string;
      network: string | null;
      leftMinor: bigint;
      /** False: the rail refunds everything or nothing. */
      takesParts: boolean;
      /** The seller took the payment themselves, so they give it back themselves. */
      isByHand: boolean;
    }
  | { ok: false; bar: RefundBar };

export type RefundBar = "no_provider" | "all_gone" | "not_paid" | "under_way" | "cannot" | "once";

/**
 * Reads how much of an order can be refunded, or why it cannot be refunded now. `db` is the client or a transaction.
 */
export async function readRefundable(
  world: World,
  db: Pick<Tx, "paymentAttempt" | "refund">,
  order: OrderRow,
): Promise<Refundable> {
  if (order.paymentMethod === "free") return no("no_provider");
  if (order.paymentStatus === "refunded") return no("all_gone");
  if (order.paymentStatus !== "paid" && order.paymentStatus !== "partially_refunded") return no("not_paid");
  const open = await db.refund.count({
    where: { orderId: order.id, status: { in: ["queued", "sent"] }, NOT: fromSuspense },
  });
  if (open > 0) return no("under_way");
  const attempt = await db.paymentAttempt.findFirst({
    where: { orderId: order.id, storeId: order.storeId, status: "succeeded", suspenseReason: null },
  });
  const leftMinor = order.totalMinor - order.refundedMinor;
  if (attempt?.rail === outsideRail) {
    const byHand = { rail: outsideRail, network: null, takesParts: true, isByHand: true };
    return { ok: true, attemptId: attempt.id, leftMinor, ...byHand };
  }
  const rail = attempt && railOf(world, attempt.rail);
  if (!attempt || !rail?.refund || rail.capabilities.refund === "none") return no("cannot");
  const takesParts = rail.capabilities.refund === "partial";
  if (!takesParts && order.refundedMinor > 0n) return no("once");
  const byRail = { rail: rail.id, network: attempt.network, takesParts, isByHand: false };
  return { ok: true, attemptId: attempt.id, leftMinor, ...byRail };
}

/** A refund of money in suspense: it took nothing from the wallet. */
export const fromSuspense = { pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n };

function no(bar: RefundBar): Refundable {
  return { ok: false, bar };
}
