import type { AttemptStatus } from "@/lib/domain/attempt";
import type { Settlement } from "@/lib/providers/rails/port";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import type { Unit } from "@/lib/services/core/world";
import { fromSuspense } from "../out/refunds/refundable";
import { bookTakenBack, noteTakenBack } from "./book-reversal";
import type { LockedAttempt } from "./lock-attempt";
import { reverseSuspended } from "./reverse-suspended";
import { namedIn, noteTakenAside, readSecondMoney, type SecondMoney } from "./second-money";

/**
 * The rail reversed money: `settlement.amount` in total of the transaction that it names, apart from the refunds that we
 * requested. What was credited or put in suspense is undone as far as the payment still has it. Repeating it changes nothing; a larger amount books the
 * difference.
 */
export async function reversePayment(
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
  const noted = await note(unit, attempt, settlement);
  if (attempt.suspenseReason !== null) {
    const aside = await reverseSuspended(unit, noted);
    return { status: aside.status, isNews: aside.minor > 0n };
  }
  const booked = await bookTakenBack(unit, noted);
  const aside = await reverseSuspended(unit, noted);
  return { status: booked.status, isNews: booked.minor + aside.minor > 0n };
}

/** Stores what the rail took back, with the transaction that it names. */
async function note(unit: Unit, attempt: LockedAttempt, settlement: Settlement): Promise<LockedAttempt> {
  const { seconds } = await readSecondMoney(unit.tx, attempt);
  const tookMinor = tookOf(attempt, settlement);
  const named = seconds.length === 0 ? attempt.id : namedIn(attempt, seconds, settlement);
  if (named === attempt.id) return noteTakenBack(unit, attempt, tookMinor);
  if (named === null) return shareOut(unit, attempt, seconds, settlement);
  const { minor } = settlement.amount;
  return noteTakenAside(
    unit,
    attempt,
    seconds.map((one) =>
      one.sourceId === named && minor > one.tookMinor ? { ...one, tookMinor: minor } : one,
    ),
  );
}

/**
 * The rail does not name the transaction. What is in suspense, or on its way back from there, goes first: the payment that
 * was credited stays as long as it can. A person compares with the rail's own records.
 */
async function shareOut(
  unit: Unit,
  attempt: LockedAttempt,
  seconds: SecondMoney[],
  { amount, railRef, receipt }: Settlement,
): Promise<LockedAttempt> {
  const same = seconds.filter(({ currency }) => currency === amount.currency);
  const notedMinor = same.reduce((sum, { tookMinor }) => sum + tookMinor, attempt.takenBackMinor);
  let leftMinor = amount.minor - notedMinor;
  if (leftMinor <= 0n) return attempt;
  let goneMinor = await returnedOf(unit, attempt, amount.currency);
  const shared = seconds.map((one) => {
    if (one.currency !== amount.currency) return one;
    const hadMinor = one.cameMinor - one.tookMinor;
    const back = least(hadMinor, goneMinor);
    const took = least(hadMinor - back, leftMinor);
    goneMinor -= back;
    leftMinor -= took;
    return { ...one, tookMinor: one.tookMinor + took };
  });
  const { id, storeId: store, order, rail } = attempt;
  await unit.raiseTask({
    storeId: null,
    kind: "reversal_unnamed",
    subject: `${id}/${amount.minor}`,
    details: {
      ...{ order: order.number, store, rail, attempt: id, railRef, receipt: receipt ?? null },
      got: `${amount.currency} ${amount.minor}`,
    },
  });
  const noted = await noteTakenAside(unit, attempt, shared);
  return noteTakenBack(unit, noted, attempt.takenBackMinor + leftMinor);
}

/** What of the money in suspense we have given back to its payer. */
async function returnedOf(unit: Unit, { id }: LockedAttempt, currency: string): Promise<bigint> {
  const { _sum } = await unit.tx.refund.aggregate({
    where: { attemptId: id, currency, status: "paid", ...fromSuspense },
    _sum: { amountMinor: true },
  });
  return _sum.amountMinor ?? 0n;
}

/** An amount in another currency than the order's counts as the whole payment, where that was credited. */
function tookOf({ order, suspenseReason }: LockedAttempt, { amount }: Settlement): bigint {
  return suspenseReason !== null || amount.currency === order.currency ? amount.minor : order.totalMinor;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
