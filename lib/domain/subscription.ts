import type { SubscriptionEvent } from "./event-types";
import { type Interval, intervalEdge } from "./interval";
import { Refusal } from "./refusal";

export type { SubscriptionEvent };

export const subscriptionStatuses = ["active", "past_due", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The grace period: exactly 72 hours after the end of the paid time (spec, States). */
export const graceMs = 72 * 60 * 60 * 1000;

/** How many paid periods may follow the current one. */
export const maxPeriodsAhead = 24;

/**
 * The stored fields of a subscription, from which everything else follows. All times are instants; every period is
 * half-open: its end does not belong to it.
 */
export interface SubscriptionFacts {
  /** As last recorded. What is true now is `statusAt`. */
  status: SubscriptionStatus;
  interval: Interval;
  /** Period edges are counted from here. */
  anchorAt: Date;
  /** Periods paid since the anchor: `currentPeriodEnd` is the edge with this number. */
  anchorPeriods: number;
  startedAt: Date;
  /**
   * Start of the last period since the anchor, which is in the future when renewals are stacked; before the anchor the
   * start of the period that runs. See `currentPeriodStartAt`.
   */
  currentPeriodStart: Date;
  /** End of all the time that was paid for or given. */
  currentPeriodEnd: Date;
  /** When access ends unless it is renewed: 72 hours after the end, and with it after a trial. */
  graceEndsAt: Date;
  /** When the free days with which it began end; null where it began with a payment. */
  trialEndsAt: Date | null;
  cancelledAt: Date | null;
  endedAt: Date | null;
  /** A change of plan was paid for ahead: the new plan begins here, and until then the one before it runs. */
  planFrom?: Date | null;
}

/** One change: what to store and which event to publish. `event` is null when none is published. */
export interface Step {
  /** When the change took effect, however late it is recorded. */
  at: Date;
  event: SubscriptionEvent | null;
  previousStatus: SubscriptionStatus | null;
  to: Partial<SubscriptionFacts>;
}

/** The period that one payment bought, from `start` up to but not including `end`. */
export interface Period {
  start: Date;
  end: Date;
}

// ── What is true at an instant, by the dates alone: it is right even if nothing was recorded for a month. ──

/** When access stops without a payment: after grace; cancelled, with the paid time; or when it was ended. */
export function accessEndsAt(sub: SubscriptionFacts): Date {
  if (sub.endedAt) return sub.endedAt;
  return sub.status === "cancelled" ? sub.currentPeriodEnd : sub.graceEndsAt;
}

/** Grace follows paid time. Who had free days and nothing since has none. */
export function hasGrace(sub: Pick<SubscriptionFacts, "graceEndsAt" | "currentPeriodEnd">): boolean {
  return sub.graceEndsAt > sub.currentPeriodEnd;
}

export function hasAccess(sub: SubscriptionFacts, now: Date): boolean {
  return now < accessEndsAt(sub);
}

/** The status at `now`. A recorded transition is never undone, so a server whose clock is behind agrees too. */
export function statusAt(sub: SubscriptionFacts, now: Date): SubscriptionStatus {
  if (sub.status === "cancelled" || sub.status === "expired") return sub.status;
  if (now >= sub.graceEndsAt) return "expired";
  if (now >= sub.currentPeriodEnd) return "past_due";
  return sub.status;
}

/** When access ended, or null while it has not. */
export function endedAt(sub: SubscriptionFacts, now: Date): Date | null {
  if (sub.endedAt) return sub.endedAt;
  return hasAccess(sub, now) ? null : accessEndsAt(sub);
}

/** Start of the period that contains `now`; of the last one when all of them are over. */
export function currentPeriodStartAt(sub: SubscriptionFacts, now: Date): Date {
  const ahead = periodsAhead(sub, now);
  return ahead === sub.anchorPeriods ? sub.currentPeriodStart : edge(sub, sub.anchorPeriods - 1 - ahead);
}

/**
 * Whether a step gives or removes access, by what is recorded. Due steps are recorded before any other, so `endedAt` is
 * set exactly while there is no access.
 */
export function changesAccess(before: SubscriptionFacts, { event, to }: Step): boolean {
  if (event === "subscription.activated") return true;
  return to.endedAt !== undefined && (before.endedAt === null) !== (to.endedAt === null);
}

// ── Transitions that come due. ──

/** The transitions that have come due by `now`, in order, each at its true instant. Applying them leaves none due. */
export function dueSteps(sub: SubscriptionFacts, now: Date): Step[] {
  const begins = planBegins(sub, now);
  return begins ? [begins, ...dueEnds(sub, now)] : dueEnds(sub, now);
}

function dueEnds(sub: SubscriptionFacts, now: Date): Step[] {
  if (sub.status === "cancelled") return endOfCancelled(sub, now);
  if (sub.status === "expired") return [];
  const steps: Step[] = [];
  const status = statusAt(sub, now);
  if (sub.status === "active" && status !== "active" && hasGrace(sub)) {
    const to = { status: "past_due" as const };
    steps.push({ at: sub.currentPeriodEnd, event: "subscription.past_due", previousStatus: "active", to });
  }
  if (status === "expired") {
    const at = sub.graceEndsAt;
    const to = { status: "expired" as const, endedAt: at };
    const previousStatus = hasGrace(sub) ? "past_due" : "active";
    steps.push({ at, event: "subscription.expired", previousStatus, to });
  }
  return steps;
}

/** When the next transition comes due; null when there is none. The sweep looks for rows whose time has come. */
export function nextDueAt(sub: SubscriptionFacts): Date | null {
  if (sub.planFrom && !sub.endedAt) return sub.planFrom;
  switch (sub.status) {
    case "active":
      return sub.currentPeriodEnd;
    case "past_due":
      return sub.graceEndsAt;
    case "cancelled":
      return sub.endedAt ? null : sub.currentPeriodEnd;
    case "expired":
      return null;
  }
}

// ── Actions of people. Record the due steps before any of these, so that events keep their order. ──

/** The first payment, at the instant `at`. */
export function activate(input: { interval: Interval; at: Date }): {
  facts: SubscriptionFacts;
  period: Period;
  event: SubscriptionEvent;
} {
  const { interval, at } = input;
  const period = { start: at, end: intervalEdge(at, interval, 1) };
  const facts: SubscriptionFacts = {
    status: "active",
    interval,
    anchorAt: at,
    anchorPeriods: 1,
    startedAt: at,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    graceEndsAt: graceAfter(period.end),
    trialEndsAt: null,
    cancelledAt: null,
    endedAt: null,
  };
  return { facts, period, event: "subscription.activated" };
}

/**
 * A confirmed payment adds one period. Money is never refused; check `canRenewAt` before taking any. `paidAt` is when the
 * payer paid, not when we learned of it. Before access ended the period follows the old end (early renewals stack, in grace
 * there are no free days); later, period and anchor start anew. Another plan's `interval` is counted from its first period.
 */
export function renew(sub: SubscriptionFacts, paidAt: Date, interval = sub.interval): Renewal {
  const lapsed = !hasAccess(sub, paidAt);
  const start = lapsed ? paidAt : sub.currentPeriodEnd;
  const goesOn = !lapsed && interval === sub.interval;
  const anchorAt = goesOn ? sub.anchorAt : start;
  const anchorPeriods = goesOn ? sub.anchorPeriods + 1 : 1;
  const period = { start, end: intervalEdge(anchorAt, interval, anchorPeriods) };
  return {
    at: paidAt,
    event: "subscription.renewed",
    previousStatus: statusAt(sub, paidAt),
    period,
    to: {
      status: "active",
      interval,
      anchorAt,
      anchorPeriods,
      currentPeriodStart: paidAt < anchorAt ? currentPeriodStartAt(sub, paidAt) : period.start,
      currentPeriodEnd: period.end,
      graceEndsAt: graceAfter(period.end),
      cancelledAt: null,
      endedAt: null,
    },
  };
}

type Renewal = Step & { period: Period };

/** Whether one more period may be paid for now: at most 24 may follow the current one. */
export function canRenewAt(sub: SubscriptionFacts, now: Date): boolean {
  return periodsAhead(sub, now) < maxPeriodsAhead;
}

/** Refuses with `renewal_limit` where `canRenewAt` is false. */
export function requireRenewable(sub: SubscriptionFacts, now: Date): void {
  if (!canRenewAt(sub, now)) throw new Refusal("renewal_limit");
}

/** Refuses with `not_cancellable` unless active or past due (spec, States). */
export function cancel(sub: SubscriptionFacts, now: Date): Step {
  const previousStatus = statusAt(sub, now);
  const step = { at: now, event: "subscription.cancelled" as const, previousStatus };
  switch (previousStatus) {
    case "active": // Access runs to the end of what was paid.
      return { ...step, to: { status: "cancelled", cancelledAt: now } };
    case "past_due": // Grace was not paid for.
      return { ...step, to: { status: "cancelled", cancelledAt: now, endedAt: now } };
    case "cancelled":
    case "expired":
      throw new Refusal("not_cancellable");
  }
}

/**
 * The bank reversed its payment: access ends at `now`, whatever was paid. On a cancelled subscription with access left,
 * only the access changes. Refuses with `not_cancellable` once access has ended.
 */
export function endNow(sub: SubscriptionFacts, now: Date): Step {
  if (!hasAccess(sub, now)) throw new Refusal("not_cancellable");
  if (sub.status === "cancelled") return { at: now, event: null, previousStatus: null, to: { endedAt: now } };
  return {
    at: now,
    event: "subscription.cancelled",
    previousStatus: statusAt(sub, now),
    to: { status: "cancelled", cancelledAt: now, endedAt: now },
  };
}

function endOfCancelled(sub: SubscriptionFacts, now: Date): Step[] {
  if (sub.endedAt || now < sub.currentPeriodEnd) return [];
  const at = sub.currentPeriodEnd;
  return [{ at, event: null, previousStatus: null, to: { endedAt: at } }];
}

/** How many paid periods start after `now`. The loop is short, because the stack of periods is. */
function periodsAhead(sub: SubscriptionFacts, now: Date): number {
  let ahead = 0;
  while (ahead < sub.anchorPeriods && edge(sub, sub.anchorPeriods - 1 - ahead) > now) ahead += 1;
  return ahead;
}

function edge(sub: SubscriptionFacts, n: number): Date {
  return intervalEdge(sub.anchorAt, sub.interval, n);
}

function graceAfter(end: Date): Date {
  return new Date(end.getTime() + graceMs);
}

/** What of a subscription says that a plan was paid for ahead, and when it begins. */
interface Waiting<Status> {
  status: Status;
  planFrom?: Date | null;
  endedAt: Date | null;
}

/** The step at which such a plan begins; null until then, and where access was ended before. */
function planBegins<Status>({ status, planFrom, endedAt }: Waiting<Status>, now: Date) {
  if (!planFrom || endedAt || now < planFrom) return null;
  const to = { planFrom: null };
  return { at: planFrom, event: "subscription.changed" as const, previousStatus: status, to };
}
