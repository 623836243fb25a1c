import type { Interval } from "./interval";
import { Refusal } from "./refusal";
import {
  currentPeriodStartAt,
  hasAccess,
  hasGrace,
  type Period,
  type Step,
  type SubscriptionEvent,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";
import { type Shift, shift } from "./test-moves";

const dayMs = 24 * 60 * 60 * 1000;

/** How many days a product may be tried for. */
export const trialDaysMax = 90;

/** What a payer proves before a trial; with `none` only the seller's own server starts one. */
export const trialProofs = ["phone", "email", "none"] as const;
export type TrialProof = (typeof trialProofs)[number];

/**
 * Free days, at the instant `at`. The end of the trial is the anchor of what is paid later, so the first paid period
 * begins there. There is no grace, for grace follows paid time.
 */
export function startTrial(input: { interval: Interval; days: number; at: Date }): {
  facts: SubscriptionFacts & { trialEndsAt: Date };
  period: Period;
  event: SubscriptionEvent;
} {
  const { interval, days, at } = input;
  const end = new Date(at.getTime() + days * dayMs);
  const facts = {
    status: "active" as const,
    interval,
    anchorAt: end,
    anchorPeriods: 0,
    startedAt: at,
    currentPeriodStart: at,
    currentPeriodEnd: end,
    graceEndsAt: end,
    trialEndsAt: end,
    cancelledAt: null,
    endedAt: null,
  };
  return { facts, period: { start: at, end }, event: "subscription.activated" };
}

/** It began with free days, and nothing was paid since. */
export function isUnpaidTrial(
  sub: Pick<SubscriptionFacts, "trialEndsAt" | "graceEndsAt" | "currentPeriodEnd">,
): boolean {
  return sub.trialEndsAt !== null && !hasGrace(sub);
}

/** Whether the free days run now. What was paid meanwhile follows them. */
export function isInTrial(sub: SubscriptionFacts, now: Date): boolean {
  return sub.trialEndsAt !== null && now < sub.trialEndsAt && hasAccess(sub, now);
}

/** A test control: the free days are over at `now`. Refuses with `not_in_trial`. */
export function moveToTrialEnd(sub: SubscriptionFacts, now: Date): Shift {
  if (!sub.trialEndsAt || !isInTrial(sub, now)) throw new Refusal("not_in_trial");
  return shift(sub, now.getTime() - sub.trialEndsAt.getTime());
}

/** Who had free days is recognised by any of these. */
export const trialIdentities = ["ref", "email", "phone"] as const;
export type TrialIdentity = (typeof trialIdentities)[number];

/** One mailbox is one person, however it is spelled: lower-cased, and without what follows a plus. */
export function trialEmail(email: string): string {
  const lower = email.trim().toLowerCase();
  const at = lower.lastIndexOf("@");
  const plus = lower.indexOf("+");
  return plus > 0 && plus < at ? lower.slice(0, plus) + lower.slice(at) : lower;
}

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
