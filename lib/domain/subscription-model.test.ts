import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "@/scripts/lab/testing/slice";
import { type Interval, intervalEdge, intervals } from "./interval";
import { Refusal } from "./refusal";
import {
  accessEndsAt,
  activate,
  cancel,
  canRenewAt,
  currentPeriodStartAt,
  dueSteps,
  endedAt,
  graceMs,
  hasAccess,
  type Period,
  renew,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";
import { moveToGraceEnd, moveToPeriodEnd } from "./test-moves";

const hour = 3_600_000;
const counts = { commands: 0, payments: 0, refusals: 0 };

/**
 * The naive model knows the paid periods, when somebody cancelled, and nothing else. It finds every answer by asking
 * what the periods say, and has no anchor, no recorded status and no sweep.
 */
interface Model {
  now: number;
  periods: { start: number; end: number }[];
  cancelledAt: number | null;
}

const paidUntil = (model: Model) => model.periods.at(-1)?.end ?? 0;

function lastsUntil(model: Model): number {
  if (model.cancelledAt === null) return paidUntil(model) + graceMs;
  return Math.max(model.cancelledAt, paidUntil(model));
}

function modelStatus(model: Model, at: number): string {
  if (model.cancelledAt !== null) return "cancelled";
  if (at < paidUntil(model)) return "active";
  return at < lastsUntil(model) ? "past_due" : "expired";
}

/**
 * The same life three times: swept after every command, swept only before somebody acts, never swept at all. All
 * three must give the same answers, and the first two the same events.
 */
interface Real {
  often: SubscriptionFacts;
  late: SubscriptionFacts;
  never: SubscriptionFacts;
  oftenEvents: string[];
  lateEvents: string[];
}

function sweep(real: Real, who: "often" | "late", now: Date): void {
  for (const step of dueSteps(real[who], now)) {
    real[who] = { ...real[who], ...step.to };
    const told = `${step.event} at ${step.at.toISOString()} from ${step.previousStatus}`;
    if (step.event) (who === "often" ? real.oftenEvents : real.lateEvents).push(told);
  }
  expect(dueSteps(real[who], now)).toEqual([]);
}

/** Applies an act to all three lives; all refuse or none does. True when it was done. */
function act(
  real: Real,
  now: Date,
  change: (sub: SubscriptionFacts) => { to: Partial<SubscriptionFacts> },
): boolean {
  sweep(real, "late", now);
  const done = (["often", "late", "never"] as const).map((who) => {
    try {
      real[who] = { ...real[who], ...change(real[who]).to };
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return false;
    }
  });
  expect(new Set(done).size).toBe(1);
  if (!done[0]) counts.refusals += 1;
  return done[0] === true;
}

function check(model: Model, real: Real): void {
  const now = new Date(model.now);
  sweep(real, "often", now);
  counts.commands += 1;
  for (const sub of [real.often, real.late, real.never]) {
    for (const at of [
      now,
      new Date(model.now + 1),
      new Date(model.now + 50 * hour),
      new Date(model.now + 900 * hour),
    ]) {
      expect(hasAccess(sub, at)).toBe(at.getTime() < lastsUntil(model));
      expect(statusAt(sub, at)).toBe(modelStatus(model, at.getTime()));
      expect(endedAt(sub, at)?.getTime() ?? null).toBe(
        at.getTime() < lastsUntil(model) ? null : lastsUntil(model),
      );
      const running = model.periods.find(
        (period) => period.start <= at.getTime() && at.getTime() < period.end,
      );
      const shown = (running ?? model.periods.at(-1))?.start;
      expect(currentPeriodStartAt(sub, at).getTime()).toBe(shown);
    }
    expect(accessEndsAt(sub).getTime()).toBe(lastsUntil(model));
    expect(sub.currentPeriodEnd).toEqual(intervalEdge(sub.anchorAt, sub.interval, sub.anchorPeriods));
  }
}

const wait = (ms: number): fc.Command<Model, Real> => ({
  check: () => true,
  run(model, real) {
    model.now += ms;
    check(model, real);
  },
  toString: () => `wait ${ms} ms`,
});

/** A payment; `lateMs` is how long its confirmation took. */
const pay = (lateMs: number): fc.Command<Model, Real> => ({
  check: () => true,
  run(model, real) {
    const paidAt = new Date(Math.max(model.now - lateMs, model.periods[0]?.start ?? 0));
    const before = lastsUntil(model);
    const lapsed = paidAt.getTime() >= before;
    const bought: Period[] = [];
    act(real, new Date(model.now), (sub) => {
      const step = renew(sub, paidAt);
      bought.push(step.period);
      return step;
    });
    expect(new Set(bought.map((period) => `${period.start.getTime()} ${period.end.getTime()}`)).size).toBe(1);
    const start = bought[0]?.start.getTime() ?? 0;
    // Contiguous, or apart by a real lapse.
    expect(start).toBe(lapsed ? paidAt.getTime() : paidUntil(model));
    model.periods.push({ start, end: bought[0]?.end.getTime() ?? 0 });
    model.cancelledAt = null;
    counts.payments += 1;
    expect(lastsUntil(model)).toBeGreaterThan(before);
    check(model, real);
  },
  toString: () => `pay, confirmed after ${lateMs} ms`,
});

const cancelling: fc.Command<Model, Real> = {
  check: () => true,
  run(model, real) {
    const now = new Date(model.now);
    const allowed = ["active", "past_due"].includes(modelStatus(model, model.now));
    expect(act(real, now, (sub) => cancel(sub, now))).toBe(allowed);
    if (allowed) model.cancelledAt = model.now;
    check(model, real);
  },
  toString: () => "cancel",
};

const moveTo = (to: "period" | "grace"): fc.Command<Model, Real> => ({
  check: () => true,
  run(model, real) {
    const now = new Date(model.now);
    const allowed = modelStatus(model, model.now) === (to === "period" ? "active" : "past_due");
    const shift = model.now - paidUntil(model) - (to === "period" ? 0 : graceMs);
    const move = to === "period" ? moveToPeriodEnd : moveToGraceEnd;
    expect(act(real, now, (sub) => move(sub, now))).toBe(allowed);
    if (allowed)
      model.periods = model.periods.map(({ start, end }) => ({ start: start + shift, end: end + shift }));
    check(model, real);
  },
  toString: () => `end the ${to}`,
});

const waits = fc.oneof(
  fc.constantFrom(1, graceMs - 1, graceMs, graceMs + 1, 7 * 24 * hour),
  fc.integer({ min: 0, max: 40 * 24 * hour }),
);
const commands = fc.commands(
  [
    waits.map((ms) => wait(ms)),
    fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 72 * hour })).map((ms) => pay(ms)),
    fc.constant(cancelling),
    fc.constantFrom("period" as const, "grace" as const).map((to) => moveTo(to)),
  ],
  { maxCommands: 40, size: "max" },
);
const starts = fc.date({ min: new Date("2024-01-01"), max: new Date("2027-12-31"), noInvalidDate: true });

test("random lives agree with a naive model, swept often, late or never", () => {
  fc.assert(
    fc.property(starts, fc.constantFrom<Interval>(...intervals), commands, (at, interval, life) => {
      const { facts, period } = activate({ interval, at });
      const model: Model = {
        now: at.getTime(),
        periods: [{ start: period.start.getTime(), end: period.end.getTime() }],
        cancelledAt: null,
      };
      const real: Real = { often: facts, late: facts, never: facts, oftenEvents: [], lateEvents: [] };
      let paidBefore = counts.payments;
      fc.modelRun(() => ({ model, real }), life);
      paidBefore = counts.payments - paidBefore;
      // Payments = periods, in order and never overlapping.
      expect(model.periods.length).toBe(1 + paidBefore);
      for (const [index, { start }] of model.periods.entries()) {
        expect(start).toBeGreaterThanOrEqual(model.periods[index - 1]?.end ?? 0);
      }
      sweep(real, "late", new Date(model.now));
      expect(real.late).toEqual(real.often);
      expect(real.lateEvents).toEqual(real.oftenEvents);
      expect(canRenewAt(real.often, new Date(model.now + 400 * 366 * 24 * hour))).toBe(true);
    }),
    { numRuns: runs(400, 4) },
  );
  expect(counts.commands).toBeGreaterThan(runs(4_000, 4));
  expect(counts.payments).toBeGreaterThan(runs(800, 4));
  expect(counts.refusals).toBeGreaterThan(runs(500, 4));
}, 20_000);
