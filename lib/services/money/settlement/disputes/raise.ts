import type { DisputeRow } from "@/lib/db/rows";
import {
  disputeReleased,
  disputeReserved,
  type Reserve,
  splitReserve,
  takeForReserve,
} from "@/lib/domain/dispute";
import { isOwnAccount } from "@/lib/domain/rail-account";
import { refundShares } from "@/lib/domain/transfer";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { alertDispute } from "@/lib/services/notify/messages/notify-paid";
import type { LockedAttempt } from "../lock-attempt";

const kind = "payment_disputed";

/** The payer disputes the payment at their bank: the seller gets a task and a mail, while there is time to answer. */
export async function raiseOpened(unit: Unit, attempt: LockedAttempt, dispute: DisputeRow): Promise<void> {
  const { id, storeId, currency, amountMinor, reason, dueAt, rail } = dispute;
  const { order } = attempt;
  await unit.raiseTask({
    storeId,
    kind,
    subject: id,
    details: {
      ...{ order: order.number, amount: `${currency} ${amountMinor}`, rail },
      ...(reason ? { reason } : {}),
      ...(dueAt ? { due: dueAt.toISOString().slice(0, 10) } : {}),
    },
  });
  const { name: storeName } = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId } });
  const amount = { minor: amountMinor, currency };
  await mailOwners(
    unit,
    { storeId, accountId: order.accountId },
    {
      kind,
      event: "dispute",
      values: {
        ...{ amount, store: storeName, order: order.number },
        due: dueAt?.toISOString().slice(0, 10) ?? "none",
        link: `${unit.world.config.siteUrl}/dashboard/orders/${order.number}`,
      },
      objectId: `order/${attempt.orderId}`,
      dedupeKey: `${kind}/${id}`,
    },
  );
  await alertDispute(unit, order, dispute, "opened");
}

/** The bank decided, so nothing is left to do in this task. A lost dispute raises a task of its own. */
export async function closeTask(unit: Unit, { id }: DisputeRow): Promise<void> {
  await unit.resolveTasks({ kind, subject: id });
}

export function raiseTakenBack(unit: Unit, attempt: LockedAttempt, minor: bigint): Promise<void> {
  const { id: subject, storeId, order } = attempt;
  const got = `${order.currency} ${minor}`;
  const expected = `${attempt.currency} ${attempt.amountMinor}`;
  const details = { order: order.number, was: "succeeded", said: "reversed", expected, got };
  return unit.raiseTask({ storeId, kind: "payment_reversed", subject, details });
}

/** The bank took more than the payment still had: the operator must settle that with the provider. */
export function raiseBeyond(
  unit: Unit,
  attempt: LockedAttempt,
  dispute: DisputeRow,
  minor: bigint,
): Promise<void> {
  const { order } = attempt;
  const details = {
    ...{ order: order.number, store: order.storeId, rail: dispute.rail, dispute: dispute.railRef },
    ...{ amount: `${dispute.currency} ${dispute.amountMinor}`, beyond: `${order.currency} ${minor}` },
  };
  return unit.raiseTask({ storeId: null, kind: "taken_beyond", subject: dispute.id, details });
}

export function raiseContradiction(
  unit: Unit,
  attempt: LockedAttempt,
  dispute: DisputeRow,
  said: string,
): Promise<void> {
  const { order } = attempt;
  const details = {
    ...{ order: order.number, store: order.storeId, rail: dispute.rail, dispute: dispute.railRef },
    ...{ amount: `${dispute.currency} ${dispute.amountMinor}`, was: dispute.state, said },
  };
  return unit.raiseTask({ storeId: null, kind: "dispute_contradiction", subject: dispute.id, details });
}

/**
 * Reserves from the wallet what the open disputes of a payment may cost its seller, as far as the wallet covers it, so
 * that it cannot be paid out. Never more than the payment still has. Called again when a refund of it failed. Nothing
 * is reserved of what is in an account of the store's own.
 */
export async function reserve(unit: Unit, attempt: LockedAttempt): Promise<void> {
  if (attempt.status !== "succeeded" || attempt.suspenseReason !== null || isOwnAccount(attempt.rail)) return;
  const { order } = attempt;
  const { currency, storeId } = order;
  let leftMinor = order.totalMinor - order.refundedMinor - (await underWay(unit, attempt.id));
  const disputes = await openOf(unit, attempt.id);
  if (disputes.length === 0) return;
  await lockWallet(unit, storeId, currency);
  for (const dispute of disputes) {
    // A dispute in another currency than the order's counts as the whole payment.
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

/** Releases up to `mostMinor` of a payment's reserve into the wallet, for a refund of that payment. */
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

/** Releases the whole reserve of one dispute into the wallet. */
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

/** Takes up to `netMinor` from a payment's reserve and returns how much it took. The caller posts it. */
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

/** The open disputes of an attempt. The attempt's lock prevents changes to them. */
export function openOf(unit: Unit, attemptId: string): Promise<DisputeRow[]> {
  return unit.tx.dispute.findMany({ where: { attemptId, state: "open" }, orderBy: { openedAt: "asc" } });
}

function heldBy(dispute: DisputeRow): bigint {
  return dispute.reservedPendingMinor + dispute.reservedAvailableMinor;
}

function reserveOf(dispute: DisputeRow): Reserve {
  return { pendingMinor: dispute.reservedPendingMinor, availableMinor: dispute.reservedAvailableMinor };
}

/** Stores the new reserve; returns the source id of its ledger entry. */
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
