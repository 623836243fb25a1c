import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { addDays, civilDateIn } from "@/lib/domain/civil-date";
import { graceMs } from "@/lib/domain/subscription";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { checkSums } from "@/lib/services/desk/invariants/sums";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { readOverview } from "./read";

/** After the days on which New York's clocks are changed, of 23 and of 25 hours. */
const now = new Date("2026-11-10T15:20:00.000Z");
const minuteMs = 60_000;
const zones = ["Africa/Kampala", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "UTC"];
let world: TestWorld;
let shop: TestStore;

beforeAll(async () => {
  world = testWorld();
  world.clock.set(now);
  shop = await testStore(world);
});

/** Anything that may happen to what is summed, at any minute of the last 240 days. */
const minute = fc.integer({ min: 0, max: 240 * 24 * 60 });
const which = fc.nat({ max: 1_000 });
const act = fc.oneof(
  fc.record({ what: fc.constant("order" as const), at: minute, minor: which, product: fc.nat({ max: 2 }) }),
  fc.record({ what: fc.constant("paid" as const), which, at: fc.option(minute) }),
  fc.record({ what: fc.constant("refund" as const), which, minor: fc.nat({ max: 60_000 }) }),
  fc.record({ what: fc.constant("line" as const), which, gone: fc.boolean() }),
  fc.record({ what: fc.constant("discount" as const), which, percent: fc.nat({ max: 100 }) }),
  fc.record({ what: fc.constant("attempt" as const), which, at: minute, status: fc.nat({ max: 4 }) }),
  fc.record({ what: fc.constant("attempt_changes" as const), which, status: fc.nat({ max: 4 }) }),
  fc.record({
    what: fc.constant("periods" as const),
    at: minute,
    lateness: fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 4 }),
  }),
  fc.record({ what: fc.constant("period_moves" as const), which, at: minute }),
  fc.record({ what: fc.constant("periods_go" as const), which }),
  fc.record({ what: fc.constant("sum" as const) }),
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

const statuses = ["pending", "succeeded", "failed", "reversed", "unknown"] as const;
const at = (minutes: number) => new Date(now.getTime() - minutes * minuteMs);

async function nth<T>(rows: Promise<T[]>, which: number): Promise<T | undefined> {
  const all = await rows;
  return all[which % Math.max(1, all.length)];
}

async function happen(one: Act): Promise<unknown> {
  const { db, pool } = world;
  const { storeId } = shop.live;
  const order = (which: number) =>
    nth(db.order.findMany({ where: { storeId }, orderBy: { id: "asc" } }), which);
  switch (one.what) {
    case "order": {
      const { id } = await paidOrder(world, shop, { productId: shop.products[one.product % 2]?.id ?? 0 });
      const totalMinor = 1_000n * BigInt(one.minor + 1);
      return db.order.update({
        where: { id },
        data: {
          paidAt: at(one.at),
          subtotalMinor: totalMinor,
          totalMinor,
          netMinor: totalMinor,
          feeMinor: 0n,
        },
      });
    }
    case "paid": {
      const found = await order(one.which);
      if (!found) return;
      const data = one.at === null ? { paidAt: null, refundedMinor: 0n } : { paidAt: at(one.at) };
      return db.order.update({ where: { id: found.id }, data });
    }
    case "refund": {
      const found = await order(one.which);
      if (!found?.paidAt) return;
      const refundedMinor = BigInt(one.minor) % (found.totalMinor + 1n);
      return db.order.update({ where: { id: found.id }, data: { refundedMinor } });
    }
    case "line": {
      const found = await order(one.which);
      if (!found) return;
      return one.gone
        ? pool.query("DELETE FROM order_items WHERE order_id = $1 AND position = 0", [found.id])
        : pool.query(
            "UPDATE order_items SET quantity = quantity + 1, total_minor = unit_price_minor * (quantity + 1) WHERE order_id = $1",
            [found.id],
          );
    }
    case "discount": {
      const found = await order(one.which);
      return (
        found &&
        pool.query("UPDATE order_items SET discount_minor = total_minor * $2 / 100 WHERE order_id = $1", [
          found.id,
          one.percent,
        ])
      );
    }
    case "attempt": {
      const found = await order(one.which);
      if (!found) return;
      const status = statuses[one.status] ?? "failed";
      const failureReason =
        status === "failed" ? (one.which % 2 ? "not_approved_in_time" : "insufficient_funds") : null;
      const network = one.which % 3 ? "mtn_ug" : null;
      return db.paymentAttempt.create({
        data: {
          ...{
            id: randomUUID(),
            storeId,
            orderId: found.id,
            token: randomUUID(),
            rail: "sandbox",
            method: "mobile_money",
          },
          ...{ network, currency: "UGX", amountMinor: 50_000n, createdAt: at(one.at), status, failureReason },
        },
      });
    }
    case "attempt_changes": {
      const found = await nth(
        db.paymentAttempt.findMany({ where: { storeId }, orderBy: { token: "asc" } }),
        one.which,
      );
      return (
        found &&
        db.paymentAttempt.update({
          where: { id: found.id },
          data: { status: statuses[one.status] ?? "failed" },
        })
      );
    }
    case "periods": {
      const row = await paidSubscription(world, shop, { livemode: true, ref: randomUUID(), at: at(one.at) });
      const first = await db.subscriptionPeriod.findFirstOrThrow({ where: { subscriptionId: row.id } });
      let endsAt = first.endsAt;
      const data = one.lateness.map((days, index) => {
        const paidAt = new Date(endsAt.getTime() + days * 24 * 60 * minuteMs);
        const startsAt = endsAt;
        endsAt = new Date(Math.max(startsAt.getTime(), paidAt.getTime()) + 30 * 24 * 60 * minuteMs);
        const same = {
          storeId,
          livemode: true,
          subscriptionId: row.id,
          currency: "UGX",
          paidMinor: 1n,
          listMinor: 1n,
        };
        return { ...same, number: index + 2, startsAt, endsAt, paidAt };
      });
      // In one statement, which sees all of its rows.
      return db.subscriptionPeriod.createMany({ data });
    }
    case "period_moves": {
      const found = await nth(
        db.subscriptionPeriod.findMany({ where: { storeId }, orderBy: { endsAt: "asc" } }),
        one.which,
      );
      // Several rows of one subscription at once.
      return (
        found &&
        pool.query(
          "UPDATE subscription_periods SET ends_at = ends_at + interval '17 hours', paid_at = paid_at - interval '9 hours' WHERE subscription_id = $1 AND number >= $2",
          [found.subscriptionId, found.number],
        )
      );
    }
    case "periods_go": {
      const found = await nth(
        db.subscriptionPeriod.findMany({ where: { storeId }, orderBy: { endsAt: "asc" } }),
        one.which,
      );
      return (
        found &&
        pool.query("DELETE FROM subscription_periods WHERE subscription_id = $1 AND number >= $2", [
          found.subscriptionId,
          found.number,
        ])
      );
    }
    case "sum":
      return sumDue(world);
  }
}

/** What the overview must show, from the facts alone, one by one. */
async function naive(timeZone: string, days: number) {
  const { storeId } = shop.live;
  const today = civilDateIn(now, timeZone);
  const first = addDays(today, 1 - days);
  const isIn = (instant: Date) => {
    const day = civilDateIn(instant, timeZone);
    return day >= first && day <= today;
  };
  const orders = (await world.db.order.findMany({ where: { storeId }, include: { items: true } })).flatMap(
    ({ paidAt, ...rest }) => (paidAt ? [{ paidAt, ...rest }] : []),
  );
  const inside = orders.filter(({ paidAt }) => isIn(paidAt));
  const net = (some: typeof orders) =>
    some.reduce((all, one) => all + one.totalMinor - one.refundedMinor, 0n);
  const earliest = addDays(first, -days);
  const before = orders.filter(({ paidAt }) => {
    const day = civilDateIn(paidAt, timeZone);
    return day >= earliest && day < first;
  });
  const byDay = new Map<string, typeof orders>();
  for (const one of inside) {
    const day = civilDateIn(one.paidAt, timeZone);
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  const products = new Map<number, { quantity: number; minor: bigint }>();
  for (const { productId, quantity, totalMinor, discountMinor } of inside.flatMap(({ items }) => items)) {
    if (productId === null) continue;
    const known = products.get(productId) ?? { quantity: 0, minor: 0n };
    products.set(productId, {
      quantity: known.quantity + quantity,
      minor: known.minor + totalMinor - discountMinor,
    });
  }
  const attempts = (await world.db.paymentAttempt.findMany({ where: { storeId } })).filter(({ createdAt }) =>
    isIn(createdAt),
  );
  const count = (...known: string[]) => attempts.filter(({ status }) => known.includes(status)).length;
  const periods = await world.db.subscriptionPeriod.findMany({
    where: { storeId, livemode: true },
    include: { subscription: true },
  });
  const renewals = { onTime: 0, inGrace: 0, lost: 0 };
  for (const { subscriptionId, number, endsAt, subscription } of periods) {
    if (!isIn(endsAt) || endsAt > now) continue;
    const next = periods.find((one) => one.subscriptionId === subscriptionId && one.number === number + 1);
    const lateMs = next ? next.paidAt.getTime() - endsAt.getTime() : Number.POSITIVE_INFINITY;
    const isOver = endsAt.getTime() + graceMs <= now.getTime() || subscription.status === "cancelled" || next;
    if (lateMs <= 0) renewals.onTime += 1;
    else if (lateMs <= graceMs) renewals.inGrace += 1;
    else if (isOver) renewals.lost += 1;
  }
  return {
    minor: net(inside),
    beforeMinor: net(before),
    payments: inside.length,
    days: [...byDay].sort().map(([day, some]) => [day, net(some), some.length]),
    products: [...products]
      .map(([id, sum]) => ({ id, ...sum }))
      .sort((a, b) => Number(b.minor - a.minor) || a.id - b.id),
    approved: count("succeeded", "reversed"),
    refused: count("failed"),
    unanswered: attempts.filter(
      (one) => one.status === "failed" && one.failureReason === "not_approved_in_time",
    ).length,
    renewals,
  };
}

async function shown(days: 7 | 30 | 90) {
  const { collected, approvals, renewals, topProducts } = await readOverview(world, shop.live, days);
  const [own] = collected;
  const sum = (of: "approved" | "refused" | "unanswered") => approvals.reduce((all, way) => all + way[of], 0);
  return {
    minor: own?.minor,
    beforeMinor: own?.beforeMinor,
    payments: own?.payments,
    days: [...(own?.days ?? [])].sort().map(([day, { minor, payments }]) => [day, minor, payments]),
    products: topProducts.map(({ id, quantity, minor }) => ({ id, quantity, minor })),
    ...{ approved: sum("approved"), refused: sum("refused"), unanswered: sum("unanswered"), renewals },
  };
}

test("whatever happened, the overview shows what counting shows, in any zone, and the books check agrees", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 4, maxLength: 25 }),
      fc.constantFrom(...zones),
      async (acts, timeZone) => {
        for (const one of acts) await happen(one);
        // Nothing was summed for this zone: a store may move to any other.
        await world.db.store.update({ where: { id: shop.store.id }, data: { timeZone } });
        for (const days of [7, 30, 90] as const)
          expect(await shown(days)).toEqual(await naive(timeZone, days));
      },
    ),
    { numRuns: 8 },
  );
  expect(await checkSums(world.pool, null)).toEqual([]);
}, 240_000);
