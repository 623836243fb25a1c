import type { DisputeRow } from "@/lib/db/rows";
import { isOpen } from "@/lib/domain/attempt";
import { type DisputeState, isFraud, isLost, nextState, nextWatchAt } from "@/lib/domain/dispute";
import { composeUuid } from "@/lib/domain/token";
import type { FoundDispute, PaymentRail, RailDispute } from "@/lib/providers/rails/port";
import { endConsentsOn } from "@/lib/services/billing/renewal/change";
import { releaseUnheld } from "@/lib/services/core/ledger/hold";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { everyRail } from "@/lib/services/money/rails";
import { alertDispute } from "@/lib/services/notify/messages/notify-paid";
import { bookTakenBack, noteTakenBack } from "../book-reversal";
import { type LockedAttempt, lockAttempt } from "../lock-attempt";
import { type Asked, askedOf } from "../read-attempt";
import { settle } from "../settle";
import { bookFee } from "./list";
import {
  closeTask,
  openOf,
  raiseBeyond,
  raiseContradiction,
  raiseOpened,
  raiseTakenBack,
  releaseReserve,
  reserve,
} from "./raise";

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

/**
 * Polls the rail about a decided payment: whether it still stands, how much was reversed, and its disputes. The payment
 * is polled until the rail's answer on all of that is final. `told`: a dispute from the rail's own callback; `polled`: no
 * callback made us look.
 */
export async function askAgain(
  world: World,
  rail: PaymentRail | null,
  attempt: { id: string; railRef: string | null } & Asked,
  { told, polled = false }: { told?: RailDispute | undefined; polled?: boolean } = {},
): Promise<void> {
  const asked = askedOf(attempt);
  const ref = { attemptId: attempt.id, railRef: attempt.railRef ?? undefined, paid: true, asked };
  const answer = rail ? await rail.chargeStatus(ref) : ({ kind: "no_answer" } as const);
  await settle(world, attempt.id, answer, { polled });
  const listed = (await rail?.disputes?.(ref)) ?? { kind: "known" as const, disputes: [] };
  const disputes = listed.kind === "known" ? [...listed.disputes] : [];
  if (told && !disputes.some(({ ref: known }) => known === told.ref)) disputes.push(told);
  const { isOpen: isDisputed } = await recordDisputes(world, attempt.id, disputes);
  const isSaid = answer.kind !== "pending" && answer.kind !== "no_answer";
  await watch(world, attempt.id, isSaid && listed.kind === "known" && !isDisputed);
}

/** Stores the time of the next poll. At the end of the plan a person must look. */
async function watch(world: World, id: string, isLast: boolean): Promise<void> {
  await transact(world, async (unit) => {
    const attempt = await lockAttempt(unit, id);
    const isWatched = attempt.watchedSince !== null || attempt.leasedUntil !== null;
    if (isOpen(attempt.status) || (isLast && !isWatched)) return;
    const since = isLast ? null : (attempt.watchedSince ?? unit.now);
    const isMoney = attempt.status === "succeeded" || attempt.status === "reversed";
    const nextPollAt = since && nextWatchAt({ since, now: unit.now });
    await unit.tx.paymentAttempt.update({
      where: { id },
      data: { leasedUntil: null, watchedSince: since, ...(isMoney ? { nextPollAt } : {}) },
    });
    if (!since || nextPollAt || !isMoney) return;
    const details = { order: attempt.order.number, rail: attempt.rail };
    await unit.raiseTask({ storeId: attempt.storeId, kind: "no_answer", subject: id, details });
  });
}

/**
 * Polls the rails that send no callback when a payment is disputed. Known disputes are left to the poll plan of their
 * payment. Safe to miss, to repeat, or to run twice at once. Returns how many were new.
 */
export async function findNewDisputes(world: World): Promise<{ found: number }> {
  let found = 0;
  for (const rail of everyRail(world))
    for (const one of (await rail.newDisputes?.()) ?? [])
      try {
        if (await take(world, rail, one)) found += 1;
      } catch (error) {
        world.log.error({ err: error, rail: rail.id }, "A dispute could not be taken; it is tried again.");
      }
  return { found };
}

async function take(world: World, rail: PaymentRail, { attemptId, dispute }: FoundDispute): Promise<boolean> {
  if (!uuid.test(attemptId)) return false;
  const where = { rail_railRef: { rail: rail.id, railRef: dispute.ref } };
  if (await world.db.dispute.findUnique({ where, select: { id: true } })) return false;
  const attempt = await world.db.paymentAttempt.findFirst({
    where: { id: attemptId, rail: rail.id },
    select: { id: true, railRef: true, amountMinor: true, currency: true, createdAt: true },
  });
  if (!attempt) return false;
  // Read again with its payment, because its amount is in the payment's currency.
  await askAgain(world, rail, attempt);
  return true;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
