import { Refusal } from "./refusal";
import { currentPeriodStartAt, type SubscriptionFacts, statusAt } from "./subscription";

// Test controls. They move the dates of one subscription, so that the live code finds the transition due.

/** `shiftMs` is to be added to every stored date of the subscription, its periods included; it is zero or negative. */
export interface Shift {
  shiftMs: number;
  to: Partial<SubscriptionFacts>;
}

/** End the period: all paid time is over at `now`. Refuses with `not_active`. */
export function moveToPeriodEnd(sub: SubscriptionFacts, now: Date): Shift {
  if (statusAt(sub, now) !== "active") throw new Refusal("not_active");
  return shift(sub, now.getTime() - sub.currentPeriodEnd.getTime());
}

/** End the grace period: it is over at `now`. Refuses with `not_past_due`. */
export function moveToGraceEnd(sub: SubscriptionFacts, now: Date): Shift {
  if (statusAt(sub, now) !== "past_due") throw new Refusal("not_past_due");
  return shift(sub, now.getTime() - sub.graceEndsAt.getTime());
}

/**
 * The moved end becomes the anchor: with a moved anchor, other month ends would apply and the moved end would be
 * missed.
 */
export function shift(sub: SubscriptionFacts, shiftMs: number): Shift {
  const moved = (date: Date) => new Date(date.getTime() + shiftMs);
  const currentPeriodEnd = moved(sub.currentPeriodEnd);
  const to = {
    graceEndsAt: moved(sub.graceEndsAt),
    trialEndsAt: sub.trialEndsAt && moved(sub.trialEndsAt),
    startedAt: moved(sub.startedAt),
    currentPeriodStart: moved(currentPeriodStartAt(sub, sub.currentPeriodEnd)),
    currentPeriodEnd,
    anchorAt: currentPeriodEnd,
    anchorPeriods: 0,
    ...(sub.planFrom ? { planFrom: moved(sub.planFrom) } : {}),
  };
  return { shiftMs, to };
}
