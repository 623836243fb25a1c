import { type OrderRow, orderInclude } from "@/lib/db/rows";
import type { FailureReason } from "@/lib/domain/failure-reason";
import type { LedgerEntry } from "@/lib/domain/ledger-accounts";
import { type OrderState, refund as refundOrder, unrefund } from "@/lib/domain/order";
import {
  refundFailed,
  refundPaid,
  refundReversed,
  suspenseReturnFailed,
  suspenseReturnReversed,
} from "@/lib/domain/posting";
import {
  decideTransfer,
  nextTransferPollAt,
  pollsWhenPaid,
  type TransferDecision,
} from "@/lib/domain/transfer";
import { orderEventData } from "@/lib/resources/order";
import { endRefunded } from "@/lib/services/billing/subscriptions/cancel";
import { downloadUrlOf } from "@/lib/services/core/download-token";
import { lockWallet, releaseUnheld } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { alertRefundFailed, notifyRefunded } from "@/lib/services/notify/messages/notify-paid";
import { bookTakenBack } from "../../settlement/book-reversal";
import { raiseTakenBack, reserve } from "../../settlement/disputes/raise";
import { type LockedAttempt, lockAttempt } from "../../settlement/lock-attempt";
import { reverseSuspended } from "../../settlement/reverse-payment";
import { reopenSuspense } from "../../tasks/suspense";
import { evidenceOf, railRefOf, type TransferAnswer } from "../transfers/claim";
import { isFromSuspense, type LockedRefund, lockRefund } from "./lock-refund";

/** A rail that is busy with another refund of the payment is tried again this much later, for a day. */
const busyMs = 2 * 60 * 1000;
const busyPatienceMs = 24 * 60 * 60 * 1000;

/**
 * The only function that decides a refund, for every source of answers. Works under the locks of the attempt, the order
 * and the refund, in one transaction; repeating an answer changes nothing. `polled`: the answer came from a planned
 * poll.
 */
export async function settleRefund(
  world: World,
  id: string,
  answer: TransferAnswer,
  options: { polled?: boolean } = {},
): Promise<{ did: TransferDecision["do"] }> {
  return transact(world, async (unit) => {
    const refund = await lockRefund(unit, id);
    // The refund was not sent yet, so no answer can be about it.
    if (refund.status === "queued") return { did: "wait" };
    const pollsMade = refund.pollsMade + (options.polled ? 1 : 0);
    const state = stateOf(refund.status);
    const decision = decideTransfer({ state, pollsMade, failsLate: true }, evidenceOf(answer));
    const told = { ...refund, pollsMade, railRef: refund.railRef ?? railRefOf(answer) };
    await apply(unit, told, decision, options);
    return { did: decision.do };
  });
}

/**
 * Records what a person found out where the rail cannot say. Runs in the transaction of their act, with the refund
 * locked.
 */
export async function settleRefundByHand(
  unit: Unit,
  refund: LockedRefund,
  found: "arrived" | "not_arrived" | "did_come_back",
): Promise<void> {
  switch (found) {
    case "arrived":
      return complete(unit, refund);
    case "not_arrived":
      return giveBack(unit, refund, "unknown");
    case "did_come_back":
      return reverse(unit, refund);
  }
}

function stateOf(status: "sent" | "paid" | "failed") {
  return status === "failed" ? "given_back" : status;
}

async function apply(
  unit: Unit,
  refund: LockedRefund,
  decision: TransferDecision,
  { polled }: { polled?: boolean },
): Promise<void> {
  switch (decision.do) {
    case "complete":
      return complete(unit, refund);
    case "give_back":
      return giveBack(unit, refund, decision.reason);
    case "hold":
      return hold(unit, refund, decision.reason);
    case "wait":
    case "send_again":
      return wait(unit, refund);
    case "reverse":
      return reverse(unit, refund);
    case "ignore":
      // A paid refund is still polled, because a rail may later fail to deliver it.
      if (refund.status === "paid") await watch(unit, refund);
      if (decision.alert) await raise(unit, refund, "contradiction", refund.status, polled);
  }
}

async function complete(unit: Unit, refund: LockedRefund): Promise<void> {
  const pollsMade = Math.max(refund.pollsMade, pollsWhenPaid);
  await end(unit, { ...refund, pollsMade }, { status: "paid", failureReason: null });
  await watch(unit, { ...refund, pollsMade });
  if (!isFromSuspense(refund)) await markRefunded(unit, refund);
  const asked = { actor: refund.requestedBy ?? "system", askedAt: refund.createdAt };
  if (refund.ends) await endRefunded(unit, refund.order, asked);
  await notifyRefunded(unit, refund.order, refund);
  await post(unit, refund, refundPaid(refund.amountMinor));
}

/** Updates the order: the total refunded, its status, and the event. */
export async function markRefunded(unit: Unit, refund: Booked): Promise<void> {
  const { totalMinor } = refund.order;
  const refundedMinor = refund.order.refundedMinor + refund.amountMinor;
  const to = refundOrder(refund.order, { totalMinor, refundedMinor });
  await changeOrder(unit, refund, "order.refunded", { ...to, refundedMinor });
}

/** Reverts `markRefunded`. What the rail reversed meanwhile stays refunded. */
async function unmarkRefunded(unit: Unit, refund: LockedRefund): Promise<void> {
  const refundedMinor = refund.order.refundedMinor - refund.amountMinor;
  const to = unrefund(refund.order, refundedMinor);
  await changeOrder(unit, refund, "order.refund_failed", { ...to, refundedMinor });
}

/** What of a refund its order needs to know. */
type Booked = Pick<LockedRefund, "id" | "orderId" | "amountMinor"> & { order: OrderRow };

async function changeOrder(
  unit: Unit,
  refund: Booked,
  type: "order.refunded" | "order.refund_failed",
  { refundedMinor, paymentStatus, orderStatus }: OrderState & { refundedMinor: bigint },
): Promise<void> {
  const order = await unit.tx.order.update({
    where: { id: refund.orderId },
    data: { refundedMinor, paymentStatus, orderStatus, updatedAt: unit.now },
    include: orderInclude,
  });
  const objectId = `order/${order.id}`;
  unit.emit({
    type,
    storeId: order.storeId,
    livemode: true,
    objectId,
    sequence: await unit.nextSequence(order.storeId, objectId),
    dedupeKey: `${objectId}/${type.slice("order.".length)}/${refund.id}`,
    at: unit.now,
    data: orderEventData(order, unit.world.config.siteUrl, downloadUrlOf(unit.world, order)),
  });
}

/** The refund was reported as paid, but the payer did not get it: everything is restored, and a task is raised. */
async function reverse(unit: Unit, refund: LockedRefund): Promise<void> {
  await end(unit, refund, { status: "failed", failureReason: "reversed" });
  await raise(unit, refund, "refund_came_back", "reversed");
  await notifyCameBack(unit, refund);
  if (isFromSuspense(refund)) return suspendAgain(unit, refund, suspenseReturnReversed(refund.amountMinor));
  await unmarkRefunded(unit, refund);
  await post(unit, refund, refundReversed(refund));
  await releaseUnheld(unit, { ...refund, sourceId: refund.id });
  await bookWhatWaited(unit, refund);
}

/** Everything returns to where it was taken from, and a task is raised: the payer still waits for the money. */
async function giveBack(unit: Unit, refund: LockedRefund, reason: FailureReason): Promise<void> {
  await end(unit, refund, { status: "failed", failureReason: reason });
  await raise(unit, refund, "refund_failed", reason);
  await alertRefundFailed(unit, refund.order, refund, false);
  if (isFromSuspense(refund)) return suspendAgain(unit, refund, suspenseReturnFailed(refund.amountMinor));
  await post(unit, refund, refundFailed(refund));
  await releaseUnheld(unit, { ...refund, sourceId: refund.id });
  await bookWhatWaited(unit, refund);
}

/** The same for money in suspense: the suspense task is raised again, for the part that the rail did not reverse. */
async function suspendAgain(unit: Unit, refund: LockedRefund, entry: LedgerEntry): Promise<void> {
  await reopenSuspense(unit, refund);
  await lockWallet(unit, refund.storeId, refund.currency);
  await post(unit, refund, entry);
  const attempt = await lockAttempt(unit, refund.attemptId);
  const { minor } = await reverseSuspended(unit, attempt);
  if (minor > 0n) await raiseTakenBack(unit, attempt, minor);
}

/** Books what the rail reversed while this refund was under way or paid; disputed money is reserved again. */
async function bookWhatWaited(unit: Unit, refund: LockedRefund): Promise<void> {
  const { minor } = await bookTakenBack(unit, await lockAttempt(unit, refund.attemptId));
  const attempt = await lockAttempt(unit, refund.attemptId);
  if (minor > 0n) await raiseTakenBack(unit, attempt, minor);
  await standAgain(unit, attempt);
  await reserve(unit, attempt);
}

/**
 * The rail reversed the last part of this payment while a refund had the rest. That refund failed, so the payment has
 * the rest again and can be refunded once more. What it paid for stays undone.
 */
async function standAgain(unit: Unit, { id, status, order }: LockedAttempt): Promise<void> {
  if (status !== "reversed" || order.refundedMinor >= order.totalMinor) return;
  await unit.tx.paymentAttempt.update({ where: { id }, data: { status: "succeeded" } });
}

/** Only a refund that was blocked by another refund is worth trying again unchanged. */
async function hold(unit: Unit, refund: LockedRefund, reason: FailureReason): Promise<void> {
  const isYoung = unit.now.getTime() - refund.createdAt.getTime() < busyPatienceMs;
  if (reason !== "payer_busy" || !isYoung) return giveBack(unit, refund, reason);
  await unit.tx.refund.update({
    where: { id: refund.id },
    data: { nextPollAt: new Date(unit.now.getTime() + busyMs), pollsMade: 0 },
  });
}

/**
 * Polls again by the plan. When the plan is over a person must look; nothing is returned while the outcome is in doubt.
 */
async function wait(unit: Unit, refund: LockedRefund): Promise<void> {
  const { id, railRef, pollsMade } = refund;
  const nextPollAt = nextTransferPollAt(pollsMade, unit.now);
  await unit.tx.refund.update({ where: { id }, data: { railRef, pollsMade, nextPollAt } });
  if (nextPollAt === null) await raise(unit, refund, "refund_no_answer", "no_answer");
}

async function watch(unit: Unit, { id, pollsMade }: LockedRefund): Promise<void> {
  const nextPollAt = nextTransferPollAt(pollsMade, unit.now);
  await unit.tx.refund.update({ where: { id }, data: { pollsMade, nextPollAt } });
}

async function end(
  unit: Unit,
  { id, railRef, pollsMade }: LockedRefund,
  to: { status: "paid" | "failed"; failureReason: string | null },
): Promise<void> {
  await unit.tx.refund.update({
    where: { id },
    data: { ...to, railRef, pollsMade, nextPollAt: null, completedAt: unit.now },
  });
  await unit.resolveTasks({ kind: "refund_no_answer", subject: id });
}

function raise(
  unit: Unit,
  refund: LockedRefund,
  kind: string,
  said: string,
  polled?: boolean,
): Promise<void> {
  return unit.raiseTask({
    storeId: refund.storeId,
    kind,
    polled,
    subject: refund.id,
    details: {
      order: refund.order.number,
      orderId: refund.orderId,
      amount: `${refund.currency} ${refund.amountMinor}`,
      reason: said,
    },
  });
}

/** Last, because the balances of the service are shared by all stores. */
async function post(unit: Unit, refund: LockedRefund, entry: LedgerEntry): Promise<void> {
  const { id: sourceId, storeId, currency, attempt } = refund;
  await unit.post({ ...entry, sourceId, storeId, rail: attempt.rail, currency });
}

/** Tells those who chose to be told of refunds: they were notified that the payer has the money, and only they can put that right. */
export async function notifyCameBack(unit: Unit, refund: LockedRefund): Promise<void> {
  const { storeId, orderId, order, currency, amountMinor } = refund;
  const amount = { minor: amountMinor, currency };
  const kind = "refund_came_back";
  await mailOwners(
    unit,
    { storeId, accountId: order.accountId },
    {
      kind,
      event: "refund",
      values: {
        ...{ amount, order: order.number },
        link: `${unit.world.config.siteUrl}/dashboard/orders/${order.number}`,
      },
      objectId: `order/${orderId}`,
      dedupeKey: `${kind}/${refund.id}`,
    },
  );
  await alertRefundFailed(unit, order, refund, true);
}
