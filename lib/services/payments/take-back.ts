import type { AttemptStatus } from "@/lib/domain/attempt";
import { fail } from "@/lib/domain/order";
import { suspenseReversed } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import { lockWallet } from "../ledger/hold";
import { releaseSlot } from "../payment-links/pay";
import { suspenseOf } from "../tasks/suspense";
import type { Unit } from "../unit";
import type { World } from "../world";
import { bookTakenBack, noteTakenBack } from "./book-taken-back";
import type { LockedAttempt } from "./lock-attempt";

/**
 * The rail took money back: `settlement.amount` of it in all, beside the refunds that we asked for. What was credited or
 * set aside is undone as far as the payment still has it; saying it again changes nothing, saying more books the rest.
 */
export async function takeBack(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  wasSettled: boolean,
  settlement: Settlement,
): Promise<{ status: AttemptStatus; isNews: boolean }> {
  if (!wasSettled) {
    await end(unit, attempt);
    await failUnpaid(unit, attempt);
    return { status: "reversed", isNews: true };
  }
  if (attempt.suspenseReason !== null) {
    await end(unit, attempt);
    await returnSuspense(unit, attempt, settlement.amount.minor);
    return { status: "reversed", isNews: true };
  }
  const noted = await noteTakenBack(unit, attempt, tookOf(attempt, settlement));
  const booked = await bookTakenBack(world, unit, noted);
  // What came beyond the order's total is set aside or on its way back.
  const restMinor = settlement.amount.minor - attempt.order.totalMinor;
  if (restMinor > 0n) await returnSuspense(unit, attempt, restMinor);
  return { status: booked.status, isNews: booked.minor > 0n };
}

/** In the currency of the order; a word in another one can only mean all of it. */
function tookOf({ order }: LockedAttempt, { amount }: Settlement): bigint {
  const isReadable = amount.currency === order.currency && amount.minor < order.totalMinor;
  return isReadable ? amount.minor : order.totalMinor;
}

async function end(unit: Unit, attempt: LockedAttempt): Promise<void> {
  await unit.tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: { status: "reversed", settledAt: attempt.settledAt, nextPollAt: null },
  });
}

async function failUnpaid(unit: Unit, attempt: LockedAttempt): Promise<void> {
  const open = await unit.tx.paymentAttempt.count({
    where: { orderId: attempt.orderId, status: { in: ["created", "pending", "unknown", "succeeded"] } },
  });
  if (open > 0) return;
  const { paymentStatus } = fail(attempt.order);
  await unit.tx.order.update({
    where: { id: attempt.orderId },
    data: { paymentStatus, updatedAt: unit.now },
  });
  await releaseSlot(unit, attempt.order);
}

/** Only what is still there can be taken from suspense. Where a person has moved it on, the task says so. */
async function returnSuspense(unit: Unit, attempt: LockedAttempt, mostMinor: bigint): Promise<void> {
  const { id: sourceId, storeId, rail } = attempt;
  await unit.tx.refund.updateMany({
    where: {
      attemptId: attempt.id,
      status: "queued",
      pendingMinor: 0n,
      availableMinor: 0n,
      feeBackMinor: 0n,
    },
    data: { status: "failed", nextPollAt: null, completedAt: unit.now },
  });
  const kept = await suspenseOf(unit.tx, attempt);
  if (!kept || kept.minor <= 0n) return;
  const { currency } = kept;
  const minor = kept.minor < mostMinor ? kept.minor : mostMinor;
  await lockWallet(unit, storeId, currency);
  await unit.post({ ...suspenseReversed(minor), sourceId, storeId, rail, currency });
}
