import { addDays, type CivilDate, civilDateIn, instantAt } from "./civil-date";
import { orderDay } from "./standing-order";
import { hasGrace, type SubscriptionFacts, statusAt } from "./subscription";

/** People are reminded at 9 in the morning of the store's zone, never at night. */
const reminderHour = 9;
const dayMs = 24 * 60 * 60 * 1000;

/** A reminder of one kind goes out at `at`. If it could not go out before `until`, the next reminder replaces it. */
interface Planned<Kind> {
  kind: Kind;
  at: Date;
  until: Date;
}

// ── Invoices: on the due day, and 3 and 7 days after it (spec, States, Invoice). ──

export const invoiceReminders = ["due_day", "three_days_late", "seven_days_late"] as const;
export type InvoiceReminder = (typeof invoiceReminders)[number];

export interface RemindableInvoice {
  dueOn: CivilDate | null;
  /** Of the first send; an invoice that was never sent gets no reminder. */
  sentAt: Date | null;
  /** Zero when paid. */
  balanceMinor: bigint;
  cancelledAt: Date | null;
  timeZone: string;
  /** Kinds already sent: each is sent once per invoice. */
  remindersSent: readonly InvoiceReminder[];
}

/**
 * The reminder to send now, or null. After an outage only the latest one is sent, so that nobody gets three at once.
 */
export function invoiceReminderDue(invoice: RemindableInvoice, now: Date): InvoiceReminder | null {
  return dueAt(invoicePlan(invoice), now);
}

/** When to look at this invoice again: at once when a reminder is due. Null when no reminder is left. */
export function nextInvoiceReminderAt(invoice: RemindableInvoice, now: Date): Date | null {
  return nextAt(invoicePlan(invoice), now);
}

function invoicePlan(invoice: RemindableInvoice): Planned<InvoiceReminder>[] {
  const { dueOn, sentAt, timeZone } = invoice;
  if (dueOn === null || sentAt === null || invoice.cancelledAt || invoice.balanceMinor <= 0n) return [];
  const morning = (daysLate: number) => instantAt(addDays(dueOn, daysLate), reminderHour, timeZone);
  const plan: Planned<InvoiceReminder>[] = [
    { kind: "due_day", at: morning(0), until: morning(3) },
    { kind: "three_days_late", at: morning(3), until: morning(7) },
    { kind: "seven_days_late", at: morning(7), until: morning(14) },
  ];
  // An invoice sent after its due day gets no reminder for the days before it was sent.
  return plan.filter(({ kind, at }) => at > sentAt && !invoice.remindersSent.includes(kind));
}

// ── Subscriptions that the payer renews, and notices of those that renew by themselves. Paying stops them. ──

export const renewalReminders = ["seven_days", "three_days", "one_day", "end_day", "last_grace_day"] as const;
export type RenewalReminder = (typeof renewalReminders)[number];

export interface RemindableSubscription {
  facts: SubscriptionFacts;
  timeZone: string;
  /** Kinds sent for this `currentPeriodEnd`; a payment brings a new end, and the reminders start again. */
  remindersSent: readonly RenewalReminder[];
  /** It renews by itself, and nothing has failed: the payer has only to know of it. */
  isRenewing?: boolean;
  /** By a standing order, which pays on a day of its own. */
  isOrdered?: boolean;
}

/**
 * Three days before the end, or two before a standing order pays, the payer is told what will be taken; the last is for when
 * that did not come to pass.
 */
const whileRenewing: readonly RenewalReminder[] = ["three_days", "last_grace_day"];

/**
 * The reminder to send now, or null: 7 days (intervals of a month or more), 3 days and 1 day before the end of the paid
 * time, on its last day, and on the last day of the grace period. Of free days 3 days and 1 day before their end, and on
 * the last day, where they do not end before the morning. None for a cancelled or expired subscription. After an outage
 * only the latest one is sent.
 */
export function renewalReminderDue(sub: RemindableSubscription, now: Date): RenewalReminder | null {
  return dueAt(renewalPlan(sub, now), now);
}

/** When to look at this subscription again: at once when a reminder is due. Null when none is left for this period. */
export function nextRenewalReminderAt(sub: RemindableSubscription, now: Date): Date | null {
  return nextAt(renewalPlan(sub, now), now);
}

function renewalPlan(sub: RemindableSubscription, now: Date): Planned<RenewalReminder>[] {
  const { facts, timeZone } = sub;
  const status = statusAt(facts, now);
  if (status !== "active" && status !== "past_due") return [];
  const end = facts.currentPeriodEnd;
  const graceEnd = facts.graceEndsAt;
  const before = (days: number) => morningOf(addDays(civilDateIn(end, timeZone), -days), timeZone);
  const isOrdered = sub.isRenewing && sub.isOrdered;
  const toldOn = isOrdered ? addDays(orderDay(end, facts.interval, timeZone), -2) : null;
  const rungs: [RenewalReminder, Date][] = [
    ["three_days", toldOn ? morningOf(toldOn, timeZone) : before(3)],
    ["one_day", before(1)],
    ["end_day", before(0)],
  ];
  if (hasGrace(facts)) rungs.push(["last_grace_day", lastMorningBefore(graceEnd, timeZone)]);
  // For a weekly subscription, seven days before the end is the day it was paid.
  if (hasGrace(facts) && facts.interval !== "week") rungs.unshift(["seven_days", before(7)]);
  return rungs
    .map(([kind, at], index) => ({ kind, at, until: earlier(rungs[index + 1]?.[1] ?? graceEnd, graceEnd) }))
    .filter(({ at, until }) => at < until)
    .filter(({ kind, at }) => at > facts.startedAt && !sub.remindersSent.includes(kind))
    .filter(({ kind }) => !sub.isRenewing || whileRenewing.includes(kind));
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** Where grace ends before nine, the last reminder inside it is on the morning before. */
function lastMorningBefore(instant: Date, timeZone: string): Date {
  const sameDay = morningOf(civilDateIn(instant, timeZone), timeZone);
  return sameDay < instant
    ? sameDay
    : morningOf(civilDateIn(new Date(instant.getTime() - dayMs), timeZone), timeZone);
}

function morningOf(date: CivilDate, timeZone: string): Date {
  return instantAt(date, reminderHour, timeZone);
}

function dueAt<Kind>(plan: readonly Planned<Kind>[], now: Date): Kind | null {
  return plan.find(({ at, until }) => at <= now && now < until)?.kind ?? null;
}

function nextAt<Kind>(plan: readonly Planned<Kind>[], now: Date): Date | null {
  const next = plan.find(({ until }) => now < until);
  if (!next) return null;
  return next.at > now ? next.at : now;
}
