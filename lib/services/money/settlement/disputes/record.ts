import type { DisputeRow } from "@/lib/db/rows";
import { type DisputeState, isFraud, isLost, nextState } from "@/lib/domain/dispute";
import { composeUuid } from "@/lib/domain/uuid";
import type { RailDispute } from "@/lib/providers/rails/port";
import { endConsentsOn } from "@/lib/services/billing/renewal/change";
import { releaseUnheld } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { alertDispute } from "@/lib/services/notify/messages/notify-paid";
import { bookTakenBack, noteTakenBack } from "../book-reversal";
import { type LockedAttempt, lockAttempt } from "../lock-attempt";
import { bookFee } from "./list";
import { closeTask, raiseBeyond, raiseContradiction, raiseOpened, raiseTakenBack } from "./raise";
import { openOf, releaseReserve, reserve } from "./reserve";

/**
 * Records a rail's disputes of a payment, in one transaction: each is one object, opened once and decided once. While
 * one is open its money is reserved; a lost one takes its amount; a won one gives the money back to the seller.
 * Repeating it changes nothing. Returns whether any of them is still open.
 */
export async function recordDisputes(
  world: World,
  attemptId: string,
  told: readonly RailDispute[],
): Promise<{ isOpen: boolean }> {
  // Most payments have no dispute: they need no lock.
  if (told.length === 0)
    return { isOpen: (await world.db.dispute.count({ where: { attemptId, state: "open" } })) > 0 };
  return transact(world, async (unit) => {
    const attempt = await lockAttempt(unit, attemptId);
    for (const one of told) await recordOne(unit, attempt, one);
    await reserve(unit, await lockAttempt(unit, attemptId));
    return { isOpen: (await openOf(unit, attemptId)).length > 0 };
  });
}

async function recordOne(unit: Unit, attempt: LockedAttempt, told: RailDispute): Promise<void> {
  const where = { rail_railRef: { rail: attempt.rail, railRef: told.ref } };
  const before = await unit.tx.dispute.findUnique({ where });
  if (before && before.attemptId !== attempt.id)
    throw new Error(`Dispute ${told.ref} is about another payment.`);
  const found = before ?? (await open(unit, attempt, told));
  const { to, isDecided, contradicts } = nextState(found.state, told.state);
  const dispute = await update(unit, found, told, isDecided);
  if (contradicts) await raiseContradiction(unit, attempt, dispute, told.state);
  if (isDecided) await decide(unit, dispute, to);
  await bookFee(unit, dispute, told.fee);
}

async function open(unit: Unit, attempt: LockedAttempt, told: RailDispute): Promise<DisputeRow> {
  const amount = told.amount ?? { minor: attempt.amountMinor, currency: attempt.currency };
  const openedAt = told.openedAt && told.openedAt < unit.now ? told.openedAt : unit.now;
  const dispute = await unit.tx.dispute.create({
    data: {
      id: composeUuid(unit.world.random.bytes(16)),
      ...{ storeId: attempt.storeId, orderId: attempt.orderId, attemptId: attempt.id },
      ...{ rail: attempt.rail, railRef: told.ref, currency: amount.currency, amountMinor: amount.minor },
      ...{ reason: told.reason ?? null, dueAt: told.dueAt ?? null, openedAt, createdAt: unit.now },
    },
  });
  // The lost ones end them when they are decided.
  await endConsentsOn(unit, attempt, "disputed", isFraud(told.reason));
  if (told.state === "open") await raiseOpened(unit, attempt, dispute);
  return dispute;
}

/** A bank may decide for another amount than it opened with; until then it may move the deadline for evidence. */
function update(unit: Unit, dispute: DisputeRow, told: RailDispute, isDecided: boolean): Promise<DisputeRow> {
  const { amount, dueAt, reason } = told;
  const isOther = isDecided && amount !== undefined && amount.currency === dispute.currency;
  return unit.tx.dispute.update({
    where: { id: dispute.id },
    data: {
      ...(dueAt ? { dueAt } : {}),
      ...(reason ? { reason } : {}),
      ...(isOther && amount.minor > 0n ? { amountMinor: amount.minor } : {}),
    },
  });
}

/** A lost dispute takes first from its reserve; the rest of the reserve is released. */
async function decide(unit: Unit, dispute: DisputeRow, to: DisputeState): Promise<void> {
  await closeTask(unit, dispute);
  if (isLost(to)) {
    await endConsentsOn(unit, await lockAttempt(unit, dispute.attemptId), "disputed");
    await lose(unit, dispute);
  }
  await releaseReserve(unit, dispute.id);
  await unit.tx.dispute.update({ where: { id: dispute.id }, data: { state: to, decidedAt: unit.now } });
  const { storeId, order } = await lockAttempt(unit, dispute.attemptId);
  await alertDispute(unit, order, dispute, isLost(to) ? "lost" : "won");
  await releaseUnheld(unit, { storeId, currency: order.currency, sourceId: `${dispute.id}/decided` });
}

async function lose(unit: Unit, dispute: DisputeRow): Promise<void> {
  const attempt = await lockAttempt(unit, dispute.attemptId);
  // Money in suspense is given up when the rail says that the payment itself is reversed.
  if (attempt.paidAt === null || attempt.suspenseReason !== null) return;
  const lostMinor = (await lostBefore(unit, attempt)) + minorIn(attempt, dispute);
  const booked = await bookTakenBack(unit, await noteTakenBack(unit, attempt, lostMinor));
  if (booked.minor > 0n) await raiseTakenBack(unit, attempt, booked.minor);
  const after = await lockAttempt(unit, attempt.id);
  if (lostMinor > after.reversedMinor)
    await raiseBeyond(unit, after, dispute, lostMinor - after.reversedMinor);
}

async function lostBefore(unit: Unit, attempt: LockedAttempt): Promise<bigint> {
  const where = { attemptId: attempt.id, state: { in: ["lost" as const, "accepted" as const] } };
  const lost = await unit.tx.dispute.findMany({ where });
  return lost.reduce((total, one) => total + minorIn(attempt, one), 0n);
}

/** A dispute in another currency than the order's counts as the whole payment. */
function minorIn({ order }: LockedAttempt, dispute: DisputeRow): bigint {
  return dispute.currency === order.currency ? dispute.amountMinor : order.totalMinor;
}
