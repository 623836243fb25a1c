import type { AttemptStatus } from "@/lib/domain/attempt";
import { suspenseReversed } from "@/lib/domain/posting";
import { failUnlessAwaited } from "@/lib/services/billing/orders/awaits-money";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { type SuspendedMoney, suspenseOf } from "../tasks/suspense";
import type { LockedAttempt } from "./lock-attempt";

/**
 * Books what the rail took back of money that is set aside and is not booked yet, as far as it is there: what a return
 * under way takes along is not taken twice. Asked again whenever a return fails. Once nothing is left the attempt is
 * reversed, its order waits for it no longer, and nobody is asked about the money any more.
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
  await unit.tx.task.updateMany({
    where: { kind: "suspense", subject: id, resolvedAt: null },
    data: { resolvedAt: unit.now, resolvedBy: "system" },
  });
  await failUnlessAwaited(unit, attempt.order);
  return { status: "reversed", minor };
}

/** It may have been about to go back by itself, of which nobody was told. */
function askAboutRest(unit: Unit, attempt: LockedAttempt, rest: SuspendedMoney): Promise<void> {
  const { id: subject, storeId, order, suspenseReason: reason } = attempt;
  const expected = `${attempt.currency} ${attempt.amountMinor}`;
  const got = `${rest.currency} ${rest.minor}`;
  const details = { order: order.number, reason, expected, got };
  return unit.raiseTask({ storeId, kind: "suspense", subject, details });
}

/** Gives up what is set aside until `tookMinor` of it is gone in all. A return that was not sent yet is not sent. */
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
  // The first is named by the attempt alone; each further one by what had been booked before it.
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
