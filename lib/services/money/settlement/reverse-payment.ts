import type { AttemptStatus } from "@/lib/domain/attempt";
import type { Money } from "@/lib/domain/money";
import { suspenseReversed } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { fromSuspense } from "../out/refunds/quote";
import { suspenseOf, suspensesOf } from "../tasks/suspense";
import { bookTakenBack, noteTakenBack } from "./book-reversal";
import type { LockedAttempt } from "./lock-attempt";
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

/**
 * Books what the rail reversed of money in suspense and is not booked yet, as far as it is there: money that a return
 * under way takes is not taken twice. Called again whenever a return fails. Once nothing is left its task is resolved;
 * where nothing of the attempt was credited, it is reversed and its order no longer waits for it.
 */
export async function reverseSuspended(
  unit: Unit,
  attempt: LockedAttempt,
): Promise<{ status: AttemptStatus; minor: bigint }> {
  const minor = await takeFromSuspense(unit, attempt);
  const { id, status, suspenseReason } = attempt;
  if (minor === 0n) return { status, minor };
  const left = await suspenseOf(unit.tx, attempt);
  if (left && left.minor > 0n) {
    await askAboutRest(unit, attempt, left);
    return { status, minor };
  }
  if ((await unit.tx.refund.count({ where: { attemptId: id, status: "sent" } })) > 0)
    return { status, minor };
  await unit.resolveTasks({ kind: "suspense", subject: id });
  if (suspenseReason === null) return { status, minor };
  await unit.tx.paymentAttempt.update({ where: { id }, data: { status: "reversed", nextPollAt: null } });
  await failUnlessAwaited(unit, attempt.order);
  return { status: "reversed", minor };
}

/** Raises a task for the rest: an automatic return may have been queued, and then no task exists yet. */
function askAboutRest(unit: Unit, attempt: LockedAttempt, rest: Money): Promise<void> {
  const { id: subject, storeId, order, suspenseReason } = attempt;
  const reason = suspenseReason ?? "second_payment";
  const expected = `${attempt.currency} ${attempt.amountMinor}`;
  const got = `${rest.currency} ${rest.minor}`;
  const details = { order: order.number, reason, expected, got };
  return unit.raiseTask({ storeId, kind: "suspense", subject, details });
}

/** Of the first transaction all where it was set aside, else what came above its order; and of each further one. */
async function takeFromSuspense(unit: Unit, attempt: LockedAttempt): Promise<bigint> {
  const { id, order, suspenseReason, takenBackMinor } = attempt;
  const { seconds, firstBookedMinor } = await readSecondMoney(unit.tx, attempt);
  const dueMinor = suspenseReason === null ? takenBackMinor - order.totalMinor : takenBackMinor;
  // The first entry's source is the attempt's id; each further one adds the amount booked before it.
  const sourceId = firstBookedMinor === 0n ? id : `${id}/${firstBookedMinor}`;
  let minor = await take(unit, attempt, { sourceId, dueMinor: dueMinor - firstBookedMinor });
  for (const { sourceId: of, currency, tookMinor, bookedMinor } of seconds)
    minor += await take(unit, attempt, {
      ...{ sourceId: `${of}/${bookedMinor}`, currency, dueMinor: tookMinor - bookedMinor },
    });
  return minor;
}

/** Removes money from suspense, as far as it is there. A queued return is cancelled. */
async function take(
  unit: Unit,
  { id, storeId, rail }: LockedAttempt,
  { sourceId, currency, dueMinor }: { sourceId: string; currency?: string; dueMinor: bigint },
): Promise<bigint> {
  if (dueMinor <= 0n) return 0n;
  await unit.tx.refund.updateMany({
    where: { attemptId: id, status: "queued", pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n },
    data: { status: "failed", nextPollAt: null, completedAt: unit.now },
  });
  const kept = (await suspensesOf(unit.tx, { id, storeId })).find(
    (one) => one.minor > 0n && (currency ?? one.currency) === one.currency,
  );
  if (!kept) return 0n;
  const minor = kept.minor < dueMinor ? kept.minor : dueMinor;
  await lockWallet(unit, storeId, kept.currency);
  await unit.post({ ...suspenseReversed(minor), sourceId, storeId, rail, currency: kept.currency });
  return minor;
}
