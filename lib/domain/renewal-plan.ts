import { addDays, type CivilDate, civilDateIn, instantAt } from "./civil-date";
import type { FailureReason } from "./failure-reason";
import { type Interval, intervals } from "./interval";
import { orderDay, orderMissedAt } from "./standing-order";
import { type SubscriptionFacts, statusAt } from "./subscription";

/**
 * How a subscription renews. `manual`: the payer pays each time. `prompt`: the payer's phone is asked by itself, and the
 * payer enters the PIN. `charge`: a saved card is charged. `standing_order`: the payer's network pays by itself.
 */
export const renewalModes = ["manual", "prompt", "charge", "standing_order"] as const;
export type RenewalMode = (typeof renewalModes)[number];

/** The hours of the store's zone at which a payer may want it. */
export const firstHour = 7;
export const lastHour = 20;
export const usualHour = 9;
/** After this hour nobody's phone is asked, however late the try is. */
const nightHour = 22;
const minuteMs = 60_000;

/** A subscription that renews by itself, and what was tried for its present end. */
export interface Renewing {
  mode: RenewalMode;
  facts: SubscriptionFacts;
  timeZone: string;
  hour: number;
  /** The minute of the hour: thousands who chose one hour are not tried in one minute. */
  minute: number;
  /** When the payer agreed to it: what was planned before is not made up for. */
  agreedAt: Date;
  /** The number of the last try for this end; 0: none yet. */
  tries: number;
  lastTryAt: Date | null;
  /** A try for this end failed: the payer is reminded as everybody else. */
  hasFailed: boolean;
  /** Nothing more is tried for this end. */
  isStopped: boolean;
  /** Of a standing order: the last day on which it pays. */
  until: CivilDate | null;
}

/** One try: from `at` to before `until`, the evening of its day. */
export interface PlannedTry {
  number: number;
  at: Date;
  until: Date;
}

/** So many tries at most for one end. */
export const triesMax = { charge: 4, prompt: 3 } as const;

/**
 * The tries for this end, at the chosen hour of the store's zone. The first is on the day before the paid time ends, so
 * that a good renewal is never past due. A card: that day, the end day, and the two days after it. A phone: that day,
 * the end day, and the last day of grace. None of a cancelled or expired subscription. A standing order has one, which asks
 * nobody: on the morning after its day it has not paid.
 */
export function renewalTries(sub: Renewing): PlannedTry[] {
  const { mode, facts, timeZone } = sub;
  if (mode === "manual" || facts.cancelledAt || facts.endedAt) return [];
  if (mode === "standing_order") return missedOrder(sub);
  const endDay = civilDateIn(facts.currentPeriodEnd, timeZone);
  const days =
    mode === "charge"
      ? [-1, 0, 1, 2].map((days) => addDays(endDay, days))
      : [addDays(endDay, -1), endDay, lastDayOfGrace(sub)];
  return days
    .filter((day, index) => days.indexOf(day) === index)
    .map((day, index) => tryOn(sub, day, index + 1))
    .filter(({ at, until }) => at < until && at > facts.startedAt);
}

function missedOrder({ facts, timeZone, until }: Renewing): PlannedTry[] {
  const day = orderDay(facts.currentPeriodEnd, facts.interval, timeZone);
  if (until === null || day > until) return [];
  const at = orderMissedAt(day, timeZone);
  return [{ number: 1, at, until: instantAt(civilDateIn(at, timeZone), nightHour, timeZone) }];
}

/** The number of the try to make now, or null. After an outage only the latest is made. */
export function tryDue(sub: Renewing, now: Date): number | null {
  if (isOver(sub, now)) return null;
  return triesLeft(sub).find(({ at, until }) => at <= now && now < until)?.number ?? null;
}

/** When to look at this subscription again: at once when a try is due. Null when none is left for this end. */
export function nextTryAt(sub: Renewing, now: Date): Date | null {
  if (isOver(sub, now)) return null;
  const next = triesLeft(sub).find(({ until }) => now < until);
  if (!next) return null;
  return next.at > now ? next.at : now;
}

/** Whether the payer has nothing to do for now: a try is coming or under way, and none has failed for this end. */
export function renewsByItself(sub: Renewing, now: Date): boolean {
  if (sub.mode === "manual" || sub.isStopped || sub.hasFailed) return false;
  const next = nextTryAt(sub, now);
  if (sub.mode === "standing_order") return next !== null && next > now;
  return sub.tries > 0 || next !== null;
}

function isOver({ facts, isStopped }: Renewing, now: Date): boolean {
  const status = statusAt(facts, now);
  return isStopped || (status !== "active" && status !== "past_due");
}

/** One try a day at most, also where the zone of the store has moved since the last one. */
function triesLeft(sub: Renewing): PlannedTry[] {
  const { timeZone, lastTryAt, tries, agreedAt } = sub;
  const lastDay = tries > 0 && lastTryAt ? civilDateIn(lastTryAt, timeZone) : "";
  return renewalTries(sub).filter(
    ({ number, at }) => number > tries && at > agreedAt && civilDateIn(at, timeZone) > lastDay,
  );
}

function tryOn({ facts, hour, minute, timeZone }: Renewing, day: CivilDate, number: number): PlannedTry {
  const at = new Date(instantAt(day, hour, timeZone).getTime() + minute * minuteMs);
  const night = instantAt(day, nightHour, timeZone).getTime();
  return { number, at, until: new Date(Math.min(night, facts.graceEndsAt.getTime())) };
}

/** The last day on which the chosen hour is inside of grace. */
function lastDayOfGrace(sub: Renewing): CivilDate {
  const day = civilDateIn(sub.facts.graceEndsAt, sub.timeZone);
  const { at, until } = tryOn(sub, day, 0);
  return at < until ? day : addDays(day, -1);
}

/** The minute of a subscription's tries, the same each time. */
export function minuteOf(subscriptionId: string): number {
  let sum = 0;
  for (const letter of subscriptionId) sum = (sum * 31 + letter.charCodeAt(0)) % 600;
  return sum % 60;
}

/** What a failed try means for the next ones. */
export type AfterFailure =
  /** It is tried again as planned. */
  | "again"
  /** It cannot succeed again for this end, or never: the payer must do something. */
  | "stop";

const hopeless: ReadonlySet<FailureReason> = new Set([
  "card_expired",
  "card_details_incorrect",
  "card_authentication_failed",
  "card_not_supported",
  "payer_blocked",
  "payer_not_found",
  "invalid_phone",
  "amount_out_of_range",
  "rail_misconfigured",
]);

export function afterFailure(reason: FailureReason): AfterFailure {
  return hopeless.has(reason) ? "stop" : "again";
}

/** The payer refused it on the phone. Twice in a row means no. */
export function isRefusal(reason: FailureReason): boolean {
  return reason === "cancelled_by_payer";
}
export const refusalsMax = 2;

/** What the payer agreed to: at most so much, at most so often. */
export interface Agreed {
  capMinor: bigint;
  interval: Interval;
}

/** Whether a renewal takes more than was agreed, or comes round more often. Then nothing is taken until they agree anew. */
export function isBeyond(agreed: Agreed, asked: { totalMinor: bigint; interval: Interval }): boolean {
  const isSooner = intervals.indexOf(asked.interval) < intervals.indexOf(agreed.interval);
  return asked.totalMinor > agreed.capMinor || isSooner;
}

/** The last day of a card: the end of its month. Null where the month is unknown. */
export function cardEndsAt(card: { expMonth: number | null; expYear: number | null }): Date | null {
  const { expMonth, expYear } = card;
  return expMonth === null || expYear === null ? null : new Date(Date.UTC(expYear, expMonth, 1));
}
