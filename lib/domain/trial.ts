import type { Interval } from "./interval";
import { Refusal } from "./refusal";
import {
  hasAccess,
  hasGrace,
  type Period,
  type SubscriptionEvent,
  type SubscriptionFacts,
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
