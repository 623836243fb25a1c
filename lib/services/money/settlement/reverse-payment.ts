import type { AttemptStatus } from "@/lib/domain/attempt";
import type { Settlement } from "@/lib/providers/rails/port";
import { failUnlessAwaited } from "@/lib/services/billing/orders/awaits-money";
import type { Unit, World } from "@/lib/services/core/world";
import { bookTakenBack, noteTakenBack } from "./book-reversal";
import type { LockedAttempt } from "./lock-attempt";
import { reverseSuspended, takeFromSuspense } from "./reverse-suspended";

/**
 * The rail took money back: `settlement.amount` of it in all, beside the refunds that we asked for. What was credited or
 * set aside is undone as far as the payment still has it; saying it again changes nothing, saying more books the rest.
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
  // What came beyond the order's total is set aside or on its way back.
  const restMinor = settlement.amount.minor - attempt.order.totalMinor;
  if (restMinor > 0n) await takeFromSuspense(unit, attempt, restMinor);
  return { status: booked.status, isNews: booked.minor > 0n };
}

/** In the currency of the order; a word in another one can only mean all of it. */
function tookOf({ order }: LockedAttempt, { amount }: Settlement): bigint {
  const isReadable = amount.currency === order.currency && amount.minor < order.totalMinor;
  return isReadable ? amount.minor : order.totalMinor;
}
