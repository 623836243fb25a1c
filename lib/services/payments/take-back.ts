import { orderInclude } from "@/lib/db/rows";
import { fail, refund } from "@/lib/domain/order";
import { paymentReversed, suspenseReversed } from "@/lib/domain/posting";
import { orderEventData } from "@/lib/resources/order";
import { unpayInvoice } from "../invoices/pay";
import { lockWallet } from "../ledger/hold";
import { readWallet } from "../ledger/read-wallet";
import { releaseSlot } from "../payment-links/pay";
import { suspenseOf } from "../tasks/suspense";
import type { Unit } from "../unit";
import type { World } from "../world";
import type { LockedAttempt } from "./lock-attempt";

/** The rail took the money back. What was credited or set aside is undone; a subscription is left to a person. */
export async function takeBack(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  wasSettled: boolean,
): Promise<void> {
  await unit.tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: { status: "reversed", settledAt: attempt.settledAt, nextPollAt: null },
  });
  if (!wasSettled) return failUnpaid(unit, attempt);
  if (attempt.suspenseReason !== null) return returnSuspense(unit, attempt);
  if (attempt.order.paymentStatus !== "refunded") await refundOrder(world, unit, attempt);
  if (attempt.order.invoiceId !== null) await unpayInvoice(world, unit, attempt.order);
  const { netMinor, feeMinor, storeId, currency } = attempt.order;
  await unit.tx.walletHold.updateMany({
    where: { attemptId: attempt.id, releasedAt: null },
    data: { releasedAt: unit.now },
  });
  await lockWallet(unit, storeId, currency);
  const wallet = await readWallet(unit.tx, storeId, currency);
  const entry = paymentReversed({ netMinor, feeMinor, wallet });
  await unit.post({ ...entry, sourceId: attempt.id, storeId, rail: attempt.rail, currency });
  await returnSuspense(unit, attempt);
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

async function refundOrder(world: World, unit: Unit, attempt: LockedAttempt): Promise<void> {
  const { totalMinor } = attempt.order;
  const { paymentStatus, orderStatus } = refund(attempt.order, { totalMinor, refundedMinor: totalMinor });
  const order = await unit.tx.order.update({
    where: { id: attempt.orderId },
    data: { paymentStatus, orderStatus, refundedMinor: totalMinor, updatedAt: unit.now },
    include: orderInclude,
  });
  const objectId = `order/${order.id}`;
  unit.emit({
    type: "order.refunded",
    storeId: order.storeId,
    livemode: true,
    objectId,
    sequence: await unit.nextSequence(order.storeId, objectId),
    dedupeKey: `${objectId}/refunded/${attempt.id}`,
    at: unit.now,
    data: orderEventData(order, world.config.siteUrl),
  });
}

/** Only what is still there can be taken from suspense. Where a person has moved it on, the task says so. */
async function returnSuspense(unit: Unit, attempt: LockedAttempt): Promise<void> {
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
  const { currency, minor } = kept;
  await lockWallet(unit, storeId, currency);
  await unit.post({ ...suspenseReversed(minor), sourceId, storeId, rail, currency });
}
