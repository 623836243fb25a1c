import { Refusal } from "./refusal";
import {
  currentPeriodStartAt,
  type Period,
  type Step,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";

const dayMs = 24 * 60 * 60 * 1000;

/** How many days a seller may give at once. */
export const daysGivenMax = 366;

/**
 * The seller gives days for free. They follow the time that there is, or begin now where it is over, and whoever had lost
 * access has it again. A cancelled subscription stays cancelled. Periods that are paid later are counted from the new end.
 * Refuses with `not_extendable` where access was ended during paid time.
 */
export function extend(sub: SubscriptionFacts, days: number, now: Date): Step & { period: Period } {
  if (sub.endedAt && sub.endedAt < sub.currentPeriodEnd) throw new Refusal("not_extendable");
  const isOver = now >= sub.currentPeriodEnd;
  const start = isOver ? now : sub.currentPeriodEnd;
  const end = new Date(start.getTime() + days * dayMs);
  const graceMsLeft = sub.graceEndsAt.getTime() - sub.currentPeriodEnd.getTime();
  return {
    at: now,
    event: "subscription.extended",
    previousStatus: statusAt(sub, now),
    period: { start, end },
    to: {
      status: sub.status === "cancelled" ? "cancelled" : "active",
      anchorAt: end,
      anchorPeriods: 0,
      currentPeriodStart: isOver ? start : currentPeriodStartAt(sub, now),
      currentPeriodEnd: end,
      graceEndsAt: new Date(end.getTime() + graceMsLeft),
      endedAt: null,
    },
  };
}
