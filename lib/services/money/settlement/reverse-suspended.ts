import type { AttemptStatus } from "@/lib/domain/attempt";
import { suspenseReversed } from "@/lib/domain/posting";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { type SuspendedMoney, suspenseOf, suspensesOf } from "../tasks/suspense";
import type { LockedAttempt } from "./lock-attempt";
import { readSecondMoney } from "./second-money";

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
function askAboutRest(unit: Unit, attempt: LockedAttempt, rest: SuspendedMoney): Promise<void> {
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
