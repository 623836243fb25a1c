import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { intervalEdge, intervals } from "./interval";
import { nextRenewalReminderAt, renewalReminderDue } from "./reminder";
import {
  accessEndsAt,
  cancel,
  currentPeriodStartAt,
  dueSteps,
  graceMs,
  hasAccess,
  renew,
  type Step,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";
import { extend, isInTrial, isUnpaidTrial, moveToTrialEnd, startTrial, trialEmail } from "./trial";

const day = 86_400_000;
const at = new Date("2026-01-31T10:00:00.000Z");
const end = new Date("2026-02-07T10:00:00.000Z");
const { facts: trial } = startTrial({ interval: "month", days: 7, at });
const after = (ms: number) => new Date(end.getTime() + ms);
const done = (facts: SubscriptionFacts, { to }: Pick<Step, "to">) => ({ ...facts, ...to });

describe("a trial", () => {
  test("gives access for its days, up to the very instant at which they end, and not in it", () => {
    expect(trial).toMatchObject({ status: "active", trialEndsAt: end, currentPeriodEnd: end });
    for (const [now, status] of [
      [at, "active"],
      [after(-1), "active"],
      [end, "expired"],
    ] as const)
      expect([statusAt(trial, now), hasAccess(trial, now), isInTrial(trial, now)]).toEqual(
        status === "active" ? ["active", true, true] : ["expired", false, false],
      );
  });

  test("ends at once: expired from active, never past due", () => {
    expect(dueSteps(trial, after(-1))).toEqual([]);
    expect(dueSteps(trial, after(9 * day))).toEqual([
      {
        ...{ at: end, event: "subscription.expired", previousStatus: "active" },
        to: { status: "expired", endedAt: end },
      },
    ]);
  });

  test("paid while it runs: the paid period begins where it ends, by its own anchor, and has grace", () => {
    const paid = done(trial, renew(trial, new Date("2026-02-02T00:00:00Z")));
    expect(paid).toMatchObject({
      currentPeriodEnd: new Date("2026-03-07T10:00:00.000Z"),
      graceEndsAt: new Date("2026-03-10T10:00:00.000Z"),
      trialEndsAt: end,
    });
    expect(currentPeriodStartAt(paid, new Date("2026-02-03T00:00:00Z"))).toEqual(at);
    expect(currentPeriodStartAt(paid, end)).toEqual(end);
    expect([isUnpaidTrial(trial), isUnpaidTrial(paid)]).toEqual([true, false]);
    expect(isInTrial(paid, after(-1))).toBe(true);
  });

  test("paid in the very instant of its end, or later: a fresh anchor at the payment", () => {
    for (const paidAt of [end, after(5 * day)])
      expect(renew(trial, paidAt)).toMatchObject({
        previousStatus: "expired",
        period: { start: paidAt, end: intervalEdge(paidAt, "month", 1) },
      });
  });

  test("cancelled while it runs: access to its end", () => {
    const left = done(trial, cancel(trial, new Date("2026-02-01T00:00:00Z")));
    expect([accessEndsAt(left), hasAccess(left, after(-1)), hasAccess(left, end)]).toEqual([
      end,
      true,
      false,
    ]);
  });

  test("of days that are given meanwhile there is no grace either", () => {
    const longer = done(trial, extend(trial, 3, new Date("2026-02-01T00:00:00Z")));
    expect([accessEndsAt(longer), isUnpaidTrial(longer)]).toEqual([after(3 * day), true]);
  });

  test("can be ended by a test control while it runs, and what was paid begins then", () => {
    const now = new Date("2026-02-02T00:00:00Z");
    const paid = done(trial, renew(trial, now));
    const moved = done(paid, moveToTrialEnd(paid, now));
    expect(moved.trialEndsAt).toEqual(now);
    expect([statusAt(moved, now), isInTrial(moved, now)]).toEqual(["active", false]);
    expect(() => moveToTrialEnd(trial, end)).toThrow("not_in_trial");
    expect(() => moveToTrialEnd({ ...trial, trialEndsAt: null }, now)).toThrow("not_in_trial");
  });
});

test("grace is never added to what nobody paid for, whatever happens in whatever order", () => {
  const act = fc.record({
    wait: fc.integer({ min: 0, max: 20 * day }),
    what: fc.constantFrom("cancel", "give", "look", "pay"),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...intervals),
      fc.integer({ min: 1, max: 90 }),
      fc.array(act, { maxLength: 8 }),
      (interval, days, acts) => {
        let now = at;
        let sub: SubscriptionFacts = startTrial({ interval, days, at }).facts;
        let paid = false;
        let given = 0;
        for (const { wait, what } of acts) {
          now = new Date(now.getTime() + wait);
          for (const step of dueSteps(sub, now)) sub = done(sub, step);
          if (what === "pay") {
            sub = done(sub, renew(sub, now));
            paid = true;
          } else if (what === "give") {
            const { period, to } = extend(sub, 2, now);
            given = Math.max(given, period.end.getTime());
            sub = { ...sub, ...to };
          } else if (what === "cancel" && ["active", "past_due"].includes(statusAt(sub, now)))
            sub = done(sub, cancel(sub, now));
          if (paid) expect(sub.graceEndsAt.getTime() - sub.currentPeriodEnd.getTime()).toBe(graceMs);
          else {
            expect(accessEndsAt(sub).getTime()).toBeLessThanOrEqual(
              Math.max(at.getTime() + days * day, given),
            );
            expect(statusAt(sub, now)).not.toBe("past_due");
          }
        }
      },
    ),
  );
});

describe("reminders of free days", () => {
  const timeZone = "Africa/Nairobi";
  const plan = (facts: SubscriptionFacts) => {
    const sent: ("seven_days" | "three_days" | "one_day" | "end_day" | "last_grace_day")[] = [];
    const seen: [string, string][] = [];
    let now = facts.startedAt;
    for (;;) {
      const next = nextRenewalReminderAt({ facts, timeZone, remindersSent: sent }, now);
      if (!next) return seen;
      now = next;
      const due = renewalReminderDue({ facts, timeZone, remindersSent: sent }, now);
      if (!due) throw new Error("Nothing is due when it is said to be.");
      sent.push(due);
      seen.push([due, now.toISOString()]);
    }
  };

  test("3 days and 1 day before, and on the last day; none after", () => {
    expect(plan(trial)).toEqual([
      ["three_days", "2026-02-04T06:00:00.000Z"],
      ["one_day", "2026-02-06T06:00:00.000Z"],
      ["end_day", "2026-02-07T06:00:00.000Z"],
    ]);
  });

  test("none that would come after the end: days that end at night end without one in the morning", () => {
    const early = startTrial({ interval: "week", days: 2, at: new Date("2026-01-31T01:00:00Z") });
    expect(plan(early.facts).map(([kind]) => kind)).toEqual(["one_day"]);
  });
});

test("one mailbox is one person, however it is spelled", () => {
  for (const spelled of [
    "mary@example.org",
    "Mary@Example.org",
    "mary+2@example.org",
    " MARY+a+b@example.org",
  ])
    expect(trialEmail(spelled)).toBe("mary@example.org");
  expect(trialEmail("+@example.org")).toBe("+@example.org");
});
