import { type Interval, intervalEdge } from "./interval";
import { graceMs, type SubscriptionFacts } from "./subscription";

/** Where subscriptions can be moved in from. */
export type MoveSource = "csv" | "stripe" | "gumroad" | "paystack" | "sente";

/** A subscription at another provider, by its dates. */
interface MovedTerm {
  interval: Interval;
  /** Null: it is not known. */
  startedAt: Date | null;
  /** End of all that was paid for there. */
  end: Date;
  isCancelled: boolean;
  cancelledAt: Date | null;
}

/** No more periods than this are counted from a start: 40 years of weeks. */
const periodsMax = 2_080;

/**
 * The facts of a subscription that was begun elsewhere. Where its end is a whole number of intervals after its start, it is
 * counted from there, so that one of the 31st stays one of the 31st; else later periods are counted from its end. Paid time
 * that is over is followed by 72 hours of grace, as anywhere. The start is before the end and not later than `now`.
 */
export function movedFacts(term: MovedTerm, now: Date): SubscriptionFacts {
  const { interval, end } = term;
  const startedAt = term.startedAt ?? earlier(intervalEdge(end, interval, -1), now);
  const periods = periodsBetween(startedAt, interval, end);
  const anchor = periods > 0 ? startedAt : end;
  const lastStart = intervalEdge(anchor, interval, periods - 1);
  return {
    interval,
    ...{ anchorAt: anchor, anchorPeriods: periods, startedAt },
    currentPeriodStart: later(lastStart, startedAt),
    currentPeriodEnd: end,
    graceEndsAt: new Date(end.getTime() + graceMs),
    trialEndsAt: null,
    ...standing(term, now),
  };
}

function standing({ end, isCancelled, cancelledAt }: MovedTerm, now: Date) {
  const graceEnd = new Date(end.getTime() + graceMs);
  if (isCancelled)
    return {
      status: "cancelled" as const,
      cancelledAt: earlier(cancelledAt ?? now, now),
      endedAt: end <= now ? end : null,
    };
  if (graceEnd <= now) return { status: "expired" as const, cancelledAt: null, endedAt: graceEnd };
  return {
    status: end <= now ? ("past_due" as const) : ("active" as const),
    cancelledAt: null,
    endedAt: null,
  };
}

/** How many whole intervals lie between the two; 0 where there is no such number. */
function periodsBetween(startedAt: Date, interval: Interval, end: Date): number {
  for (let count = 1; count <= periodsMax; count += 1) {
    const edge = intervalEdge(startedAt, interval, count);
    if (edge.getTime() === end.getTime()) return count;
    if (edge > end) return 0;
  }
  return 0;
}

function later(one: Date, other: Date): Date {
  return one < other ? other : one;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** Within this time before its end the old provider may charge again before anybody has switched it off there. */
export const soonMs = 24 * 60 * 60 * 1000;

/** How long what was moved in can be taken back. */
export const undoMs = 7 * 24 * 60 * 60 * 1000;

/** 2026-01-31, with a time and a zone or none: it is in UTC then. */
const form =
  /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)? ?(UTC|Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * An instant as other programs write it: ISO 8601, with or without a time, or the seconds since 1970. A day without a time
 * begins at midnight in UTC, so that days count as at the old provider. Null where it cannot be read without guessing: nobody
 * can tell which is the month of 03/04/2026.
 */
export function readInstant(typed: string): Date | null {
  const text = typed.trim();
  if (/^\d{10}$/.test(text)) return plausible(new Date(Number(text) * 1000));
  const found = form.exec(text);
  if (!found) return null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00", zone = "Z"] = found;
  const offset = /^(utc|z)$/i.test(zone) ? "Z" : zone.replace(/^([+-]\d{2}):?(\d{2})$/, "$1:$2");
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  // The 31st of February would become the 3rd of March.
  const isDay = new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDate() === Number(day);
  return isDay ? plausible(at) : null;
}

function plausible(at: Date): Date | null {
  const year = at.getUTCFullYear();
  // Of a date that cannot be, the year is no number, and nothing is greater or less.
  return year >= 1990 && year < 2100 ? at : null;
}

/** What other programs call an interval. Null: we have no such one. */
export function readInterval(typed: string): Interval | null {
  return intervalNames[typed.toLowerCase().replace(/[^a-z0-9]/g, "")] ?? null;
}

const intervalNames: Readonly<Record<string, Interval>> = Object.fromEntries(
  Object.entries({
    week: "week weekly 1week everyweek",
    month: "month monthly 1month everymonth",
    quarter: "quarter quarterly 3months every3months 3month",
    year: "year yearly annually annual 1year everyyear 12months",
  }).flatMap(([interval, names]) =>
    // Safe: the keys of the literal are intervals.
    names.split(" ").map((name): [string, Interval] => [name, interval as Interval]),
  ),
);

/** `held`: it is not paid at the old provider, or not to be charged there. */
type MovedStanding = "running" | "cancelled" | "held";

/** What other programs call the state of a subscription. Null: the word is not known. */
export function readStanding(typed: string): MovedStanding | null {
  const word = typed.toLowerCase().replace(/[^a-z]/g, "");
  if (/^(|active|trialing|ontrial|alive|attention)$/.test(word)) return "running";
  if (/^(cancell?ed|nonrenewing|pendingcancellation|cancelatperiodend)$/.test(word)) return "cancelled";
  if (
    /^(pastdue|unpaid|incomplete|incompleteexpired|paused|expired|ended|completed|failed|failedpayment)$/.test(
      word,
    )
  )
    return "held";
  return null;
}
