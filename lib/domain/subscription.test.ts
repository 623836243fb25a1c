import { describe, expect, test } from "vitest";
import { intervalEdge } from "./interval";
import { Refusal } from "./refusal";
import {
  accessEndsAt,
  activate,
  cancel,
  canRenewAt,
  currentPeriodStartAt,
  dueSteps,
  endedAt,
  endNow,
  graceMs,
  hasAccess,
  nextDueAt,
  renew,
  requireRenewable,
  type Step,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";
import { moveToGraceEnd, moveToPeriodEnd } from "./test-moves";
import { extend } from "./trial";

const start = new Date("2026-01-31T09:30:00Z");
const end = new Date("2026-02-28T09:30:00Z");
const secondEnd = new Date("2026-03-31T09:30:00Z");
const grace = new Date("2026-03-03T09:30:00Z"); // 72 hours after the end
const inPeriod = new Date("2026-02-10T00:00:00Z");
const inGrace = new Date("2026-03-01T00:00:00Z");
const later = new Date("2026-05-15T00:00:00Z");
const plus = (at: Date, ms: number) => new Date(at.getTime() + ms);
const apply = (sub: SubscriptionFacts, ...steps: { to: Partial<SubscriptionFacts> }[]): SubscriptionFacts =>
  Object.assign({ ...sub }, ...steps.map((step) => step.to));

const active = activate({ interval: "month", at: start }).facts;
const pastDue = apply(active, ...dueSteps(active, inGrace));
const expired = apply(active, ...dueSteps(active, later));
const cancelled = apply(active, cancel(active, inPeriod));
const ended = apply(cancelled, ...dueSteps(cancelled, later));
const cutInGrace = apply(pastDue, cancel(pastDue, inGrace));
const states = { active, past_due: pastDue, cancelled, ended, cut: cutInGrace, expired };
type State = keyof typeof states;

/** When each state is looked at: inside the time it lasts. */
const nows: Record<State, Date> = {
  active: inPeriod,
  past_due: inGrace,
  cancelled: plus(inPeriod, 1000),
  ended: later,
  cut: plus(inGrace, 1000),
  expired: later,
};

const kept = { anchorAt: start, anchorPeriods: 2, currentPeriodStart: end, currentPeriodEnd: secondEnd };
const reset = (at: Date) => ({
  anchorAt: at,
  anchorPeriods: 1,
  currentPeriodStart: at,
  currentPeriodEnd: intervalEdge(at, "month", 1),
});
const events = (steps: Step[]) => steps.map((step) => step.event ?? "(silent)").join(", ");
const outcome = (act: () => unknown): string => {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

const triggers = {
  renew: (sub: SubscriptionFacts, now: Date) => {
    const facts = apply(sub, renew(sub, now));
    expect([facts.status, facts.cancelledAt, facts.endedAt]).toEqual(["active", null, null]);
    expect(facts).toMatchObject(facts.anchorAt === now ? reset(now) : kept);
    return facts.anchorAt === now ? "restarts" : "extends";
  },
  "period end": (sub: SubscriptionFacts) => events(dueSteps(sub, sub.currentPeriodEnd)),
  "grace end": (sub: SubscriptionFacts) => events(dueSteps(sub, plus(sub.currentPeriodEnd, graceMs))),
  cancel: (sub: SubscriptionFacts, now: Date) => {
    const step = cancel(sub, now);
    expect(step.to.cancelledAt).toEqual(now);
    return `access to ${accessEndsAt(apply(sub, step)) === now ? "now" : "period end"}`;
  },
  sweep: (sub: SubscriptionFacts, now: Date) => events(dueSteps(sub, now)),
  moveToPeriodEnd: (sub: SubscriptionFacts, now: Date) =>
    events(dueSteps(apply(sub, moveToPeriodEnd(sub, now)), now)),
  moveToGraceEnd: (sub: SubscriptionFacts, now: Date) =>
    events(dueSteps(apply(sub, moveToGraceEnd(sub, now)), now)),
};
type Trigger = keyof typeof triggers;

// Six rows for the four states: a cancelled one differs with time left, run out, and cut off in grace.
const cells: Record<State, Record<Trigger, string>> = {
  active: {
    renew: "extends",
    "period end": "subscription.past_due",
    "grace end": "subscription.past_due, subscription.expired",
    cancel: "access to period end",
    sweep: "",
    moveToPeriodEnd: "subscription.past_due",
    moveToGraceEnd: "not_past_due",
  },
  past_due: {
    renew: "extends",
    "period end": "",
    "grace end": "subscription.expired",
    cancel: "access to now",
    sweep: "",
    moveToPeriodEnd: "not_active",
    moveToGraceEnd: "subscription.expired",
  },
  cancelled: {
    renew: "extends",
    "period end": "(silent)",
    "grace end": "(silent)",
    cancel: "not_cancellable",
    sweep: "",
    moveToPeriodEnd: "not_active",
    moveToGraceEnd: "not_past_due",
  },
  ended: over(),
  cut: over(),
  expired: over(),
};

function over(): Record<Trigger, string> {
  return {
    renew: "restarts",
    "period end": "",
    "grace end": "",
    cancel: "not_cancellable",
    sweep: "",
    moveToPeriodEnd: "not_active",
    moveToGraceEnd: "not_past_due",
  };
}

const table = (Object.keys(cells) as State[]).flatMap((state) =>
  (Object.keys(triggers) as Trigger[]).map((trigger) => ({
    state,
    trigger,
    expected: cells[state][trigger],
  })),
);

describe("every state × every trigger (42 cells)", () => {
  test.each(table)("$state × $trigger: $expected", ({ state, trigger, expected }) => {
    expect(outcome(() => triggers[trigger](states[state], nows[state]))).toBe(expected);
  });
});

describe("a millisecond at the edges", () => {
  const facts = (sub: SubscriptionFacts, now: Date) => [
    statusAt(sub, now),
    hasAccess(sub, now),
    endedAt(sub, now),
  ];

  test("active until the period ends, then past due with access", () => {
    expect(facts(active, plus(end, -1))).toEqual(["active", true, null]);
    expect(facts(active, end)).toEqual(["past_due", true, null]);
    expect(dueSteps(active, plus(end, -1))).toEqual([]);
    expect(outcome(() => moveToPeriodEnd(active, end))).toBe("not_active");
  });

  test("grace lasts exactly 72 hours", () => {
    expect(facts(active, plus(grace, -1))).toEqual(["past_due", true, null]);
    expect(facts(active, grace)).toEqual(["expired", false, grace]);
    expect(outcome(() => cancel(active, grace))).toBe("not_cancellable");
    expect(renew(pastDue, plus(grace, -1)).period).toEqual({ start: end, end: secondEnd });
    expect(renew(pastDue, grace).period).toEqual({ start: grace, end: intervalEdge(grace, "month", 1) });
  });

  test("another plan is counted from its own first period, whenever it is paid", () => {
    const { period, to } = renew(active, inPeriod, "year");
    expect(period).toEqual({ start: end, end: intervalEdge(end, "year", 1) });
    expect(to).toMatchObject({ interval: "year", anchorAt: end, anchorPeriods: 1 });
  });

  test("a cancelled one has no grace", () => {
    expect(facts(cancelled, plus(end, -1))).toEqual(["cancelled", true, null]);
    expect(facts(cancelled, end)).toEqual(["cancelled", false, end]);
    expect(renew(cancelled, plus(end, -1)).period.start).toEqual(end);
    expect(renew(cancelled, plus(end, 1)).period.start).toEqual(plus(end, 1));
  });

  test("cancelled in grace: access ends at that instant", () => {
    expect(facts(cutInGrace, plus(inGrace, -1))).toEqual(["cancelled", true, inGrace]);
    expect(facts(cutInGrace, inGrace)).toEqual(["cancelled", false, inGrace]);
  });
});

describe("the sweep", () => {
  test("after a month of sleep it finds both transitions, in order, at their true instants", () => {
    expect(dueSteps(active, later)).toEqual([
      { at: end, event: "subscription.past_due", previousStatus: "active", to: { status: "past_due" } },
      {
        at: grace,
        event: "subscription.expired",
        previousStatus: "past_due",
        to: { status: "expired", endedAt: grace },
      },
    ]);
  });

  test("it must look again when the next transition comes due, and never after the last", () => {
    const due = [active, pastDue, cancelled, ended, cutInGrace, expired].map(nextDueAt);
    expect(due).toEqual([end, grace, end, null, null, null]);
  });
});

describe("days for free", () => {
  const day = 24 * 60 * 60 * 1000;

  test.each([
    ["active", inPeriod, end, "active"],
    ["past due", inGrace, inGrace, "active"],
    ["expired", later, later, "active"],
    ["cancelled", inPeriod, end, "cancelled"],
    ["cancelled and over", later, later, "cancelled"],
  ] as const)("to one that is %s follow its time, or begin now", (which, at, start, status) => {
    const rows = { active, "past due": pastDue, expired, cancelled, "cancelled and over": ended };
    const step = extend(rows[which], 7, at);
    const until = plus(start, 7 * day);
    expect(step).toMatchObject({ event: "subscription.extended", period: { start, end: until } });
    const after = apply(rows[which], step);
    expect([statusAt(after, at), hasAccess(after, plus(until, -1))]).toEqual([status, true]);
    expect(after.graceEndsAt).toEqual(plus(until, graceMs));
    expect(renew(after, plus(until, -1)).period).toEqual({
      start: until,
      end: intervalEdge(until, "month", 1),
    });
  });

  test("are refused where access was cut off during paid time", () => {
    const cut = apply(active, endNow(active, inPeriod));
    expect(outcome(() => extend(cut, 7, later))).toBe("not_extendable");
  });

  test("the period that is shown runs, also where the days and a payment lie ahead of it", () => {
    const given = apply(active, extend(active, 7, inPeriod));
    const paid = apply(given, renew(given, plus(inPeriod, 1)));
    const until = plus(end, 7 * day);
    const shown = [plus(inPeriod, 2), plus(until, -1), until].map((at) => currentPeriodStartAt(paid, at));
    expect(shown).toEqual([active.startedAt, active.startedAt, until]);
  });
});

test("a trial has no grace: it expires at its end, never past due", () => {
  const trial = { ...active, graceEndsAt: active.currentPeriodEnd };
  expect(dueSteps(trial, end)).toMatchObject([
    { at: end, event: "subscription.expired", previousStatus: "active", to: { endedAt: end } },
  ]);
  expect([hasAccess(trial, plus(end, -1)), hasAccess(trial, end)]).toEqual([true, false]);
  const given = apply(trial, extend(trial, 1, inPeriod));
  expect(given.graceEndsAt).toEqual(given.currentPeriodEnd);
});

describe("renewals", () => {
  test("a payment made in grace and confirmed after expiry extends: no free days, none lost", () => {
    const step = renew(expired, inGrace);
    expect(step).toMatchObject({ previousStatus: "expired", period: { start: end, end: secondEnd } });
    const graceEndsAt = plus(secondEnd, graceMs);
    expect(apply(expired, step)).toEqual({ ...active, graceEndsAt, ...kept });
  });

  test("early ones stack, and the period shown is the one that is running", () => {
    const stacked = apply(active, renew(active, inPeriod));
    const shown = [inPeriod, plus(end, -1), end, later].map((at) => currentPeriodStartAt(stacked, at));
    expect(shown).toEqual([start, start, end, end]);
  });

  test("24 periods ahead and no more; one more again when the next has begun", () => {
    let sub = active;
    for (let paid = 0; paid < 24; paid += 1) {
      expect(canRenewAt(sub, inPeriod)).toBe(true);
      sub = apply(sub, renew(sub, inPeriod));
    }
    expect(sub.currentPeriodEnd).toEqual(new Date("2028-02-29T09:30:00Z"));
    expect(outcome(() => requireRenewable(sub, inPeriod))).toBe("renewal_limit");
    expect([canRenewAt(sub, plus(end, -1)), canRenewAt(sub, end)]).toEqual([false, true]);
  });
});

describe("test controls", () => {
  test("End the period moves every date by one delta, and the next renewal starts there", () => {
    const { shiftMs, to } = moveToPeriodEnd(active, inPeriod);
    expect(shiftMs).toBe(inPeriod.getTime() - end.getTime());
    const moved = { ...active, ...to };
    expect([moved.startedAt, moved.currentPeriodStart]).toEqual([plus(start, shiftMs), plus(start, shiftMs)]);
    expect([statusAt(moved, plus(inPeriod, -1)), statusAt(moved, inPeriod)]).toEqual(["active", "past_due"]);
    expect(renew(moved, inPeriod).period).toEqual({
      start: inPeriod,
      end: intervalEdge(inPeriod, "month", 1),
    });
  });

  test("End grace period: expired at that very instant", () => {
    const moved = apply(pastDue, moveToGraceEnd(pastDue, inGrace));
    expect([plus(inGrace, -1), inGrace].map((at) => hasAccess(moved, at))).toEqual([true, false]);
    expect(dueSteps(moved, inGrace).map((step) => step.at)).toEqual([inGrace]);
  });
});
