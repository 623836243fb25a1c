import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { civilDateIn } from "./civil-date";
import { type Interval, intervals } from "./interval";
import {
  afterFailure,
  cardEndsAt,
  firstHour,
  isBeyond,
  lastHour,
  minuteOf,
  nextTryAt,
  type Renewing,
  renewalTries,
  renewsByItself,
  triesMax,
  tryDue,
} from "./renewal-plan";
import { activate, cancel, renew } from "./subscription";
import { moveToPeriodEnd } from "./test-moves";

const hour = 3_600_000;
const day = 24 * hour;
const timeZone = "Africa/Nairobi"; // 09:00 there is 06:00 UTC.
const zones = [
  "Africa/Nairobi",
  "Africa/Dakar",
  "Africa/Cairo",
  "America/New_York",
  "Asia/Kathmandu",
  "Europe/Lisbon",
];

function renewing(at: string, change: Partial<Renewing> = {}, interval: Interval = "month"): Renewing {
  const start = new Date(at);
  return {
    mode: "charge",
    facts: activate({ interval, at: start }).facts,
    ...{ timeZone, hour: 9, minute: 0, agreedAt: start, tries: 0, lastTryAt: null },
    ...{ hasFailed: false, isStopped: false, until: null },
    ...change,
  };
}

const shown = (sub: Renewing) => renewalTries(sub).map(({ at }) => at.toISOString().slice(0, 16));

describe("the tries for one end", () => {
  test("a card: the day before, the end day and the two days after it", () => {
    expect(shown(renewing("2026-03-12T12:00:00Z"))).toEqual([
      "2026-04-11T06:00",
      "2026-04-12T06:00",
      "2026-04-13T06:00",
      "2026-04-14T06:00",
    ]);
  });

  test("a phone: the day before, the end day and the last day of grace", () => {
    expect(shown(renewing("2026-03-12T12:00:00Z", { mode: "prompt", hour: 18, minute: 30 }))).toEqual([
      "2026-04-11T15:30",
      "2026-04-12T15:30",
      // Grace ends on the 15th at noon: eighteen hundred of that day is too late.
      "2026-04-14T15:30",
    ]);
  });

  test("where grace ends after the hour, its last day is the day on which it ends", () => {
    expect(shown(renewing("2026-03-12T12:00:00Z", { mode: "prompt" }))[2]).toBe("2026-04-15T06:00");
  });

  test("an end of a short month is reached from the anchor, not from the end before", () => {
    const sub = renewing("2026-01-31T07:00:00Z");
    expect(shown(sub)[0]).toBe("2026-02-27T06:00");
    const next = { ...sub.facts, ...renew(sub.facts, new Date("2026-02-27T06:01:00Z")).to };
    expect(shown({ ...sub, facts: next })[0]).toBe("2026-03-30T06:00");
  });

  test("nine stays nine when clocks change between two tries", () => {
    const sub = renewing("2026-02-28T12:00:00Z", { timeZone: "Europe/Lisbon" });
    expect(shown(sub)).toEqual([
      "2026-03-27T09:00",
      "2026-03-28T09:00",
      "2026-03-29T08:00",
      "2026-03-30T08:00",
    ]);
  });

  test("without grace, as after a trial, nothing is tried after the end", () => {
    const sub = renewing("2026-03-12T05:00:00Z");
    const facts = { ...sub.facts, graceEndsAt: sub.facts.currentPeriodEnd };
    expect(shown({ ...sub, facts })).toEqual(["2026-04-11T06:00"]);
    expect(shown({ ...sub, facts, mode: "prompt" })).toEqual(["2026-04-11T06:00"]);
  });

  test("a subscription that is cancelled, over or renewed by hand has none", () => {
    const sub = renewing("2026-03-12T12:00:00Z");
    const now = new Date("2026-04-11T06:00:00Z");
    expect(tryDue(sub, now)).toBe(1);
    const cancelled = { ...sub.facts, ...cancel(sub.facts, now).to };
    const stacked = { ...sub.facts, ...renew(sub.facts, new Date("2026-04-11T05:00:00Z")).to };
    for (const change of [
      { facts: cancelled },
      { facts: stacked },
      { mode: "manual" as const },
      { isStopped: true },
    ])
      expect(tryDue({ ...sub, ...change }, now)).toBeNull();
    expect(nextTryAt({ ...sub, facts: cancelled }, now)).toBeNull();
    expect(nextTryAt({ ...sub, facts: stacked }, now)).toEqual(new Date("2026-05-11T06:00:00Z"));
    expect(nextTryAt(sub, new Date("2026-04-15T12:00:00Z"))).toBeNull();
  });
});

test("each try is due from its hour to the evening, once, and an outage makes up for the latest alone", () => {
  const sub = renewing("2026-03-12T12:00:00Z");
  const due = (now: string, change: Partial<Renewing> = {}) => tryDue({ ...sub, ...change }, new Date(now));
  expect(due("2026-04-11T05:59:59.999Z")).toBeNull();
  expect(due("2026-04-11T06:00:00Z")).toBe(1);
  expect(due("2026-04-11T18:59:59.999Z")).toBe(1);
  expect(due("2026-04-11T19:00:00Z")).toBeNull();
  const first = { tries: 1, lastTryAt: new Date("2026-04-11T06:00:00Z") };
  expect(due("2026-04-11T06:00:01Z", first)).toBeNull();
  expect(nextTryAt({ ...sub, ...first }, new Date("2026-04-11T06:00:01Z"))).toEqual(
    new Date("2026-04-12T06:00:00Z"),
  );
  expect(due("2026-04-13T09:00:00Z")).toBe(3);
  expect(nextTryAt(sub, new Date("2026-04-13T09:00:00Z"))).toEqual(new Date("2026-04-13T09:00:00Z"));
});

test("what was planned before the payer agreed is not made up for", () => {
  const sub = renewing("2026-03-12T12:00:00Z", { agreedAt: new Date("2026-04-11T10:00:00Z") });
  expect(tryDue(sub, new Date("2026-04-11T10:00:01Z"))).toBeNull();
  expect(nextTryAt(sub, new Date("2026-04-11T10:00:01Z"))).toEqual(new Date("2026-04-12T06:00:00Z"));
});

test("a try that was made is not made again, nor another on its day, where the zone of the store moves", () => {
  const sub = renewing("2026-03-12T05:00:00Z");
  const next = (lastTryAt: string, timeZone: string, hour: number) =>
    nextTryAt({ ...sub, tries: 1, lastTryAt: new Date(lastTryAt), timeZone, hour }, new Date(lastTryAt))
      ?.toISOString()
      .slice(0, 16);
  // There it was still the day before: the day of the first try is yet to come.
  expect(next("2026-04-11T02:00:00Z", "America/New_York", 9)).toBe("2026-04-12T13:00");
  // There it is the end day already, and in the evening of that the second would be due.
  expect(next("2026-04-11T17:00:00Z", "Pacific/Auckland", 20)).toBe("2026-04-13T08:00");
});

test("more than was agreed to is a higher total or a shorter interval, and not the same", () => {
  const agreed = { capMinor: 500n, interval: "month" as const };
  expect(isBeyond(agreed, { totalMinor: 500n, interval: "month" })).toBe(false);
  expect(isBeyond(agreed, { totalMinor: 501n, interval: "month" })).toBe(true);
  expect(isBeyond(agreed, { totalMinor: 500n, interval: "week" })).toBe(true);
  expect(isBeyond(agreed, { totalMinor: 500n, interval: "year" })).toBe(false);
});

test("a store whose zone moves between two tries does not make two in a day", () => {
  const sub = renewing("2026-03-12T12:00:00Z", { mode: "prompt", hour: 20 });
  const tried = { tries: 1, lastTryAt: new Date("2026-04-11T17:00:00Z") };
  const moved = { ...sub, ...tried, timeZone: "Pacific/Auckland" };
  // It is the 12th there already, and that is the day of the try.
  const next = nextTryAt(moved, new Date("2026-04-11T17:00:01Z"));
  expect(next && civilDateIn(next, moved.timeZone) > "2026-04-12").toBe(true);
});

test("the payer has nothing to do until a try has failed or none is left", () => {
  const sub = renewing("2026-03-12T12:00:00Z");
  const now = new Date("2026-04-09T06:00:00Z");
  expect(renewsByItself(sub, now)).toBe(true);
  for (const change of [{ hasFailed: true }, { isStopped: true }, { mode: "manual" as const }])
    expect(renewsByItself({ ...sub, ...change }, now)).toBe(false);
  expect(renewsByItself(sub, new Date("2026-04-14T19:00:00Z"))).toBe(false);
});

test("a card ends with its month; one whose month is unknown never does", () => {
  expect(cardEndsAt({ expMonth: 12, expYear: 2026 })).toEqual(new Date("2027-01-01T00:00:00Z"));
  expect(cardEndsAt({ expMonth: null, expYear: 2026 })).toBeNull();
});

test("a lack of money is tried again; what only the payer can mend is not", () => {
  expect(afterFailure("insufficient_funds")).toBe("again");
  expect(afterFailure("provider_unavailable")).toBe("again");
  expect(afterFailure("card_expired")).toBe("stop");
  expect(afterFailure("card_authentication_failed")).toBe("stop");
});

const anySub = fc.record({
  interval: fc.constantFrom(...intervals),
  start: fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }),
  zone: fc.constantFrom(...zones),
  mode: fc.constantFrom("charge" as const, "prompt" as const),
  hour: fc.integer({ min: firstHour, max: lastHour }),
  minute: fc.integer({ min: 0, max: 59 }),
});

test("property: every try is in the window, in the day, and days apart in order", () => {
  fc.assert(
    fc.property(anySub, ({ interval, start, zone, mode, hour: chosen, minute }) => {
      const sub = renewing(start.toISOString(), { timeZone: zone, mode, hour: chosen, minute }, interval);
      const { currentPeriodEnd: end, graceEndsAt } = sub.facts;
      const tries = renewalTries(sub);
      expect(tries.length).toBe(triesMax[mode]);
      expect(tries[0]?.at.getTime()).toBeLessThan(end.getTime());
      const dates = tries.map(({ at }) => civilDateIn(at, zone));
      expect([...new Set(dates)].sort()).toEqual(dates);
      for (const { at, until } of tries) {
        expect(at.getTime()).toBeGreaterThan(end.getTime() - 2 * day - hour);
        expect(at.getTime()).toBeLessThan(until.getTime());
        expect(until.getTime()).toBeLessThanOrEqual(graceEndsAt.getTime());
        const clock = Number(
          new Intl.DateTimeFormat("en", { timeZone: zone, hour: "numeric", hourCycle: "h23" }).format(at),
        );
        expect(Math.abs(clock - chosen)).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});

test.each(["week", "month", "quarter"] as const)(
  "property: a year by the %s, looked at by a clock that jumps: no end has more tries than planned, none on one day",
  (interval) => {
    fc.assert(
      fc.property(
        anySub,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 40, maxLength: 40 }),
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        ({ start, zone, mode, hour: chosen, minute }, jumps, luck) => {
          let sub = renewing(start.toISOString(), { timeZone: zone, mode, hour: chosen, minute }, interval);
          const made = new Map<number, string[]>();
          const until = start.getTime() + 365 * day;
          for (let now = start.getTime(), step = 0; now < until; step += 1) {
            now += (jumps[step % jumps.length] ?? 1) * hour;
            const at = new Date(now);
            const next = nextTryAt(sub, at);
            const number = tryDue(sub, at);
            expect(number === null).toBe(next === null || next > at);
            if (number === null) continue;
            const end = sub.facts.currentPeriodEnd.getTime();
            expect(now).toBeLessThan(sub.facts.graceEndsAt.getTime());
            expect(now).toBeGreaterThan(end - 2 * day - hour);
            made.set(end, [...(made.get(end) ?? []), civilDateIn(at, zone)]);
            const isPaid = luck[step % luck.length] === true;
            if (!isPaid) sub = { ...sub, tries: number, lastTryAt: at, hasFailed: true };
            else {
              const facts = { ...sub.facts, ...renew(sub.facts, at).to };
              expect(facts.currentPeriodEnd.getTime()).toBeGreaterThan(end);
              sub = { ...sub, facts, tries: 0, lastTryAt: at, hasFailed: false };
            }
          }
          for (const dates of made.values()) {
            expect(dates.length).toBeLessThanOrEqual(triesMax[mode]);
            expect(new Set(dates).size).toBe(dates.length);
          }
        },
      ),
      { numRuns: 60 },
    );
  },
);

test("the minute of a subscription is a minute, and not the same for all", () => {
  const minutes = Array.from({ length: 500 }, (_, index) => minuteOf(`sub_${index * 7919}`));
  expect(minutes.every((minute) => minute >= 0 && minute < 60)).toBe(true);
  expect(new Set(minutes).size).toBeGreaterThan(30);
});

test("moved dates, as in test mode, move the tries with them", () => {
  const sub = renewing("2026-03-12T12:00:00Z");
  const now = new Date("2026-03-20T12:00:00Z");
  const facts = { ...sub.facts, ...moveToPeriodEnd(sub.facts, now).to };
  expect(tryDue({ ...sub, facts }, now)).toBe(2);
});
