import { type Interval, intervalEdge, intervals } from "./interval";
import { Refusal } from "./refusal";
import { graceMs, type Period, type Step, type SubscriptionFacts, statusAt } from "./subscription";

/** What a plan costs, and how long one payment lasts. */
export interface PlanTerms {
  interval: Interval;
  amountMinor: bigint;
}

/** Now, for the difference in price; or at the end of all the time that there is, with the next payment. */
export type ChangeKind = "now" | "at_period_end";

/** A change is upward when a period costs more or lasts longer. All others wait for the end of the paid time. */
export function kindOfChange(from: PlanTerms, to: PlanTerms): ChangeKind {
  const isLonger = intervals.indexOf(to.interval) > intervals.indexOf(from.interval);
  return to.amountMinor > from.amountMinor || isLonger ? "now" : "at_period_end";
}

/** Refuses with `not_changeable` what is over or cancelled, and while a change that was paid for ahead waits to begin. */
export function requireChangeable(sub: SubscriptionFacts, now: Date): void {
  const status = statusAt(sub, now);
  const isWaiting = sub.planFrom ? now < sub.planFrom : false;
  if ((status !== "active" && status !== "past_due") || isWaiting) throw new Refusal("not_changeable");
}

// ── What unused time is worth. Only money is worth anything: days that were given, a trial and imported time are not. ──

/** A period as stored, and what of its payment went back, is on its way back or is disputed. */
export interface ValuedPeriod {
  /** From 1. */
  number: number;
  startsAt: Date;
  endsAt: Date;
  /** What its order took, without charges. */
  paidMinor: bigint;
  backMinor: bigint;
  /** Whether a change began it: what the periods that it cut were still worth is in it. */
  isChange: boolean;
  /** Where a later change cut it. `lostMinor`: what had gone back of it by then. `from`, `until`: the time it bought. */
  cut: { creditMinor: bigint; lostMinor: bigint; from: Date; until: Date } | null;
}

/** A period that a change ends, what it is still worth, and what had gone back of it. */
export interface Cut {
  number: number;
  creditMinor: bigint;
  lostMinor: bigint;
}

/** The periods that a change at `now` ends: those with time left. `periods` are all of one subscription, in order. */
export function cutsAt(periods: readonly ValuedPeriod[], now: Date): Cut[] {
  const cuts: Cut[] = [];
  let carriedMinor = 0n;
  let lostSinceMinor = 0n;
  for (const period of periods) {
    let worthMinor = period.paidMinor;
    let lostMinor = period.backMinor;
    if (period.isChange) {
      worthMinor += carriedMinor;
      lostMinor += lostSinceMinor;
      carriedMinor = 0n;
      lostSinceMinor = 0n;
    }
    if (period.cut) {
      carriedMinor += period.cut.creditMinor;
      lostSinceMinor += between(lostMinor - period.cut.lostMinor, period.cut.creditMinor);
    } else if (now < period.endsAt) {
      const leftMinor = shareOf(worthMinor, period, now) - lostMinor;
      cuts.push({ number: period.number, creditMinor: between(leftMinor, worthMinor), lostMinor });
    }
  }
  return cuts;
}

export function creditOf(cuts: readonly Cut[]): bigint {
  return cuts.reduce((sum, { creditMinor }) => sum + creditMinor, 0n);
}

/** The share of a period's worth that is left, rounded down. */
export function shareOf(
  worthMinor: bigint,
  { startsAt, endsAt }: Pick<ValuedPeriod, "startsAt" | "endsAt">,
  now: Date,
): bigint {
  const length = endsAt.getTime() - startsAt.getTime();
  const left = endsAt.getTime() - Math.max(startsAt.getTime(), now.getTime());
  return (worthMinor * BigInt(left)) / BigInt(length);
}

export function between(minor: bigint, mostMinor: bigint): bigint {
  if (minor < 0n) return 0n;
  return minor > mostMinor ? mostMinor : minor;
}

// ── What a change costs, and how long what is paid lasts. ──

/** The smallest amount that can be moved in the currency, and its step. */
export interface Smallest {
  stepMinor: bigint;
  leastMinor: bigint;
}

/** What is left to pay: never negative, rounded down to the step, and nothing where it is less than can be moved. */
export function dueOf(priceMinor: bigint, creditMinor: bigint, { stepMinor, leastMinor }: Smallest): bigint {
  if (creditMinor === 0n) return priceMinor;
  if (creditMinor >= priceMinor) return 0n;
  const restMinor = priceMinor - creditMinor;
  const dueMinor = restMinor - (restMinor % stepMinor);
  return dueMinor < leastMinor ? 0n : dueMinor;
}

/**
 * What is due is counted at the beginning of the hour, so that it stays the same while somebody reads the page and pays.
 */
export function countedAt(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs);
}

const hourMs = 3_600_000;

/** So many periods may be bought at once with unused time. */
const periodsMax = 1_000n;

/**
 * When time ends that `worthMinor` buys from `start`: whole periods by the calendar, and of one more the share that the
 * rest pays for. Refuses with `not_changeable` where no calendar goes that far.
 */
export function endOfWorth({ interval, amountMinor }: PlanTerms, worthMinor: bigint, start: Date): Date {
  if (worthMinor / amountMinor > periodsMax) throw new Refusal("not_changeable");
  const whole = Number(worthMinor / amountMinor);
  const from = intervalEdge(start, interval, whole).getTime();
  const length = intervalEdge(start, interval, whole + 1).getTime() - from;
  const rest = (BigInt(length) * (worthMinor % amountMinor)) / amountMinor;
  return new Date(from + Number(rest));
}

/**
 * The plan changes now: all other time ends, and a period of the new plan begins. `worthMinor` is what was paid and what
 * unused time is worth. Up to one price it buys one period, as was shown; what is above becomes time, never money.
 */
export function changeNow(
  sub: SubscriptionFacts,
  plan: PlanTerms,
  worthMinor: bigint,
  now: Date,
): Step & { period: Period } {
  const isOne = worthMinor <= plan.amountMinor;
  const end = isOne ? intervalEdge(now, plan.interval, 1) : endOfWorth(plan, worthMinor, now);
  return {
    at: now,
    event: "subscription.renewed",
    previousStatus: statusAt(sub, now),
    period: { start: now, end },
    to: {
      status: "active",
      interval: plan.interval,
      anchorAt: isOne ? now : end,
      anchorPeriods: isOne ? 1 : 0,
      currentPeriodStart: now,
      currentPeriodEnd: end,
      graceEndsAt: new Date(end.getTime() + graceMs),
      cancelledAt: null,
      endedAt: null,
      planFrom: null,
      // Whoever pays for a plan has no free days any more.
      ...(sub.trialEndsAt && now < sub.trialEndsAt ? { trialEndsAt: now } : {}),
    },
  };
}

/**
 * A payment for a plan that is no longer this subscription's: it buys time of the plan that there is, for what it is
 * worth. Money is never refused.
 */
export function addWorth(
  sub: SubscriptionFacts & PlanTerms,
  worthMinor: bigint,
  renewed: Step & { period: Period },
): Step & { period: Period } {
  const { start } = renewed.period;
  const end = new Date(Math.max(endOfWorth(sub, worthMinor, start).getTime(), start.getTime() + 1));
  const to = {
    ...renewed.to,
    anchorAt: end,
    anchorPeriods: 0,
    currentPeriodEnd: end,
    graceEndsAt: new Date(end.getTime() + graceMs),
  };
  return { ...renewed, period: { start, end }, to };
}

// ── Which plan is true when. ──

/** A subscription's plans, as stored with it. */
export interface PlanColumns<Product> extends PlanTerms {
  /** The plan of the last period; before `planFrom` the one before it still runs. */
  product: Product;
  planFrom?: Date | null;
  previousProduct?: Product | null;
  previousInterval?: Interval | null;
  previousAmountMinor?: bigint | null;
  /** What the next payment buys instead. */
  pendingProduct?: Product | null;
  pendingInterval?: Interval | null;
  pendingAmountMinor?: bigint | null;
}

/** These columns of a subscription whose plan nobody has changed. */
export const noPlanChange = {
  planFrom: null,
  previousProductId: null,
  previousProduct: null,
  previousInterval: null,
  previousAmountMinor: null,
  pendingProductId: null,
  pendingProduct: null,
  pendingInterval: null,
  pendingAmountMinor: null,
} as const;

/** No plan is chosen for the next payment. */
export const noPending = { pendingProductId: null, pendingInterval: null, pendingAmountMinor: null } as const;

export type Plan<Product> = PlanTerms & { product: Product };

/** The plan that runs at `now`. */
export function planAt<Product>(row: PlanColumns<Product>, now: Date): Plan<Product> {
  const before = planOf(row.previousProduct, row.previousInterval, row.previousAmountMinor);
  return row.planFrom && now < row.planFrom && before ? before : latestPlan(row);
}

/** The plan that the next payment buys. */
export function nextPlan<Product>(row: PlanColumns<Product>): Plan<Product> {
  return pendingPlan(row) ?? latestPlan(row);
}

/** The plan that was chosen for the next payment; null when none was. */
export function pendingPlan<Product>(row: PlanColumns<Product>): Plan<Product> | null {
  return planOf(row.pendingProduct, row.pendingInterval, row.pendingAmountMinor);
}

/** The change that is to come, paid for or not; null when there is none. */
export function comingChange<Product>(
  row: PlanColumns<Product> & { currentPeriodEnd: Date },
  now: Date,
): (Plan<Product> & { at: Date; isPaid: boolean }) | null {
  if (row.planFrom && now < row.planFrom) return { ...latestPlan(row), at: row.planFrom, isPaid: true };
  const pending = pendingPlan(row);
  return pending && { ...pending, at: row.currentPeriodEnd, isPaid: false };
}

function latestPlan<Product>({ product, interval, amountMinor }: PlanColumns<Product>): Plan<Product> {
  return { product, interval, amountMinor };
}

function planOf<Product>(
  product: Product | null | undefined,
  interval: Interval | null | undefined,
  amountMinor: bigint | null | undefined,
): Plan<Product> | null {
  if (!product || !interval || amountMinor === null || amountMinor === undefined) return null;
  return { product, interval, amountMinor };
}
