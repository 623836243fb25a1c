import { Prisma } from "@/lib/db/client";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { nextPlan } from "@/lib/domain/plan-change";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { cancel, statusAt } from "@/lib/domain/subscription";
import { moveToGraceEnd, moveToPeriodEnd, type Shift } from "@/lib/domain/test-moves";
import { moveToTrialEnd } from "@/lib/domain/trial";
import type { Caller, Unit } from "@/lib/services/core/world";
import { verb } from "@/lib/services/people/accounts/permit";
import { publishRenewal } from "../renewal/announce";
import { agreeToRenewal } from "../renewal/change";
import { lockSubscription } from "../subscriptions/read";
import { findPaid, recordDueSteps, recordStep } from "../subscriptions/record";
import { addPeriod } from "./start-subscription";

/**
 * Renew now, End the period, End grace period, Cancel (spec, Test mode behaviour), End the trial, and a renewal by itself
 * that fails.
 */
export const testMoves = ["renew", "end_period", "end_grace", "end_trial", "cancel", "fail_renewal"] as const;
export type TestMove = (typeof testMoves)[number];

/**
 * Moves the dates of one test subscription and then runs the live code on it, so that sellers see the real behaviour.
 * Refuses with not_active, not_past_due, not_in_trial, not_cancellable or renewal_limit where a move does not apply. Throws NotFound.
 */
export const advanceTestSubscription = verb(
  "test_mode.change",
  async (
    unit,
    caller: Caller,
    id: string,
    move: TestMove,
    paymentKey: string | null = null,
  ): Promise<SubscriptionRow> => {
    const locked = await lockSubscription(unit, { storeId: caller.storeId, livemode: false }, id);
    if (!locked) throw new NotFound();
    if (move === "renew" && (await findPaid(unit, locked, paymentKey))) return locked;
    const row = await recordDueSteps(unit, locked);
    switch (move) {
      case "renew":
        return addPeriod(unit, row, paymentKey);
      case "cancel":
        return recordStep(unit, row, cancel(row, unit.now));
      case "fail_renewal":
        return failTestRenewal(unit, row);
      default:
        return recordDueSteps(unit, await moveDates(unit, row, shifts[move](row, unit.now)));
    }
  },
);

const shifts = { end_period: moveToPeriodEnd, end_grace: moveToGraceEnd, end_trial: moveToTrialEnd };

/** Everything moves by the same span, so the periods keep their relative positions. */
async function moveDates(unit: Unit, row: SubscriptionRow, shift: Shift): Promise<SubscriptionRow> {
  const times = ["starts_at", "ends_at", "paid_at", "stopped_at", "cut_at", "bought_from", "bought_until"];
  const moved = times.map((time) => `${time} = ${time} + by_ms.value`).join(", ");
  await unit.tx.$executeRaw`
    UPDATE subscription_periods SET ${Prisma.raw(moved)}
    FROM (SELECT ${shift.shiftMs}::bigint * interval '1 millisecond' AS value) AS by_ms
    WHERE subscription_id = ${row.id}`;
  return unit.tx.subscription.update({ where: { id: row.id }, data: shift.to, include: subscriptionInclude });
}

const reason = "insufficient_funds";
const testCard = { brand: "visa", last4: "0341", expMonth: 12, expYear: 2099 };

/**
 * Does in test mode what a failed try does: the card of a test subscription that renews by itself is declined. One that
 * is renewed by hand gets a test card first. No rail is asked and nobody is written to. Refuses with `not_active`.
 */
async function failTestRenewal(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  const status = statusAt(row, unit.now);
  if (status !== "active" && status !== "past_due") throw new Refusal("not_active");
  const { interval, amountMinor: capMinor } = nextPlan(row);
  const said = { mode: "charge" as const, text: "Test mode", language: "en", provenBy: null };
  const way = { kind: "card" as const, instrumentId: null, hash: null, card: testCard };
  const renewing =
    row.renewalMode === "manual"
      ? await agreeToRenewal(unit, row, { ...said, capMinor, interval }, way)
      : row;
  const failed = { renewalFailure: reason, renewalFailedAt: unit.now, renewalTriedFor: row.currentPeriodEnd };
  await unit.tx.subscription.update({ where: { id: row.id }, data: failed, select: { id: true } });
  return publishRenewal(unit, { ...renewing, ...failed }, { reason, nextTryAt: null });
}
