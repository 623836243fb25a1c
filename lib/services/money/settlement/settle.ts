import {
  type AttemptStatus,
  type Decision,
  settle as decide,
  type Evidence,
  goesBack,
  nextDoubtAt,
} from "@/lib/domain/attempt";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { isCalledOff, isUnpaid, orderKind } from "@/lib/domain/order";
import { isOwnAccount } from "@/lib/domain/rail-account";
import type { Settlement, StatusResult } from "@/lib/providers/rails/port";
import { inRequest } from "@/lib/providers/request-context";
import { traced } from "@/lib/providers/traces";
import { isInvoiceCancelled, isPaidOff } from "@/lib/services/billing/invoices/record";
import { failUnlessAwaited } from "@/lib/services/billing/orders/unpaid";
import { endConsentsOn } from "@/lib/services/billing/renewal/change";
import { recordFailedTry } from "@/lib/services/billing/renewal/failed";
import { tellPages } from "@/lib/services/core/outbox";
import { transact } from "@/lib/services/core/unit";
import type { Counted, Unit, World } from "@/lib/services/core/world";
import { alertMoneyWaits, notifyLateFailure } from "@/lib/services/notify/messages/notify-paid";
import { claimReceipt, isPaidAtTill } from "./claim-receipt";
import { credit } from "./credit";
import { findAndLock, type LockedAttempt } from "./lock-attempt";
import { reversePayment } from "./reverse-payment";
import { suspend, suspendSecond } from "./suspend";

/**
 * A rail's answer about a charge: to the charge itself, to a poll or in a signed callback; `no_answer`: unreadable or
 * lost.
 */
export type RailAnswer = StatusResult | { kind: "no_answer" };

/**
 * The only function that decides an attempt, for every source of answers: the charge's own answer, a callback, a poll,
 * the payer's return, the till, a person. Under the attempt's lock, one transaction writes the order, the ledger, the
 * subscription and their events, or none of them. Repeating an answer changes nothing. `polled`: the answer came from a
 * planned poll.
 */
export async function settle(
  world: World,
  attemptId: string,
  answer: RailAnswer,
  options: Options = {},
): Promise<Settled> {
  const settled = await settleIf(world, attemptId, answer, () => true, options);
  if (!settled) throw new Error(`There is no attempt ${attemptId}.`);
  return settled;
}

/** `isLate`: it was known to be late, so nobody has to look why. */
interface Options {
  polled?: boolean;
  isLate?: boolean;
}

/** The new status of the attempt, and the decision that was applied. */
export interface Settled {
  status: AttemptStatus;
  did: Decision["do"];
}

/**
 * The same, if `isMeant` accepts the locked attempt. Null, and nothing is done, if it does not or there is no such
 * attempt.
 */
export async function settleIf(
  world: World,
  attemptId: string,
  answer: RailAnswer,
  isMeant: (unit: Unit, attempt: LockedAttempt) => boolean,
  options: Options = {},
): Promise<Settled | null> {
  // An attempt that the rail does not know fails by its age: so the clock must first be compared.
  if (answer.kind === "not_found") await world.clock.compared?.();
  const settled = await transact(world, async (unit) => {
    // One payment at the rail pays one attempt: a reference that belongs to another attempt is never credited twice.
    const railRef = answer.kind === "succeeded" ? answer.settlement.railRef : null;
    const attempt = await findAndLock(unit, attemptId, railRef);
    if (!attempt || !isMeant(unit, attempt)) return null;
    // Whoever brings the answer, it is part of the request that began the payment.
    const facts = { "sente.attempt": attemptId, "sente.rail": attempt.rail };
    return inRequest(attempt.requestId, () =>
      traced("settle", { attributes: facts }, async (span) => {
        const decision = await decisionOn(unit, attempt, answer);
        const { isNews, status } = await apply(unit, attempt, decision, answer);
        const isKnown = options.isLate && decision.do === "credit";
        if (decision.alert && isNews && !isKnown) await alert(unit, attempt, decision, answer, options);
        if (isNews && waitsForSeller(decision)) await alertWaiting(unit, attempt, settlementOf(answer));
        span?.setAttributes({ "sente.decision": decision.do, "sente.status": status });
        return { status, did: decision.do, isNews, attempt };
      }),
    );
  });
  if (!settled) return null;
  const { status, did, isNews, attempt } = settled;
  const outcome = outcomes[did];
  const { rail, method, network } = attempt;
  if (isNews && outcome) world.counts.add("payments", { rail, network: network ?? method, outcome });
  return { status, did };
}

/** A receipt that belongs to another payment, or that this one has already, is no news: see `claimReceipt`. */
async function decisionOn(
  unit: Unit,
  attempt: LockedAttempt & { isAnothers: boolean },
  answer: RailAnswer,
): Promise<Decision> {
  const { status } = attempt;
  // The end of a prompt says nothing of money that its payer sent in another way.
  if (answer.kind === "failed" && status === "succeeded" && (await isPaidAtTill(unit, attempt)))
    return { do: "ignore", to: status, alert: false };
  const whose = answer.kind === "succeeded" ? await claimReceipt(unit, attempt, answer.settlement) : "new";
  if (whose === "anothers") return { do: "ignore", to: status, alert: true };
  if (whose === "had") return { do: "ignore", to: status, alert: false };
  return decide(await factsOf(unit, attempt, answer), evidenceOf(answer), unit.now);
}

/** As payments are counted; what decides nothing is not. */
const outcomes: Partial<Record<Decision["do"], Counted["payments"]["outcome"]>> = {
  ...{ credit: "paid", fail: "failed", reverse: "reversed" },
  ...{ suspense: "suspended", second: "suspended" },
};

/** The status of the attempt, and whether anything is new: sometimes only the ledger shows that an answer is old. */
interface Applied {
  status: AttemptStatus;
  isNews: boolean;
}

async function apply(
  unit: Unit,
  attempt: LockedAttempt,
  decision: Decision,
  answer: RailAnswer,
): Promise<Applied> {
  const done = { status: decision.to, isNews: true };
  switch (decision.do) {
    case "credit":
      await credit(unit, attempt, settlementOf(answer));
      return done;
    case "suspense":
      await suspend(unit, attempt, settlementOf(answer), decision.reason);
      return done;
    case "second":
      return { ...done, isNews: await suspendSecond(unit, attempt, settlementOf(answer)) };
    case "fail":
      await fail(unit, attempt, decision.reason, answer);
      return done;
    case "reverse":
      await endConsentsOn(unit, attempt, "reversed");
      return reversePayment(unit, attempt, decision.wasSettled, settlementIn(answer));
    case "wait":
      if (attempt.status !== decision.to)
        await unit.tx.paymentAttempt.update({ where: { id: attempt.id }, data: { status: decision.to } });
      return done;
    case "ignore":
      await noteReceipt(unit, attempt, answer);
      return done;
  }
}

/** Some rails say that it was paid before they say its receipt, which only a refund needs. */
async function noteReceipt(unit: Unit, attempt: LockedAttempt, answer: RailAnswer): Promise<void> {
  if (answer.kind !== "succeeded" || attempt.status !== "succeeded" || attempt.receipt !== null) return;
  const { receipt, railRef } = answer.settlement;
  if (!receipt || railRef !== attempt.settledRef) return;
  await unit.tx.paymentAttempt.update({ where: { id: attempt.id }, data: { receipt }, select: { id: true } });
}

/** The facts that the decision needs besides the answer. */
async function factsOf(unit: Unit, attempt: LockedAttempt & { isAnothers: boolean }, answer: RailAnswer) {
  const { order, status } = attempt;
  const isNew = status !== "succeeded";
  const isOver = answer.kind === "succeeded" && (await isPaidOff(unit, order));
  return {
    ...attempt,
    startedAt: attempt.createdAt,
    paidByAnother: isNew && (isOver || !isUnpaid(order)),
    calledOff: isNew && isUnpaid(order) && (await isVoid(unit, attempt)),
  };
}

/** Whether what it would pay for was cancelled since: its subscription, which cancelled the order, or its invoice. */
async function isVoid(unit: Unit, { order }: LockedAttempt): Promise<boolean> {
  if (orderKind(order) === "subscription") return isCalledOff(order);
  return isInvoiceCancelled(unit, order);
}

function evidenceOf(answer: RailAnswer): Evidence {
  switch (answer.kind) {
    case "succeeded":
    case "reversed": {
      const { railRef, receipt, amount } = answer.settlement;
      return { kind: answer.kind, railRef, receipt, amountMinor: amount.minor, currency: amount.currency };
    }
    case "failed":
      return { kind: "failed", reason: answer.failure.reason };
    case "pending":
    case "not_found":
    case "no_answer":
      return { kind: answer.kind };
  }
}

/** Money is credited or put in suspense only when the rail says that it came. */
function settlementOf(answer: RailAnswer): Settlement {
  if (answer.kind !== "succeeded") throw new Error(`Money was to be taken on the word “${answer.kind}”.`);
  return answer.settlement;
}

function settlementIn(answer: RailAnswer): Settlement {
  if (!("settlement" in answer)) throw new Error(`Money was to be given up on the word “${answer.kind}”.`);
  return answer.settlement;
}

/** Fails the attempt. The order fails with its last open attempt. */
async function fail(
  unit: Unit,
  attempt: LockedAttempt,
  reason: FailureReason,
  answer: RailAnswer,
): Promise<void> {
  const { tx, now } = unit;
  await tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: {
      status: "failed",
      failureReason: reason,
      railCode: answer.kind === "failed" ? (answer.failure.railCode ?? null) : null,
      settledAt: now,
      nextPollAt: nextDoubtAt({ startedAt: attempt.createdAt, now }),
    },
  });
  // No event says it, and a seller may be looking at the order.
  tellPages(tx, await unit.store(attempt.storeId), now);
  const { failed } = await failUnlessAwaited(unit, attempt.order);
  if (attempt.initiator === "schedule") return recordFailedTry(unit, attempt, reason);
  const { promptExpiresAt } = attempt;
  const wasTold = promptExpiresAt === null || now <= promptExpiresAt;
  if (failed && !wasTold) await notifyLateFailure(unit, attempt.order, attempt);
}

/** Money came that only a person can decide about; what goes back by itself waits for nobody. */
function waitsForSeller(decision: Decision): boolean {
  return decision.do === "second" || (decision.do === "suspense" && !goesBack(decision.reason));
}

function alertWaiting(unit: Unit, { id, order }: LockedAttempt, settlement: Settlement): Promise<void> {
  const { amount, railRef, receipt = "" } = settlement;
  return alertMoneyWaits(unit, order, { fact: `suspense/${id}/${railRef}/${receipt}`, amount });
}

async function alert(
  unit: Unit,
  attempt: LockedAttempt,
  decision: Decision,
  answer: RailAnswer,
  { polled }: Options,
): Promise<void> {
  const kinds: Record<Decision["do"], string> = {
    credit: "late_payment",
    suspense: "suspense",
    second: "suspense",
    reverse: "payment_reversed",
    fail: "rail_problem",
    wait: "rail_problem",
    ignore:
      attempt.status === "reversed" && answer.kind === "succeeded" ? "payment_reinstated" : "contradiction",
  };
  await unit.raiseTask({
    storeId: attempt.storeId,
    kind: kinds[decision.do],
    subject: attempt.id,
    polled,
    details: {
      order: attempt.order.number,
      was: attempt.status,
      ...(isOwnAccount(attempt.rail) ? { rail: attempt.rail } : {}),
      said: answer.kind,
      expected: `${attempt.currency} ${attempt.amountMinor}`,
      ...("settlement" in answer
        ? {
            got: `${answer.settlement.amount.currency} ${answer.settlement.amount.minor}`,
            railRef: answer.settlement.railRef,
            receipt: answer.settlement.receipt ?? null,
          }
        : {}),
      ...(answer.kind === "failed" ? { reason: answer.failure.reason } : {}),
      ...("reason" in decision ? { reason: decision.reason } : {}),
      ...(decision.do === "second" ? { reason: "second_payment" } : {}),
    },
  });
}
