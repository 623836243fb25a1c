import type { AttemptStatus } from "@/lib/domain/attempt";
import type { Settlement } from "@/lib/providers/rails/port";
import { failUnlessAwaited } from "@/lib/services/billing/orders/awaits-money";
import type { Unit, World } from "@/lib/services/core/world";
import { bookTakenBack, noteTakenBack } from "./book-reversal";
import type { LockedAttempt } from "./lock-attempt";
import { reverseSuspended, takeFromSuspense } from "./reverse-suspended";

/**
 * The rail reversed money: `settlement.amount` in total, apart from the refunds that we requested. What was credited or
 * put in suspense is undone as far as the payment still has it. Repeating it changes nothing; a larger amount books the
 * difference.
 */
export async function reversePayment(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  wasSettled: boolean,
  settlement: Settlement,
): Promise<{ status: AttemptStatus; isNews: boolean }> {
  if (!wasSettled) {
    await unit.tx.paymentAttempt.update({
      where: { id: attempt.id },
      data: { status: "reversed", nextPollAt: null },
    });
    await failUnlessAwaited(unit, attempt.order);
    return { status: "reversed", isNews: true };
  }
  if (attempt.suspenseReason !== null) {
    const noted = await noteTakenBack(unit, attempt, settlement.amount.minor);
    const booked = await reverseSuspended(unit, noted);
    return { status: booked.status, isNews: booked.minor > 0n };
  }
  const noted = await noteTakenBack(unit, attempt, tookOf(attempt, settlement));
  const booked = await bookTakenBack(world, unit, noted);
  // Money beyond the order's total is in suspense or on its way back.
  const restMinor = settlement.amount.minor - attempt.order.totalMinor;
  if (restMinor > 0n) await takeFromSuspense(unit, attempt, restMinor);
  return { status: booked.status, isNews: booked.minor > 0n };
}

/** In the currency of the order; an amount in another currency counts as the whole payment. */
function tookOf({ order }: LockedAttempt, { amount }: Settlement): bigint {
  const isReadable = amount.currency === order.currency && amount.minor < order.totalMinor;
  return isReadable ? amount.minor : order.totalMinor;
}
