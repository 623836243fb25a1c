import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "@/scripts/lab/testing/slice";
import { intervals } from "./interval";
import {
  addWorth,
  type ChangeKind,
  changeNow,
  comingChange,
  countedAt,
  creditOf,
  cutsAt,
  dueOf,
  endOfWorth,
  kindOfChange,
  nextPlan,
  type PlanTerms,
  planAt,
  requireChangeable,
  type ValuedPeriod,
} from "./plan-change";
import { Refusal } from "./refusal";
import {
  accessEndsAt,
  activate,
  cancel,
  dueSteps,
  hasAccess,
  nextDueAt,
  renew,
  type SubscriptionFacts,
  statusAt,
} from "./subscription";
import { extend } from "./trial";

const dayMs = 24 * 3_600_000;
const start = new Date("2026-01-01T00:00:00Z");
const plus = (at: Date, days: number) => new Date(at.getTime() + days * dayMs);
const month = (amountMinor: bigint): PlanTerms => ({ interval: "month", amountMinor });
const year = (amountMinor: bigint): PlanTerms => ({ interval: "year", amountMinor });
const apply = (sub: SubscriptionFacts, ...steps: { to: Partial<SubscriptionFacts> }[]): SubscriptionFacts =>
  Object.assign({ ...sub }, ...steps.map((step) => step.to));

describe("which changes wait", () => {
  const cases: [PlanTerms, PlanTerms, ChangeKind][] = [
    [month(500n), month(501n), "now"],
    [month(500n), month(500n), "at_period_end"],
    [month(500n), month(499n), "at_period_end"],
    [month(500n), year(400n), "now"],
    [year(6_000n), month(500n), "at_period_end"],
    [year(6_000n), month(6_001n), "now"],
    [{ interval: "week", amountMinor: 5n }, { interval: "month", amountMinor: 5n }, "now"],
  ];
  test.each(cases)("from %o to %o", (from, to, kind) => expect(kindOfChange(from, to)).toBe(kind));
});

describe("what unused time is worth", () => {
  const period = (more: Partial<ValuedPeriod> = {}): ValuedPeriod => ({
    number: 1,
    startsAt: start,
    endsAt: plus(start, 30),
    paidMinor: 1_000n,
    backMinor: 0n,
    isChange: false,
    cut: null,
    ...more,
  });

  test("the share of the time that is left, rounded down, and nothing once it is over", () => {
    const worth = (days: number) => creditOf(cutsAt([period()], plus(start, days)));
    expect([0, 10, 29, 30, 31].map(worth)).toEqual([1_000n, 666n, 33n, 0n, 0n]);
  });

  test("a period that has not begun is worth all of it", () => {
    const ahead = period({ number: 2, startsAt: plus(start, 30), endsAt: plus(start, 60) });
    expect(cutsAt([period(), ahead], plus(start, 15)).map(({ creditMinor }) => creditMinor)).toEqual([
      500n,
      1_000n,
    ]);
  });

  test("what went back is taken off, and never more than there is", () => {
    const worth = (backMinor: bigint) => creditOf(cutsAt([period({ backMinor })], plus(start, 15)));
    expect([0n, 200n, 500n, 1_000n].map(worth)).toEqual([500n, 300n, 0n, 0n]);
  });

  test("a refund of an order whose period was cut takes back what was carried over, and no more", () => {
    const credit = (backMinor: bigint) => {
      const cut = { creditMinor: 300n, lostMinor: 0n, from: start, until: plus(start, 30) };
      const first = period({ endsAt: plus(start, 20), backMinor, cut });
      const second = period({
        number: 2,
        startsAt: plus(start, 20),
        endsAt: plus(start, 50),
        isChange: true,
      });
      return creditOf(cutsAt([first, second], plus(start, 20)));
    };
    expect([0n, 100n, 300n, 1_000n].map(credit)).toEqual([1_300n, 1_200n, 1_000n, 1_000n]);
  });

  test("days that were given are worth nothing", () => {
    expect(creditOf(cutsAt([period({ paidMinor: 0n })], start))).toBe(0n);
  });
});

describe("what is due", () => {
  const shillings = { stepMinor: 100n, leastMinor: 1_000n };
  test.each([
    [150_000n, 0n, 150_000n],
    [150_000n, 50_049n, 99_900n],
    [150_000n, 149_050n, 0n],
    [150_000n, 150_000n, 0n],
    [150_000n, 900_000n, 0n],
    [250n, 0n, 250n],
  ])("%d less %d is %d", (price, credit, due) => expect(dueOf(price, credit, shillings)).toBe(due));

  test("is counted at the beginning of the hour", () => {
    expect(countedAt(new Date("2026-01-01T10:59:59.999Z"))).toEqual(new Date("2026-01-01T10:00:00Z"));
  });
});

test("yearly to monthly with eleven months left: they become months of the new plan, never money", () => {
  const sub = activate({ interval: "year", at: start }).facts;
  const bought = { number: 1, startsAt: start, endsAt: sub.currentPeriodEnd, paidMinor: 1_200_000n };
  const now = new Date("2026-02-01T00:00:00Z");
  const creditMinor = creditOf(cutsAt([{ ...bought, backMinor: 0n, isChange: false, cut: null }], now));
  expect(creditMinor).toBe(1_098_082n);
  // A dearer one goes at once: 7 months and a share of the eighth.
  const plan = month(150_000n);
  expect(dueOf(plan.amountMinor, creditMinor, { stepMinor: 100n, leastMinor: 100n })).toBe(0n);
  const { period, to } = changeNow(sub, plan, creditMinor, now);
  expect(period.end).toEqual(endOfWorth(plan, creditMinor, now));
  expect(period.end.toISOString().slice(0, 10)).toBe("2026-09-10");
  expect([to.anchorAt, to.anchorPeriods]).toEqual([period.end, 0]);
});

test("what is over, cancelled or waits for another plan cannot be changed", () => {
  const sub = activate({ interval: "month", at: start }).facts;
  const code = (facts: SubscriptionFacts, now: Date) => {
    try {
      requireChangeable(facts, now);
      return null;
    } catch (error) {
      return error instanceof Refusal ? error.code : "?";
    }
  };
  const inGrace = plus(sub.currentPeriodEnd, 1);
  expect([code(sub, plus(start, 3)), code(sub, inGrace)]).toEqual([null, null]);
  expect(code(sub, plus(sub.currentPeriodEnd, 3))).toBe("not_changeable");
  expect(code(apply(sub, cancel(sub, plus(start, 1))), plus(start, 2))).toBe("not_changeable");
  const waits = { ...sub, planFrom: plus(start, 5) };
  expect([code(waits, plus(start, 4)), code(waits, plus(start, 5))]).toEqual(["not_changeable", null]);
});

test("a change that was paid for ahead begins at its instant, and is told then", () => {
  const sub = activate({ interval: "year", at: start }).facts;
  const early = plus(sub.currentPeriodEnd, -3);
  const next = renew(sub, early, "month");
  const waits = { ...apply(sub, next), planFrom: next.period.start };
  expect(next.period.start).toEqual(sub.currentPeriodEnd);
  expect(next.period.end.toISOString()).toBe("2027-02-01T00:00:00.000Z");
  expect(nextDueAt(waits)).toEqual(waits.planFrom);
  expect(dueSteps(waits, early)).toEqual([]);
  const [step, ...others] = dueSteps(waits, waits.planFrom);
  expect([step?.event, step?.at, others]).toEqual(["subscription.changed", waits.planFrom, []]);
  expect(accessEndsAt(waits)).toEqual(plus(next.period.end, 3));
  const row = {
    ...{ ...waits, product: "Gold", amountMinor: 5n },
    ...{ previousProduct: "Basic", previousInterval: "year" as const, previousAmountMinor: 9n },
  };
  const at = (days: number) => planAt(row, plus(waits.planFrom, days)).product;
  expect([at(-1), at(0)]).toEqual(["Basic", "Gold"]);
  expect(comingChange(row, early)).toMatchObject({ product: "Gold", isPaid: true, at: waits.planFrom });
  expect(comingChange(row, waits.planFrom)).toBe(null);
  expect(nextPlan(row).product).toBe("Gold");
});

test("money for a plan that is gone buys time of the plan that there is", () => {
  const sub = { ...activate({ interval: "month", at: start }).facts, amountMinor: 1_000n };
  const { period, to } = addWorth(sub, 500n, renew(sub, start));
  expect(period).toEqual({ start: sub.currentPeriodEnd, end: plus(sub.currentPeriodEnd, 14) });
  expect([to.anchorAt, to.anchorPeriods, to.currentPeriodEnd]).toEqual([period.end, 0, period.end]);
});

// ── Conservation, over lives of payments, changes, refunds, days for free and trials, with a moved clock. ──

interface Life {
  now: Date;
  sub: SubscriptionFacts;
  plan: PlanTerms;
  periods: ValuedPeriod[];
  /** The same value without rounding: what each period is worth, and when it was cut. */
  exact: { worth: number; from: number; until: number }[];
  changes: number;
  refunds: number;
}

type Act =
  | { do: "wait"; hours: number }
  | { do: "pay" | "free" | "grant" }
  | { do: "change"; plan: number }
  | { do: "refund"; which: number; part: number };

const plans: PlanTerms[] = intervals.flatMap((interval, index) =>
  [1n, 2n, 5n].map((times) => ({ interval, amountMinor: times * 10_007n * BigInt(3 ** index) })),
);

const acts = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("wait" as const), hours: fc.integer({ min: 0, max: 2_000 }) }),
    fc.record({ do: fc.constantFrom("pay" as const, "free" as const, "grant" as const) }),
    fc.record({ do: fc.constant("change" as const), plan: fc.integer({ min: 0, max: plans.length - 1 }) }),
    fc.record({
      do: fc.constant("refund" as const),
      which: fc.nat({ max: 20 }),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  ),
  { maxLength: 40 },
);

function born(isTrial: boolean): Life {
  const plan = plans[4] ?? month(1n);
  const { facts, period } = activate({ interval: plan.interval, at: start });
  const life = {
    ...{ now: start, sub: facts, plan, periods: [], exact: [], changes: 0, refunds: 0 },
  };
  add(life, period, isTrial ? 0n : plan.amountMinor);
  return life;
}

function add(life: Life, { start: from, end }: { start: Date; end: Date }, paidMinor: bigint, carried = 0) {
  life.periods.push({
    ...{ number: life.periods.length + 1, startsAt: from, endsAt: end },
    ...{ paidMinor, backMinor: 0n, isChange: false, cut: null },
  });
  life.exact.push({ worth: Number(paidMinor) + carried, from: from.getTime(), until: end.getTime() });
}

/** What is left at `now`, in numbers without rounding. */
function exactLeft(life: Life): number {
  const now = life.now.getTime();
  return life.exact.reduce((sum, { worth, from, until }, index) => {
    if (life.periods[index]?.cut || now >= until) return sum;
    return sum + (worth * (until - Math.max(from, now))) / (until - from);
  }, 0);
}

function live(life: Life, act: Act): void {
  const { now, sub, plan } = life;
  for (const step of dueSteps(sub, now)) life.sub = apply(life.sub, step);
  switch (act.do) {
    case "wait":
      life.now = new Date(now.getTime() + act.hours * 3_600_000);
      break;
    case "pay":
    case "free": {
      const step = renew(life.sub, now);
      life.sub = apply(life.sub, step);
      add(life, step.period, act.do === "pay" ? plan.amountMinor : 0n);
      break;
    }
    case "grant": {
      const step = extend(life.sub, 5, now);
      life.sub = apply(life.sub, step);
      add(life, step.period, 0n);
      break;
    }
    case "change":
      change(life, plans[act.plan] ?? plan);
      break;
    case "refund": {
      const one = life.periods[act.which];
      if (!one) break;
      const restMinor = one.paidMinor - one.backMinor;
      one.backMinor += (restMinor * BigInt(act.part)) / 100n;
      life.refunds += 1;
    }
  }
}

function change(life: Life, to: PlanTerms): void {
  const { now, sub } = life;
  const status = statusAt(sub, now);
  if ((status !== "active" && status !== "past_due") || kindOfChange(life.plan, to) !== "now") return;
  const carried = exactLeft(life);
  const cuts = cutsAt(life.periods, now);
  const creditMinor = creditOf(cuts);
  const dueMinor = dueOf(to.amountMinor, creditMinor, { stepMinor: 1n, leastMinor: 1n });
  expect(dueMinor).toBeGreaterThanOrEqual(0n);
  expect(dueMinor + creditMinor).toBeGreaterThanOrEqual(to.amountMinor);
  let step: ReturnType<typeof changeNow>;
  try {
    step = changeNow(sub, to, dueMinor + creditMinor, now);
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  for (const { number, creditMinor: credit, lostMinor } of cuts) {
    const period = life.periods[number - 1];
    if (!period) throw new Error("There is no such period.");
    const startsAt = new Date(Math.min(period.startsAt.getTime(), now.getTime()));
    Object.assign(period, { startsAt, endsAt: now, cut: { creditMinor: credit, lostMinor } });
  }
  life.changes += 1;
  life.plan = to;
  life.sub = apply(sub, step);
  add(life, step.period, dueMinor, carried);
  const last = life.periods.at(-1);
  if (last) last.isChange = true;
}

test("value used and value left are the value that was paid, whatever happens in whatever order", () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.boolean(), acts, (isTrial, all) => {
      const life = born(isTrial);
      for (const act of all as Act[]) {
        live(life, act);
        const creditMinor = creditOf(cutsAt(life.periods, life.now));
        const left = exactLeft(life);
        const paid = life.periods.reduce((sum, one) => sum + one.paidMinor, 0n);
        const back = life.periods.reduce((sum, one) => sum + one.backMinor, 0n);
        // Never more than what was paid and did not go back, nor than the time that is left is worth.
        expect(creditMinor).toBeLessThanOrEqual(paid - back);
        expect(Number(creditMinor)).toBeLessThanOrEqual(left + 1);
        // Each period that was ever left loses less than one unit by rounding.
        if (life.refunds === 0) expect(left - Number(creditMinor)).toBeLessThan(life.periods.length + 1);
        for (const [index, one] of life.periods.entries()) {
          const before = life.periods[index - 1];
          if (before) expect(one.startsAt.getTime()).toBeGreaterThanOrEqual(before.endsAt.getTime());
        }
        expect(life.sub.currentPeriodEnd).toEqual(life.periods.at(-1)?.endsAt);
        const isPaid = life.periods.some(({ startsAt, endsAt }) => startsAt <= life.now && life.now < endsAt);
        if (isPaid) expect(hasAccess(life.sub, life.now)).toBe(true);
      }
      changed += life.changes;
    }),
    { numRuns: runs(4_000, 10) },
  );
  expect(changed).toBeGreaterThan(20);
});
