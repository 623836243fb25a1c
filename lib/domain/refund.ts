import { divideHalfUp } from "./fees";
import type { OrderState } from "./order";

/** An order as far as giving its money back goes. `refundedMinor`: what payers have back already. */
export interface Refundable {
  totalMinor: bigint;
  feeMinor: bigint;
  refundedMinor: bigint;
}

/**
 * Who bears a refund of `amountMinor`: the service gives its fee back in proportion, the seller the rest. The shares
 * are counted from the order's beginning, so that parts add up to the unit: once all of the total went back, the whole
 * fee did. Throws where more than is left, or nothing, would go back.
 */
export function refundShares(
  order: Refundable,
  amountMinor: bigint,
): { sellerMinor: bigint; feeBackMinor: bigint } {
  const { totalMinor, feeMinor, refundedMinor } = order;
  if (amountMinor <= 0n || refundedMinor + amountMinor > totalMinor)
    throw new RangeError("A refund is above zero and never more than what is left.");
  const feeOf = (minor: bigint) => divideHalfUp(feeMinor * minor, totalMinor);
  const feeBackMinor = feeOf(refundedMinor + amountMinor) - feeOf(refundedMinor);
  return { sellerMinor: amountMinor - feeBackMinor, feeBackMinor };
}

/**
 * What the rail took back and is not booked yet. `takenBackMinor`: in all, by its word; `givenBackMinor`: by our refunds,
 * those under way too. Never more than the payment still has, so that it does not send back more than it brought.
 */
export function reversalDue(payment: {
  totalMinor: bigint;
  takenBackMinor: bigint;
  givenBackMinor: bigint;
  reversedMinor: bigint;
}): bigint {
  const { totalMinor, takenBackMinor, givenBackMinor, reversedMinor } = payment;
  const mostMinor = totalMinor - givenBackMinor;
  const isTooMuch = takenBackMinor > mostMinor;
  const dueMinor = (isTooMuch ? mostMinor : takenBackMinor) - reversedMinor;
  return dueMinor > 0n ? dueMinor : 0n;
}

/**
 * The service's part of a reversal of `amountMinor`, after `backMinor` with `feeBackMinor` of its fee went back: counted
 * from the order's beginning, so that once all of the total went back, the whole fee did, to the unit.
 */
export function reversalFee(
  order: { totalMinor: bigint; feeMinor: bigint },
  before: { backMinor: bigint; feeBackMinor: bigint },
  amountMinor: bigint,
): bigint {
  const goneMinor = before.backMinor + amountMinor;
  const dueMinor = divideHalfUp(order.feeMinor * goneMinor, order.totalMinor) - before.feeBackMinor;
  if (dueMinor < 0n) return 0n;
  return dueMinor < amountMinor ? dueMinor : amountMinor;
}

/** What is left of an order's fee and net after all that went back of it. */
export function netOf(order: Refundable & { netMinor: bigint }): { feeMinor: bigint; netMinor: bigint } {
  const { feeMinor, netMinor, refundedMinor } = order;
  if (refundedMinor === 0n) return { feeMinor, netMinor };
  const back = refundShares({ ...order, refundedMinor: 0n }, refundedMinor);
  return { feeMinor: feeMinor - back.feeBackMinor, netMinor: netMinor - back.sellerMinor };
}

/**
 * The fee on an order and what its seller keeps, as they stand: nothing of either before money came, and what is left of
 * both after a refund.
 */
export function takingsOf(order: Refundable & Pick<OrderState, "paymentStatus"> & { netMinor: bigint }): {
  feeMinor: bigint;
  netMinor: bigint;
} {
  const { paymentStatus } = order;
  const isUnpaid = paymentStatus === "pending" || paymentStatus === "failed" || paymentStatus === "expired";
  return isUnpaid ? { feeMinor: 0n, netMinor: 0n } : netOf(order);
}
