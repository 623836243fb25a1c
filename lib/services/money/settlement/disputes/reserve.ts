import type { DisputeRow } from "@/lib/db/rows";
import { type Reserve, splitReserve, takeForReserve } from "@/lib/domain/dispute";
import { disputeReleased, disputeReserved } from "@/lib/domain/dispute-posting";
import { refundShares } from "@/lib/domain/refund";
import { lockWallet } from "@/lib/services/core/ledger/hold";
import { readWallet } from "@/lib/services/core/ledger/read-wallet";
import type { Unit } from "@/lib/services/core/world";
import type { LockedAttempt } from "../lock-attempt";

/**
 * Keeps back of the wallet what the open disputes of a payment may cost its seller, as far as the wallet covers it: so
 * that it cannot be paid out. Never more than what the payment still has. Asked again when a refund of it failed.
 */
export async function reserve(unit: Unit, attempt: LockedAttempt): Promise<void> {
  if (attempt.status !== "succeeded" || attempt.suspenseReason !== null) return;
  const { order } = attempt;
  const { currency, storeId } = order;
  let leftMinor = order.totalMinor - order.refundedMinor - (await underWay(unit, attempt.id));
  const disputes = await openOf(unit, attempt.id);
  if (disputes.length === 0) return;
  await lockWallet(unit, storeId, currency);
  for (const dispute of disputes) {
    // In another currency than the order's it can only mean all of it.
    const isPart = dispute.currency === currency && dispute.amountMinor < leftMinor;
    const amountMinor = isPart ? dispute.amountMinor : leftMinor;
    if (amountMinor <= 0n) return;
    leftMinor -= amountMinor;
    const wantedMinor = refundShares(order, amountMinor).sellerMinor - heldBy(dispute);
    if (wantedMinor <= 0n) continue;
    const more = takeForReserve(await readWallet(unit.tx, storeId, currency), wantedMinor);
    if (more.pendingMinor + more.availableMinor === 0n) continue;
    const sourceId = await change(unit, dispute, {
      pendingMinor: dispute.reservedPendingMinor + more.pendingMinor,
      availableMinor: dispute.reservedAvailableMinor + more.availableMinor,
    });
    await unit.post({ ...disputeReserved(more), sourceId, storeId, rail: dispute.rail, currency });
  }
}

/** Gives back to the wallet up to `mostMinor` of what is kept back for a payment: its refund is paid of it. */
export async function giveUpReserves(
  unit: Unit,
  attempt: { id: string; storeId: number },
  currency: string,
  mostMinor: bigint,
): Promise<void> {
  const disputes = await openOf(unit, attempt.id);
  let leftMinor = mostMinor;
  for (const dispute of disputes) {
    const { part, rest } = splitReserve(reserveOf(dispute), leftMinor);
    const minor = part.pendingMinor + part.availableMinor;
    if (minor === 0n) continue;
    leftMinor -= minor;
    const sourceId = await change(unit, dispute, rest);
    await unit.post({
      ...disputeReleased(part),
      sourceId,
      storeId: attempt.storeId,
      rail: dispute.rail,
      currency,
    });
  }
}

/** All that is kept back for one dispute returns to the wallet. */
export async function releaseReserve(unit: Unit, id: string): Promise<void> {
  const dispute = await unit.tx.dispute.findUniqueOrThrow({
    where: { id },
    include: { order: { select: { currency: true } } },
  });
  if (heldBy(dispute) === 0n) return;
  const sourceId = await change(unit, dispute, { pendingMinor: 0n, availableMinor: 0n });
  const { storeId, rail, order } = dispute;
  const entry = disputeReleased(reserveOf(dispute));
  await unit.post({ ...entry, sourceId, storeId, rail, currency: order.currency });
}

/** Takes up to `netMinor` of what is kept back for a payment, for the caller to post: how much that is. */
export async function useReserves(unit: Unit, attemptId: string, netMinor: bigint): Promise<bigint> {
  let usedMinor = 0n;
  for (const dispute of await openOf(unit, attemptId)) {
    const { part, rest } = splitReserve(reserveOf(dispute), netMinor - usedMinor);
    const minor = part.pendingMinor + part.availableMinor;
    if (minor === 0n) continue;
    usedMinor += minor;
    await change(unit, dispute, rest);
  }
  return usedMinor;
}

/** The locks of the attempt keep them as they are. */
export function openOf(unit: Unit, attemptId: string): Promise<DisputeRow[]> {
  return unit.tx.dispute.findMany({ where: { attemptId, state: "open" }, orderBy: { openedAt: "asc" } });
}

function heldBy(dispute: DisputeRow): bigint {
  return dispute.reservedPendingMinor + dispute.reservedAvailableMinor;
}

function reserveOf(dispute: DisputeRow): Reserve {
  return { pendingMinor: dispute.reservedPendingMinor, availableMinor: dispute.reservedAvailableMinor };
}

/** Notes what is kept back now; gives the name of the entry that says so. */
async function change(unit: Unit, dispute: DisputeRow, to: Reserve): Promise<string> {
  const moves = dispute.moves + 1;
  await unit.tx.dispute.update({
    where: { id: dispute.id },
    data: { reservedPendingMinor: to.pendingMinor, reservedAvailableMinor: to.availableMinor, moves },
  });
  return `${dispute.id}/${moves}`;
}

async function underWay(unit: Unit, attemptId: string): Promise<bigint> {
  const { _sum } = await unit.tx.refund.aggregate({
    where: {
      attemptId,
      status: { in: ["queued", "sent"] },
      NOT: { pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n },
    },
    _sum: { amountMinor: true },
  });
  return _sum.amountMinor ?? 0n;
}
