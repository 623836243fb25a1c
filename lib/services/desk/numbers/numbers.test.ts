import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Prisma } from "@/lib/db/client";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { addDays, type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { type Interval, intervalEdge } from "@/lib/domain/interval";
import { addMonths, monthOf, startOfMonth } from "@/lib/domain/money";
import { Refusal } from "@/lib/domain/refusal";
import { endNow, graceMs, renew } from "@/lib/domain/subscription";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import {
  type NewPeriod,
  recordDueSteps,
  recordPeriod,
  recordStep,
} from "@/lib/services/billing/subscriptions/record";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { transact } from "@/lib/services/core/unit";
import type { Unit } from "@/lib/services/core/world";
import { checkSums } from "@/lib/services/desk/invariants/sums";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { earlier, momentOf } from "./movements";
import { readNumbers } from "./read-numbers";

type SubscriptionPeriod = Prisma.SubscriptionPeriodGetPayload<object>;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const zones = ["Africa/Kampala", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "UTC"];
const every: Interval[] = ["month", "year", "week", "quarter"];
let world: TestWorld;
let shop: TestStore;

beforeAll(() => {
  world = testWorld();
});

/** Two currencies and all intervals. The prices are no multiples of 12 in a year, so that rounding would show. */
async function freshShop(): Promise<TestStore> {
  const made = await testStore(world);
  const products = every.map((interval, n) =>
    world.db.product.create({
      data: {
        ...{ storeId: made.store.id, token: randomUUID(), name: interval, kind: "subscription", interval },
        ...{ currency: n % 2 ? "KES" : "UGX", priceMinor: 50_001n + BigInt(n) },
        ...{ createdAt: world.clock.now(), updatedAt: world.clock.now() },
      },
    }),
  );
  const [first, second, ...others] = await Promise.all(products);
  if (!first || !second) throw new Error("four products are made");
  return { ...made, products: [first, second], ...{ others } } as TestStore & { others: typeof others };
}

const which = fc.nat({ max: 1_000 });
/** What may happen to subscriptions, each some hours after the one before. */
const act = fc.record({
  hours: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 80 }), fc.nat({ max: 900 })),
  which,
  what: fc.constantFrom(
    ...(["begin", "begin", "begin_trial", "begin_import", "begin_test"] as const),
    ...(["pay", "pay", "pay", "pay_less", "pay_ahead", "free", "give", "cancel", "end"] as const),
    ...(["give_in_grace", "pay_in_grace", "cancel_in_grace"] as const),
    ...(["refund", "refund_a_part", "refund_fails", "change", "merge", "move", "go", "sum"] as const),
  ),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

async function anySubscription(which: number): Promise<SubscriptionRow | undefined> {
  const where = { storeId: shop.store.id };
  const all = await world.db.subscription.findMany({
    where,
    include: subscriptionInclude,
    orderBy: { id: "asc" },
  });
  return all[which % Math.max(1, all.length)];
}

async function begin(which: number, kind: SubscriptionPeriod["kind"], livemode = true): Promise<void> {
  const products = await world.db.product.findMany({
    where: { storeId: shop.store.id, name: { in: every } },
    orderBy: { id: "asc" },
  });
  const product = products[which % products.length];
  if (!product) return;
  const selling: TestStore = { ...shop, products: [product, product] };
  const row = await paidSubscription(world, selling, { livemode, ref: randomUUID() });
  if (kind !== "paid")
    await world.pool.query(
      "UPDATE subscription_periods SET kind = $2, paid_minor = 0, discount_minor = list_minor WHERE subscription_id = $1",
      [row.id, kind],
    );
}

async function locked(
  id: string,
  change: (unit: Unit, row: SubscriptionRow) => Promise<unknown>,
): Promise<void> {
  await transact(world, async (unit) => {
    const found = await world.db.subscription.findUniqueOrThrow({ where: { id } });
    const row = await lockSubscription(unit, found, id);
    if (row) await change(unit, await recordDueSteps(unit, row));
  });
}

/** One more period, of this kind, for an order of its own where it is live. */
async function pay(row: SubscriptionRow, kind: "paid" | "free", discountMinor: bigint): Promise<void> {
  const order = row.livemode ? await paidOrder(world, shop) : null;
  await locked(row.id, (unit, current) => {
    const { period, ...step } = renew(current, unit.now);
    const price = {
      listMinor: row.amountMinor,
      discountMinor: kind === "free" ? row.amountMinor : discountMinor,
    };
    const paidBy = order ? { paidBy: { orderId: order.id, attemptId: null } } : {};
    const added: NewPeriod = { kind, period, step, price, paymentKey: null, ...paidBy };
    return recordPeriod(unit, current, added);
  });
}

/** Another plan from now on, with what is left of this one as a part of its price. */
async function change(row: SubscriptionRow, isForNothing: boolean): Promise<void> {
  await locked(row.id, async (unit, current) => {
    if (current.endedAt) return;
    const interval = every[(every.indexOf(current.interval) + 2) % 4] ?? "month";
    const period = { start: unit.now, end: intervalEdge(unit.now, interval, 1) };
    await unit.tx.$executeRaw`UPDATE subscription_periods SET cut_at = ${unit.now}, bought_from = starts_at,
        bought_until = ends_at, credit_minor = 0, lost_minor = 0, starts_at = least(starts_at, ${unit.now}), ends_at = ${unit.now}
      WHERE subscription_id = ${row.id} AND ends_at > ${unit.now}`;
    const to = {
      ...{
        status: "active" as const,
        interval,
        anchorAt: unit.now,
        anchorPeriods: 1,
        cancelledAt: null,
        endedAt: null,
      },
      ...{ currentPeriodStart: period.start, currentPeriodEnd: period.end },
      graceEndsAt: new Date(period.end.getTime() + graceMs),
    };
    const step = {
      at: unit.now,
      event: "subscription.renewed" as const,
      previousStatus: "active" as const,
      to,
    };
    const listMinor = row.amountMinor * 3n + 5n;
    const kind = isForNothing ? ("free" as const) : ("paid" as const);
    const price = { listMinor, discountMinor: isForNothing ? listMinor : 1_000n };
    await recordPeriod(unit, current, { kind, period, step, price, paymentKey: null });
  });
}

async function refund(which: number, minor: bigint): Promise<unknown> {
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  const order = orders[which % Math.max(1, orders.length)];
  return order && world.db.order.update({ where: { id: order.id }, data: { refundedMinor: minor } });
}

async function happen({ what, which, hours }: Act): Promise<unknown> {
  world.clock.advance(hours * hourMs + 61_000);
  if (what === "begin") return begin(which, "paid");
  if (what === "begin_trial") return begin(which, "trial");
  if (what === "begin_import") return begin(which, "imported");
  if (what === "begin_test") return begin(which, "paid", false);
  if (what === "sum") return sumDue(world);
  if (what === "refund") return refund(which, 50_000n);
  if (what === "refund_a_part") return refund(which, 20_000n);
  if (what === "refund_fails") return refund(which, 0n);
  const row = await anySubscription(which);
  if (!row) return;
  const seller = row.livemode ? shop.live : shop.test;
  if (what.endsWith("_in_grace") && row.currentPeriodEnd > world.clock.now())
    world.clock.set(new Date(row.currentPeriodEnd.getTime() + hours * hourMs));
  switch (what) {
    case "pay":
    case "pay_in_grace":
      return pay(row, "paid", 0n);
    case "pay_less":
      return pay(row, "paid", 10_007n);
    case "pay_ahead":
      await pay(row, "paid", 0n);
      return pay(row, "paid", 0n);
    case "free":
      return pay(row, "free", 0n);
    case "give":
    case "give_in_grace":
      return extendSubscription(world, seller, row.id, { days: 1 + (which % 40), reason: "Goodwill" });
    case "cancel":
    case "cancel_in_grace":
      return cancelSubscription(world, seller, row.id);
    case "end":
      return locked(row.id, (unit, current) => recordStep(unit, current, endNow(current, unit.now)));
    case "change":
      return change(row, which % 3 === 0);
    case "merge": {
      const other = await anySubscription(which + 1);
      if (!other || other.customerId === row.customerId || !row.livemode || !other.livemode) return;
      return mergeCustomers(world, shop.live, { keepId: row.customerId, mergedId: other.customerId });
    }
    // As test mode moves all dates of a subscription.
    case "move":
      return world.pool.query(
        `WITH moved AS (UPDATE subscriptions SET current_period_start = current_period_start - interval '26 hours',
           current_period_end = current_period_end - interval '26 hours' WHERE id = $1)
         UPDATE subscription_periods SET starts_at = starts_at - interval '26 hours', ends_at = ends_at - interval '26 hours',
           stopped_at = stopped_at - interval '26 hours', cut_at = cut_at - interval '26 hours' WHERE subscription_id = $1`,
        [row.id],
      );
    case "go":
      return world.pool.query("DELETE FROM subscription_periods WHERE subscription_id = $1 AND number > $2", [
        row.id,
        which % 3,
      ]);
  }
}

// ── The same by looking at every period and every instant. ──

interface Time {
  kind: SubscriptionPeriod["kind"];
  start: Date;
  end: Date;
  isSold: boolean;
  worth: bigint;
  yearly: bigint;
  /** It carries on what was before it. */
  follows: boolean;
}

const timesAYear = { week: 52n, month: 12n, quarter: 4n, year: 1n };

/** The times of a subscription that are not empty, in their order. */
function timesOf(sub: SubscriptionRow, periods: SubscriptionPeriod[]): Time[] {
  const times: Time[] = [];
  let cutAt: Date | null = null;
  for (const p of periods) {
    const end = p.stoppedAt && p.stoppedAt < p.endsAt ? p.stoppedAt : p.endsAt;
    if (end <= p.startsAt) {
      cutAt = p.cutAt ?? cutAt;
      continue;
    }
    const before = times.at(-1);

    const isChange = cutAt?.getTime() === p.startsAt.getTime();
    const isSold =
      !p.wentBack && (p.kind === "paid" || p.kind === "imported" || (p.kind === "free" && isChange));
    const worth = p.kind === "imported" || isChange ? p.listMinor : p.paidMinor;
    const gapMs = before ? p.startsAt.getTime() - before.end.getTime() : Number.POSITIVE_INFINITY;
    times.push({
      ...{ kind: p.kind, start: p.startsAt, end, isSold, worth },
      yearly: isSold ? worth * timesAYear[p.interval ?? sub.interval] : 0n,
      follows: gapMs <= graceMs,
    });
    cutAt = p.cutAt;
  }
  return times;
}

/** Whether it was paid for, or carries on what was. */
function pays(times: Time[], n: number): boolean {
  const time = times[n];
  if (!time) return false;
  return time.isSold || (time.follows && pays(times, n - 1));
}

function yearlyOf(times: Time[], n: number): bigint {
  const time = times[n];
  if (!time || !pays(times, n)) return 0n;
  const carries = time.kind === "granted" || time.kind === "trial";
  return carries ? yearlyOf(times, n - 1) : time.yearly;
}

/** What was paid last. */
function lastPaid(times: Time[], n: number): bigint {
  const time = times[n];
  if (!time) return 0n;
  if (time.kind === "granted" || time.kind === "trial") return lastPaid(times, n - 1);
  return time.isSold ? time.worth : 0n;
}

interface Happening {
  kind: string;
  at: Date;
  currency: string;
  yearly: bigint;
  minor: bigint;
}

function happeningsOf(sub: SubscriptionRow, times: Time[], wasStopped: boolean): Happening[] {
  const { currency } = sub;
  return times.flatMap((time, n) => {
    const found: Happening[] = [];
    const yearly = yearlyOf(times, n);
    const minor = lastPaid(times, n);
    const goesOn = time.follows && pays(times, n - 1);
    const hasPaid = times.some((_, k) => k < n && pays(times, k));
    if (pays(times, n)) {
      if (!goesOn)
        found.push({ kind: hasPaid ? "won_back" : "new", at: time.start, currency, yearly, minor });
      if (goesOn && time.isSold) found.push({ kind: "renewed", at: time.start, currency, yearly, minor });
      const difference = yearly - yearlyOf(times, n - 1);
      if (goesOn && difference !== 0n)
        found.push({
          kind: difference > 0n ? "raised" : "lowered",
          at: time.start,
          currency,
          yearly: difference,
          minor: 0n,
        });
      const next = times[n + 1];
      const isOpen = !next && sub.status !== "cancelled" && !wasStopped;
      if (!next?.follows)
        found.push({ kind: isOpen ? "due" : "lost", at: time.end, currency, yearly, minor });
    }
    return found;
  });
}

async function naive(livemode: boolean, count: 6 | 12 | 24) {
  const { timeZone, id: storeId } = await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
  const { asOf, settled } = momentOf(world.clock.now());
  const today = civilDateIn(world.clock.now(), timeZone);
  const subs = await world.db.subscription.findMany({
    where: { storeId, livemode },
    include: { ...subscriptionInclude, periods: { orderBy: { number: "asc" } } },
  });
  const all = subs.map((sub) => {
    const { periods } = sub;
    const filled = periods.filter(
      ({ startsAt, endsAt, stoppedAt }) => (stoppedAt && stoppedAt < endsAt ? stoppedAt : endsAt) > startsAt,
    );
    const last = filled.at(-1);
    const times = timesOf(sub, periods);
    const wasStopped = Boolean(last?.stoppedAt && last.stoppedAt < last.endsAt);
    return { sub, times, happenings: happeningsOf(sub, times, wasStopped) };
  });
  const happenings = all.flatMap((one) => one.happenings);
  const isLost = ({ kind, at }: Happening) => kind === "lost" || (kind === "due" && at < settled);
  const worth = (some: Happening[]) => ({
    count: some.length,
    yearlyMinor: some.reduce((sum, { yearly }) => sum + yearly, 0n),
  });
  const renewals = (some: Happening[]) => ({
    count: some.length,
    minor: some.reduce((sum, { minor }) => sum + minor, 0n),
  });
  /** Who pays just before this instant, by what is known now; who is in grace still does. */
  const balance = (currency: string, at: Date) => {
    let sum = { count: 0, yearlyMinor: 0n };
    for (const { sub, times, happenings: own } of all) {
      if (sub.currency !== currency) continue;
      const n = times.findLastIndex(({ start }) => start < at);
      const ends = own.find(
        (one) => (one.kind === "lost" || one.kind === "due") && one.at.getTime() === times[n]?.end.getTime(),
      );
      const isOver = ends ? ends.at < at && isLost(ends) : false;
      if (pays(times, n) && !isOver)
        sum = { count: sum.count + 1, yearlyMinor: sum.yearlyMinor + yearlyOf(times, n) };
    }
    return sum;
  };
  const monthIn = (at: Date) => monthOf(civilDateIn(at, timeZone));
  const last = monthOf(today);
  const months = Array.from({ length: count }, (_, n) => addMonths(last, n + 1 - count));
  return (currency: string) => {
    const own = happenings.filter((one) => one.currency === currency);
    const past = own.filter(({ at }) => at < asOf);
    const days: CivilDate[] = Array.from({ length: 30 }, (_, n) => addDays(today, n));
    const ahead = (kind: string, day: CivilDate) =>
      renewals(
        own.filter((one) => one.kind === kind && one.at >= asOf && civilDateIn(one.at, timeZone) === day),
      );
    const seen = own.filter(({ at }) => at >= new Date(settled.getTime() - 90 * dayMs) && at < settled);
    const seenRenewed = seen.filter(({ kind }) => kind === "renewed").length;
    return {
      currency,
      now: balance(currency, asOf),
      inGrace: worth(past.filter(({ kind, at }) => kind === "due" && at >= settled)),
      months: months.map((month) => {
        const inside = past.filter(({ at }) => monthIn(at) === month);
        const of = (kind: string) => worth(inside.filter((one) => one.kind === kind));
        const ends = startOfMonth(addMonths(month, 1), timeZone);
        return {
          ...{ month, isOpen: ends > settled },
          before: balance(currency, startOfMonth(month, timeZone)),
          ...{ began: of("new"), wonBack: of("won_back"), raised: of("raised"), lowered: of("lowered") },
          lost: worth(inside.filter(isLost)),
          after: balance(currency, earlier(ends, asOf)),
          renewed: of("renewed").count,
        };
      }),
      cohorts: months.map((month) => {
        const members = all.filter(({ sub, times }) => {
          const first = times[times.findIndex((_, n) => pays(times, n))];
          return sub.currency === currency && first && first.start < asOf && monthIn(first.start) === month;
        });
        const ends = startOfMonth(addMonths(month, 1), timeZone);
        const stayed: number[] = [];
        for (let k = 1; intervalEdge(ends, "month", k) < settled; k += 1)
          stayed.push(
            members.filter(({ times }) => {
              const first = times[times.findIndex((_, n) => pays(times, n))];
              const at = intervalEdge(first?.start ?? asOf, "month", k);
              return times.some((time, n) => {
                // Days given in grace begin later than the paid time before them ended: between, it goes on.
                const next = times[n + 1];
                const end = next?.follows && next.start > time.end ? next.start : time.end;
                return pays(times, n) && time.start <= at && at < end;
              });
            }).length,
          );
        return { month, size: members.length, stayed };
      }),
      forecast: {
        days: days.map((day) => ({ day, due: ahead("due", day), paidAhead: ahead("renewed", day) })),
        leaving: own.filter(
          ({ kind, at }) => kind === "lost" && at >= asOf && civilDateIn(at, timeZone) <= addDays(today, 29),
        ).length,
        seen: {
          renewed: seenRenewed,
          ended: seenRenewed + seen.filter(({ kind }) => kind === "lost" || kind === "due").length,
        },
      },
    };
  };
}

async function compare(): Promise<void> {
  for (const livemode of [true, false]) {
    const expected = await naive(livemode, 24);
    const kept = await readNumbers(world, { storeId: shop.store.id, livemode }, 24);
    for (const numbers of kept.currencies) {
      const { due: _due, paidAhead: _paid, expected: _expected, ...forecast } = numbers.forecast;
      expect({ ...numbers, forecast }).toEqual(expected(numbers.currency));
    }
    expect(kept.currencies.map(({ currency }) => currency)).toEqual(
      livemode ? expect.arrayContaining(["UGX"]) : expect.anything(),
    );
  }
}

/** What the check of the books finds. */
function broken(): Promise<string[]> {
  return checkSums(world.pool, null);
}

test("whatever happened, the numbers are those that counting gives, in any zone, at any time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 60, size: "max" }),
      fc.constantFrom(...zones),
      fc.nat({ max: 5_000 }),
      async (acts, timeZone, later) => {
        world.clock.set(new Date("2026-01-28T22:10:00.000Z"));
        shop = await freshShop();
        for (const one of acts)
          await happen(one).catch((error) => {
            if (!(error instanceof Refusal)) throw error;
          });
        // Nothing was summed for this zone, and nothing is written when time passes.
        await world.db.store.update({ where: { id: shop.store.id }, data: { timeZone } });
        await compare();
        world.clock.advance(later * hourMs);
        await compare();
        expect(await broken()).toEqual([]);
      },
    ),
    { numRuns: 24 },
  );
}, 300_000);
