import type { AttemptStatus } from "@/lib/domain/attempt";
import { suspenseReversed } from "@/lib/domain/posting";
import { failUnlessAwaited } from "@/lib/services/billing/orders/awaits-money";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { type SuspendedMoney, suspenseOf } from "../tasks/suspense";
import type { LockedAttempt } from "./lock-attempt";

/**
 * Books what the rail reversed of money in suspense and is not booked yet, as far as it is there: money that a return
 * under way takes is not taken twice. Called again whenever a return fails. Once nothing is left the attempt is
 * reversed, its order no longer waits for it, and its suspense task is resolved.
 */
export async function reverseSuspended(
  unit: Unit,
  attempt: LockedAttempt,
): Promise<{ status: AttemptStatus; minor: bigint }> {
  const minor = await takeFromSuspense(unit, attempt, attempt.takenBackMinor);
  const { id, status } = attempt;
  if (minor === 0n) return { status, minor };
  const left = await suspenseOf(unit.tx, attempt);
  if (left && left.minor > 0n) {
    await askAboutRest(unit, attempt, left);
    return { status, minor };
  }
  if ((await unit.tx.refund.count({ where: { attemptId: id, status: "sent" } })) > 0)
    return { status, minor };
  await unit.tx.paymentAttempt.update({ where: { id }, data: { status: "reversed", nextPollAt: null } });
  await unit.resolveTasks({ kind: "suspense", subject: id });
  await failUnlessAwaited(unit, attempt.order);
  return { status: "reversed", minor };
}

/** Raises a task for the rest: an automatic return may have been queued, and then no task exists yet. */
function askAboutRest(unit: Unit, attempt: LockedAttempt, rest: SuspendedMoney): Promise<void> {
  const { id: subject, storeId, order, suspenseReason: reason } = attempt;
  const expected = `${attempt.currency} ${attempt.amountMinor}`;
  const got = `${rest.currency} ${rest.minor}`;
  const details = { order: order.number, reason, expected, got };
  return unit.raiseTask({ storeId, kind: "suspense", subject, details });
}

/** Removes money from suspense until `tookMinor` of it is gone in total. A queued return is cancelled. */
export async function takeFromSuspense(
  unit: Unit,
  attempt: LockedAttempt,
  tookMinor: bigint,
): Promise<bigint> {
  const { id, storeId, rail } = attempt;
  const goneMinor = await takenAside(unit, id);
  if (tookMinor <= goneMinor) return 0n;
  await unit.tx.refund.updateMany({
    where: { attemptId: id, status: "queued", pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n },
    data: { status: "failed", nextPollAt: null, completedAt: unit.now },
  });
  const kept = await suspenseOf(unit.tx, attempt);
  if (!kept || kept.minor <= 0n) return 0n;
  const dueMinor = tookMinor - goneMinor;
  const isLess = kept.minor < dueMinor;
  const minor = isLess ? kept.minor : dueMinor;
  const { currency } = kept;
  await lockWallet(unit, storeId, currency);
  // The first entry's source is the attempt's id; each further one adds the amount booked before it.
  const sourceId = goneMinor === 0n ? id : `${id}/${goneMinor}`;
  await unit.post({ ...suspenseReversed(minor), sourceId, storeId, rail, currency });
  return minor;
}

async function takenAside(unit: Unit, id: string): Promise<bigint> {
  const { _sum } = await unit.tx.ledgerPosting.aggregate({
    where: {
      transaction: {
        kind: "suspense_reversed",
        OR: [{ sourceId: id }, { sourceId: { startsWith: `${id}/` } }],
      },
    },
    _sum: { amountMinor: true },
  });
  return _sum.amountMinor ?? 0n;
}
