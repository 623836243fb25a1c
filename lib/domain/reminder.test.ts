import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Interval, intervals } from "./interval";
import {
  type InvoiceReminder,
  invoiceReminderDue,
  invoiceReminders,
  nextInvoiceReminderAt,
  nextRenewalReminderAt,
  type RemindableInvoice,
  type RemindableSubscription,
  type RenewalReminder,
  renewalReminderDue,
  renewalReminders,
} from "./reminder";
import { activate, cancel, graceMs, hasAccess, renew } from "./subscription";

const hour = 3_600_000;
const day = 24 * hour;
const timeZone = "Africa/Nairobi"; // 09:00 there is 06:00 UTC.
const zones = ["Africa/Nairobi", "Africa/Dakar", "Africa/Cairo", "America/New_York", "Asia/Kathmandu"];

const invoice: RemindableInvoice = {
  dueOn: "2026-03-10",
  sentAt: new Date("2026-03-01T12:00:00Z"),
  balanceMinor: 500n,
  cancelledAt: null,
  timeZone,
  remindersSent: [],
};

describe("reminders of an invoice", () => {
  test.each<[string, InvoiceReminder | null]>([
    ["2026-03-10T05:59:59.999Z", null],
    ["2026-03-10T06:00:00Z", "due_day"],
    ["2026-03-13T05:59:59.999Z", "due_day"],
    ["2026-03-13T06:00:00Z", "three_days_late"],
    ["2026-03-17T05:59:59.999Z", "three_days_late"],
    ["2026-03-17T06:00:00Z", "seven_days_late"],
    ["2026-03-24T05:59:59.999Z", "seven_days_late"],
    ["2026-03-24T06:00:00Z", null],
  ])("at %s: %s", (now, kind) => {
    expect(invoiceReminderDue(invoice, new Date(now))).toBe(kind);
    if (kind) expect(invoiceReminderDue({ ...invoice, remindersSent: [kind] }, new Date(now))).toBeNull();
  });

  test("none for one that is paid, cancelled, never sent or without a due day", () => {
    const now = new Date("2026-03-10T07:00:00Z");
    for (const change of [{ balanceMinor: 0n }, { cancelledAt: now }, { sentAt: null }, { dueOn: null }]) {
      expect(invoiceReminderDue({ ...invoice, ...change }, now)).toBeNull();
      expect(nextInvoiceReminderAt({ ...invoice, ...change }, now)).toBeNull();
    }
  });

  test("one first sent when it was late already is reminded of at the next step only", () => {
    const sentLate = { ...invoice, sentAt: new Date("2026-03-14T08:00:00Z") };
    expect(invoiceReminderDue(sentLate, new Date("2026-03-14T09:00:00Z"))).toBeNull();
    expect(nextInvoiceReminderAt(sentLate, new Date("2026-03-14T09:00:00Z"))).toEqual(
      new Date("2026-03-17T06:00:00Z"),
    );
  });
});

function subscription(interval: Interval, at: string): RemindableSubscription {
  return { facts: activate({ interval, at: new Date(at) }).facts, timeZone, remindersSent: [] };
}

describe("reminders of a subscription", () => {
  // Paid on 10 March 15:00 Nairobi; the paid time ends on 10 April 15:00 and the grace period on 13 April 15:00.
  const monthly = subscription("month", "2026-03-10T12:00:00Z");

  test.each<[string, RenewalReminder | null]>([
    ["2026-03-10T12:00:01Z", null],
    ["2026-04-03T05:59:59.999Z", null],
    ["2026-04-03T06:00:00Z", "seven_days"],
    ["2026-04-07T06:00:00Z", "three_days"],
    ["2026-04-09T06:00:00Z", "one_day"],
    ["2026-04-10T06:00:00Z", "end_day"],
    ["2026-04-13T05:59:59.999Z", "end_day"],
    ["2026-04-13T06:00:00Z", "last_grace_day"],
    ["2026-04-13T11:59:59.999Z", "last_grace_day"],
    ["2026-04-13T12:00:00Z", null],
  ])("of a month at %s: %s", (now, kind) => {
    expect(renewalReminderDue(monthly, new Date(now))).toBe(kind);
    if (kind) expect(renewalReminderDue({ ...monthly, remindersSent: [kind] }, new Date(now))).toBeNull();
  });

  test("a week has no reminder on the day it was paid", () => {
    const weekly = subscription("week", "2026-03-10T05:00:00Z");
    expect(renewalReminderDue(weekly, new Date("2026-03-10T06:00:00Z"))).toBeNull();
    expect(renewalReminderDue(weekly, new Date("2026-03-14T06:00:00Z"))).toBe("three_days");
  });

  test("where grace ends at night, its last day is the one before", () => {
    const night = subscription("month", "2026-03-10T00:00:00Z"); // 03:00 in Nairobi.
    expect(renewalReminderDue(night, new Date("2026-04-12T06:00:00Z"))).toBe("last_grace_day");
    expect(renewalReminderDue(night, new Date("2026-04-13T00:00:00Z"))).toBeNull();
  });

  test("paying stops the ladder, and cancelling does", () => {
    const now = new Date("2026-04-11T09:00:00Z");
    const paid = { ...monthly, facts: { ...monthly.facts, ...renew(monthly.facts, now).to } };
    expect(renewalReminderDue(paid, now)).toBeNull();
    expect(nextRenewalReminderAt(paid, now)).toEqual(new Date("2026-05-03T06:00:00Z"));
    const cancelled = { ...monthly, facts: { ...monthly.facts, ...cancel(monthly.facts, now).to } };
    expect(renewalReminderDue(cancelled, now)).toBeNull();
    expect(nextRenewalReminderAt(cancelled, now)).toBeNull();
  });
});

/** Walks from one look to the next, each `lateMs` after it should be, and notes what is sent. */
function walk<Kind>(
  start: Date,
  lateMs: readonly number[],
  next: (sent: Kind[], now: Date) => Date | null,
  due: (sent: Kind[], now: Date) => Kind | null,
): { kind: Kind; at: Date }[] {
  const told: { kind: Kind; at: Date }[] = [];
  let now = start;
  for (const late of lateMs) {
    const sent = told.map(({ kind }) => kind);
    const at = next(sent, now);
    if (!at) break;
    expect(at >= now).toBe(true);
    now = new Date(at.getTime() + late);
    const kind = due(sent, now);
    if (kind) told.push({ kind, at: now });
  }
  return told;
}

const starts = fc.date({ min: new Date("2024-01-01"), max: new Date("2028-12-31"), noInvalidDate: true });
const delays = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 30, maxLength: 30 });

describe("a sweep that follows the next time", () => {
  test("sends every rung once, in order, at 9 in the morning, with at least 20 hours between two", () => {
    fc.assert(
      fc.property(starts, fc.constantFrom(...intervals), fc.constantFrom(...zones), (at, interval, zone) => {
        const base = { facts: activate({ interval, at }).facts, timeZone: zone };
        const told = walk<RenewalReminder>(
          at,
          Array(30).fill(0),
          (remindersSent, now) => nextRenewalReminderAt({ ...base, remindersSent }, now),
          (remindersSent, now) => renewalReminderDue({ ...base, remindersSent }, now),
        );
        const expected = renewalReminders.filter((kind) => interval !== "week" || kind !== "seven_days");
        expect(told.map(({ kind }) => kind)).toEqual(expected);
        for (const [index, { at: sentAt }] of told.entries()) {
          const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" });
          expect(clock.format(sentAt)).toBe("09:00");
          expect(sentAt.getTime() - (told[index - 1]?.at.getTime() ?? 0)).toBeGreaterThan(20 * hour);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("one that renews by itself has its notice, and the last day's reminder for when that came to nothing", () => {
    const base = { ...subscription("month", "2026-03-02T12:00:00Z"), isRenewing: true };
    const told = walk<RenewalReminder>(
      base.facts.startedAt,
      Array(30).fill(0),
      (remindersSent, now) => nextRenewalReminderAt({ ...base, remindersSent }, now),
      (remindersSent, now) => renewalReminderDue({ ...base, remindersSent }, now),
    );
    expect(told.map(({ kind }) => kind)).toEqual(["three_days", "last_grace_day"]);
    // A notice that is late by two days would announce what has happened.
    expect(renewalReminderDue(base, new Date("2026-04-01T07:00:00Z"))).toBeNull();
    expect(renewalReminderDue({ ...base, isRenewing: false }, new Date("2026-04-01T07:00:00Z"))).toBe(
      "one_day",
    );
  });

  test("however late it is, no rung comes twice or out of order, or to somebody whose access is over", () => {
    fc.assert(
      fc.property(starts, fc.constantFrom(...intervals), delays(5 * day), (at, interval, lateMs) => {
        const base = { facts: activate({ interval, at }).facts, timeZone };
        const told = walk<RenewalReminder>(
          at,
          lateMs,
          (remindersSent, now) => nextRenewalReminderAt({ ...base, remindersSent }, now),
          (remindersSent, now) => renewalReminderDue({ ...base, remindersSent }, now),
        );
        const order = told.map(({ kind }) => renewalReminders.indexOf(kind));
        expect(order).toEqual([...new Set(order)].sort());
        for (const { at: sentAt } of told) expect(hasAccess(base.facts, sentAt)).toBe(true);
        expect(base.facts.currentPeriodEnd.getTime() + graceMs).toBeGreaterThan(
          told.at(-1)?.at.getTime() ?? 0,
        );
      }),
      { numRuns: 400 },
    );
  });

  test("an invoice gets each reminder once and in order, and all three from a sweep that is in time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), delays(5 * day), fc.boolean(), (zone, lateMs, inTime) => {
        const base = { ...invoice, timeZone: zone };
        const told = walk<InvoiceReminder>(
          new Date("2026-03-01T12:00:00Z"),
          inTime ? lateMs.map((late) => late % day) : lateMs,
          (remindersSent, now) => nextInvoiceReminderAt({ ...base, remindersSent }, now),
          (remindersSent, now) => invoiceReminderDue({ ...base, remindersSent }, now),
        );
        const order = told.map(({ kind }) => invoiceReminders.indexOf(kind));
        expect(order).toEqual([...new Set(order)].sort());
        if (inTime) expect(told.map(({ kind }) => kind)).toEqual([...invoiceReminders]);
      }),
      { numRuns: 400 },
    );
  });
});
