import { divideHalfUp } from "./fees";
import type { OrderState } from "./order";

/** The fields of an order that a refund needs. `refundedMinor`: what payers already have back. */
export interface Refundable {
  totalMinor: bigint;
  feeMinor: bigint;
  refundedMinor: bigint;
}

/**
 * The shares of a refund of `amountMinor`: the service gives its fee back in proportion, the seller bears the rest. The
 * shares are computed from the order's total, so that partial refunds add up exactly: once the whole total is refunded,
 * the whole fee is too. Throws on an amount that is not above zero or is more than what is left.
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
 * The part of the rail's reversals that is not booked yet. `takenBackMinor`: all reversals that the rail reports;
 * `givenBackMinor`: our refunds, including those under way. Never more than what is left of the payment, so that no
 * more goes back than came.
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
 * The service's part of a reversal of `amountMinor`, after `backMinor` with `feeBackMinor` of its fee went back.
 * Computed from the order's total, so that once the whole total went back, the whole fee did, to the unit.
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

/** What is left of an order's fee and net after all its refunds and reversals. */
export function netOf(order: Refundable & { netMinor: bigint }): { feeMinor: bigint; netMinor: bigint } {
  const { feeMinor, netMinor, refundedMinor } = order;
  if (refundedMinor === 0n) return { feeMinor, netMinor };
  const back = refundShares({ ...order, refundedMinor: 0n }, refundedMinor);
  return { feeMinor: feeMinor - back.feeBackMinor, netMinor: netMinor - back.sellerMinor };
}

/** The current fee on an order and the seller's net: both zero before money came, and the remainder after a refund. */
export function takingsOf(order: Refundable & Pick<OrderState, "paymentStatus"> & { netMinor: bigint }): {
  feeMinor: bigint;
  netMinor: bigint;
} {
  const { paymentStatus } = order;
  const isUnpaid = paymentStatus === "pending" || paymentStatus === "failed" || paymentStatus === "expired";
  return isUnpaid ? { feeMinor: 0n, netMinor: 0n } : netOf(order);
}
