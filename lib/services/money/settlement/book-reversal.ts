import { orderInclude } from "@/lib/db/rows";
import type { AttemptStatus } from "@/lib/domain/attempt";
import { refund } from "@/lib/domain/order";
import { paymentReversed } from "@/lib/domain/posting";
import { reversalDue, reversalFee } from "@/lib/domain/transfer";
import { orderEventData } from "@/lib/resources/order";
import { unpayInvoice } from "@/lib/services/billing/invoices/record";
import { endReversedAccess } from "@/lib/services/billing/subscriptions/cancel";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { lockWallet, readWallet } from "@/lib/services/core/ledger/hold";
import type { Unit } from "@/lib/services/core/world";
import { alertReversed } from "@/lib/services/notify/messages/notify-paid";
import { useReserves } from "./disputes/raise";
import type { LockedAttempt } from "./lock-attempt";

/** Stores the total that the rail has reversed; a smaller total than before changes nothing. */
export async function noteTakenBack(
  unit: Unit,
  attempt: LockedAttempt,
  tookMinor: bigint,
): Promise<LockedAttempt> {
  if (tookMinor <= attempt.takenBackMinor) return attempt;
  await unit.tx.paymentAttempt.update({ where: { id: attempt.id }, data: { takenBackMinor: tookMinor } });
  return { ...attempt, takenBackMinor: tookMinor };
}

/**
 * Books what the rail reversed of a credited payment and is not booked yet. It is never more than the payment still
 * has, so that money which a refund takes is not taken twice. Called again whenever a refund ends. A payment is
 * `reversed` when nothing of it is left and the rail took the last part.
 */
export async function bookTakenBack(
  unit: Unit,
  attempt: LockedAttempt,
): Promise<{ status: AttemptStatus; minor: bigint }> {
  const { order, takenBackMinor, reversedMinor } = attempt;
  const refunds = await refundsOf(unit, attempt.id);
  const { totalMinor } = order;
  const givenBackMinor = sum(refunds.map((one) => one.amountMinor));
  const minor = reversalDue({ totalMinor, takenBackMinor, givenBackMinor, reversedMinor });
  if (minor === 0n) return { status: attempt.status, minor };
  const feeBackMinor = sum(refunds.map((one) => one.feeBackMinor)) + attempt.reversedFeeMinor;
  const feeMinor = reversalFee(order, { backMinor: givenBackMinor + reversedMinor, feeBackMinor }, minor);
  const paid = sum(refunds.filter(({ status }) => status === "paid").map((one) => one.amountMinor));
  const isAll = paid + reversedMinor + minor >= totalMinor;
  // The first entry's source is the attempt's id; each further one adds the amount booked before it.
  const sourceId = reversedMinor === 0n ? attempt.id : `${attempt.id}/${reversedMinor}`;
  const status = isAll ? ("reversed" as const) : attempt.status;
  await unit.tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: {
      status,
      reversedMinor: reversedMinor + minor,
      reversedFeeMinor: attempt.reversedFeeMinor + feeMinor,
      ...(isAll ? { nextPollAt: null, undoneAt: attempt.undoneAt ?? unit.now } : {}),
    },
  });
  await markReturned(unit, attempt, minor, sourceId);
  if (isAll) await undoPaid(unit, attempt);
  const netMinor = minor - feeMinor;
  const { id: attemptId, storeId, rail } = attempt;
  const { currency } = order;
  await lockWallet(unit, storeId, currency);
  const reservedMinor = await useReserves(unit, attemptId, netMinor);
  const wallet = await readWallet(unit.tx, storeId, currency);
  const entry = paymentReversed({ netMinor, feeMinor, reservedMinor, wallet });
  await unit.post({ ...entry, sourceId, storeId, rail, currency });
  if (!(await isDisputed(unit, attemptId))) await alertReversed(unit, order, { sourceId, minor });
  return { status, minor };
}

/** Of what a bank takes in a dispute, the dispute's own alerts tell. */
async function isDisputed(unit: Unit, attemptId: string): Promise<boolean> {
  return (await unit.tx.dispute.count({ where: { attemptId, state: { not: "won" } } })) > 0;
}

/**
 * Nothing of the payment is left: what it paid for is undone, and its hold ends. It is undone once. A refund may come
 * back and its money be reversed too; somebody else may have paid for the thing in between.
 */
export async function undoPaid(unit: Unit, attempt: LockedAttempt): Promise<void> {
  if (attempt.undoneAt === null) {
    if (attempt.order.invoiceId !== null) await unpayInvoice(unit, attempt.order);
    await endReversedAccess(unit, attempt.order);
  }
  await unit.tx.walletHold.updateMany({
    where: { attemptId: attempt.id, releasedAt: null },
    data: { releasedAt: unit.now },
  });
}

/** Our refunds of a credited payment that are paid, or that the rail may still carry out. */
function refundsOf(unit: Unit, attemptId: string) {
  return unit.tx.refund.findMany({
    where: {
      attemptId,
      status: { in: ["queued", "sent", "paid"] },
      NOT: { pendingMinor: 0n, availableMinor: 0n, feeBackMinor: 0n },
    },
    select: { amountMinor: true, feeBackMinor: true, status: true },
  });
}

/** Updates the order, of which `minor` more went back, and publishes it; `sourceId` names the fact. */
export async function markReturned(
  unit: Unit,
  attempt: LockedAttempt,
  minor: bigint,
  sourceId: string,
): Promise<void> {
  const { totalMinor } = attempt.order;
  const refundedMinor = attempt.order.refundedMinor + minor;
  const { paymentStatus, orderStatus } = refund(attempt.order, { totalMinor, refundedMinor });
  const order = await unit.tx.order.update({
    where: { id: attempt.orderId },
    data: { paymentStatus, orderStatus, refundedMinor, updatedAt: unit.now },
    include: orderInclude,
  });
  const objectId = `order/${order.id}`;
  unit.emit({
    type: "order.refunded",
    storeId: order.storeId,
    livemode: true,
    objectId,
    sequence: await unit.nextSequence(order.storeId, objectId),
    dedupeKey: `${objectId}/refunded/${sourceId}`,
    at: unit.now,
    data: orderEventData(order, unit.world.config.siteUrl, downloadUrlOf(unit.world, order)),
  });
}

function sum(amounts: bigint[]): bigint {
  return amounts.reduce((total, minor) => total + minor, 0n);
}
