import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Prisma } from "@/lib/db/client";
import { graceMs } from "@/lib/domain/subscription";
import { paidOrder } from "@/lib/testing/order";
import { sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { readOverview } from "./read";
import { readToday } from "./today";

const world = testWorld();
// 12:30 of 20 March in Kampala, which is three hours ahead of UTC all year.
const noon = new Date("2026-03-20T09:30:00.000Z");
let shop: TestStore;

beforeEach(async () => {
  world.clock.set(noon);
  shop = await testStore(world);
});

async function orderAt(at: string, changes: Prisma.OrderUncheckedUpdateInput = {}) {
  world.clock.set(new Date(at));
  const order = await paidOrder(world, shop);
  await world.db.order.update({ where: { id: order.id }, data: changes });
  world.clock.set(noon);
  return order;
}

async function attempt(orderId: number, facts: Partial<Prisma.PaymentAttemptUncheckedCreateInput>) {
  await world.db.paymentAttempt.create({
    data: {
      ...{ id: randomUUID(), storeId: shop.store.id, orderId, token: randomUUID(), rail: "sandbox" },
      ...{
        method: "mobile_money",
        network: "mtn_ug",
        currency: "UGX",
        amountMinor: 50_000n,
        createdAt: noon,
      },
      ...{ status: "succeeded", ...facts },
    },
  });
}

describe("collected", () => {
  test("of days that were chosen, which may be long over, with as many before them", async () => {
    await orderAt("2026-01-10T10:00:00.000Z");
    await orderAt("2026-01-12T10:00:00.000Z");
    await orderAt("2026-01-13T20:59:00.000Z");
    await orderAt("2026-01-13T21:00:00.000Z"); // the 14th already
    const { collected, span } = await readOverview(world, shop.live, {
      from: "2026-01-12",
      to: "2026-01-13",
    });
    expect([span.first, span.last, span.today]).toEqual(["2026-01-12", "2026-01-13", "2026-03-20"]);
    expect(collected[0]).toMatchObject({ minor: 100_000n, beforeMinor: 50_000n, payments: 2 });
  });

  test("counts payments by the day it was in the store's zone, with the days before beside them", async () => {
    await orderAt("2026-03-19T20:59:00.000Z"); // 23:59 of the 19th
    await orderAt("2026-03-19T21:00:00.000Z"); // midnight: the 20th
    await orderAt("2026-03-13T20:59:00.000Z"); // the last minute of the seven days before
    await orderAt("2026-03-06T20:59:00.000Z"); // before those
    const { collected, span } = await readOverview(world, shop.live, 7);
    expect(span.days).toHaveLength(7);
    expect([span.first, span.today]).toEqual(["2026-03-14", "2026-03-20"]);
    expect(collected).toEqual([
      {
        currency: "UGX",
        minor: 100_000n,
        beforeMinor: 50_000n,
        payments: 2,
        days: new Map([
          ["2026-03-19", { minor: 50_000n, payments: 1 }],
          ["2026-03-20", { minor: 50_000n, payments: 1 }],
        ]),
      },
    ]);
  });

  test("what was given back is taken off; other currencies stand beside and are never summed", async () => {
    await orderAt("2026-03-18T10:00:00.000Z", {
      refundedMinor: 20_000n,
      paymentStatus: "partially_refunded",
    });
    await orderAt("2026-03-18T10:00:00.000Z", { currency: "KES", refundedMinor: 10_000n });
    const { collected } = await readOverview(world, shop.live, 30);
    expect(collected.map(({ currency, minor }) => [currency, minor])).toEqual([
      ["UGX", 30_000n],
      ["KES", 40_000n],
    ]);
  });

  test("a payment that was confirmed days after its order was made counts on the day it was paid", async () => {
    const late = { paidAt: new Date("2026-03-15T08:00:00.000Z") };
    await orderAt("2026-03-10T10:00:00.000Z", late);
    const { collected } = await readOverview(world, shop.live, 7);
    expect([...(collected[0]?.days.keys() ?? [])]).toEqual(["2026-03-15"]);
  });
});

test("approved and refused tries by network; what is not decided counts nowhere", async () => {
  const order = await orderAt("2026-03-18T10:00:00.000Z");
  await attempt(order.id, {});
  await attempt(order.id, { status: "failed", failureReason: "not_approved_in_time" });
  await attempt(order.id, { status: "failed", failureReason: "insufficient_funds" });
  await attempt(order.id, { status: "pending" });
  await attempt(order.id, { method: "card", network: null });
  const old = await orderAt("2026-01-02T10:00:00.000Z");
  await attempt(old.id, { createdAt: old.createdAt });
  expect((await readOverview(world, shop.live, 30)).approvals).toEqual([
    {
      ...{ way: "mtn_ug", approved: 1, refused: 2, unanswered: 1 },
      collected: [{ currency: "UGX", minor: 50_000n }],
    },
    { way: "card", approved: 1, refused: 0, unanswered: 0, collected: [{ currency: "UGX", minor: 50_000n }] },
  ]);
});

/** A subscription whose first month ended at `end`; it was paid again `paidMs` after that, or never. */
async function ended(
  end: string,
  paidMs: number | null,
  changes: Prisma.SubscriptionUncheckedUpdateInput = {},
) {
  const row = await paidSubscription(world, shop, {
    livemode: true,
    ref: randomUUID(),
    at: new Date("2026-01-20"),
  });
  const endsAt = new Date(end);
  const key = { subscriptionId: row.id, number: 1 };
  await world.db.subscriptionPeriod.update({ where: { subscriptionId_number: key }, data: { endsAt } });
  if (paidMs !== null)
    await world.db.subscriptionPeriod.create({
      data: {
        ...{ storeId: shop.store.id, livemode: true, subscriptionId: row.id, number: 2 },
        ...{
          startsAt: endsAt,
          endsAt: new Date("2026-04-10"),
          currency: "UGX",
          paidMinor: 50_000n,
          listMinor: 50_000n,
        },
        paidAt: new Date(endsAt.getTime() + paidMs),
      },
    });
  const end2 = paidMs === null ? endsAt : new Date("2026-04-10");
  const graceEndsAt = new Date(end2.getTime() + graceMs);
  await world.db.subscription.update({
    where: { id: row.id },
    data: { currentPeriodEnd: end2, graceEndsAt, ...changes },
  });
}

test("renewals are on time, in grace or lost; whose grace still runs is none of them yet", async () => {
  await ended("2026-03-10T12:00:00.000Z", -60_000);
  await ended("2026-03-10T12:00:00.000Z", 0);
  await ended("2026-03-10T12:00:00.000Z", graceMs);
  await ended("2026-03-10T12:00:00.000Z", graceMs + 1);
  await ended("2026-03-10T12:00:00.000Z", null, { status: "expired" });
  await ended("2026-03-20T08:00:00.000Z", null, { status: "cancelled" });
  await ended("2026-03-19T12:00:00.000Z", null, { status: "past_due" });
  await ended("2026-03-20T18:00:00.000Z", null);
  await ended("2026-02-01T12:00:00.000Z", null, { status: "expired" });
  const { renewals } = await readOverview(world, shop.live, 30);
  expect(renewals).toEqual({ onTime: 2, inGrace: 1, lost: 3 });
  const { subscribers, calendar } = await readToday(world, shop.live);
  expect(subscribers).toEqual({ active: 5, inGrace: 1 });
  expect(calendar[0]).toEqual({ day: "2026-03-20", renewals: 1 });
});

test("what needs the seller: late invoices with what is owed, failing endpoints that they did not switch off", async () => {
  const dueOn = new Date("2026-03-19");
  await sentInvoice(world, shop, { dueOn, paidMinor: 40_000n });
  await sentInvoice(world, shop, { dueOn: new Date("2026-03-20") });
  await sentInvoice(world, shop, { dueOn, cancelledAt: noon });
  const endpoint = { storeId: shop.store.id, types: [], secretSealed: Buffer.of(1), createdAt: noon };
  await world.db.webhookEndpoint.createMany({
    data: [
      { ...endpoint, livemode: true, url: "https://one.example.com", failingSince: noon },
      {
        ...endpoint,
        livemode: true,
        url: "https://two.example.com",
        disabledAt: noon,
        disabledReason: "failing",
      },
      {
        ...endpoint,
        livemode: true,
        url: "https://off.example.com",
        disabledAt: noon,
        disabledReason: "owner",
      },
      { ...endpoint, livemode: false, url: "https://test.example.com", failingSince: noon },
    ],
  });
  await world.db.task.create({
    data: { storeId: shop.store.id, kind: "late_payment", subject: randomUUID(), createdAt: noon },
  });
  const { needs } = await readToday(world, shop.live);
  expect(needs.map(({ kind }) => kind)).toEqual(["task", "late_invoices", "endpoint", "endpoint"]);
  expect(needs[1]).toMatchObject({ count: 1, owed: [{ currency: "UGX", minor: 60_000n }] });
  expect(needs[3]).toMatchObject({ url: "https://two.example.com", isDisabled: true });
});

test("a store in which nothing happened is new, and another store's money is not its own", async () => {
  await orderAt("2026-03-18T10:00:00.000Z");
  const other = await testStore(world);
  const today = await readToday(world, other.live);
  expect(today).toMatchObject({ isNew: true, latest: [], needs: [], failures: [] });
  expect(today.money).toMatchObject([{ currency: "UGX", week: { minor: 0n, payments: 0 }, heldMinor: 0n }]);
  const { collected, renewals } = await readOverview(world, other.live, 90);
  expect(renewals.lost).toBe(0);
  expect(collected).toEqual([{ currency: "UGX", minor: 0n, beforeMinor: 0n, payments: 0, days: new Map() }]);
});

test("today by the hours of the store's clock, and its week beside the one before", async () => {
  await orderAt("2026-03-19T21:30:00.000Z"); // half past midnight of the 20th
  await orderAt("2026-03-20T08:59:00.000Z"); // almost noon
  await orderAt("2026-03-14T10:00:00.000Z");
  await orderAt("2026-03-13T10:00:00.000Z"); // the week before
  const [taken] = (await readToday(world, shop.live)).money;
  expect(taken).toMatchObject({
    today: { minor: 100_000n, payments: 2 },
    week: { minor: 150_000n, payments: 3 },
  });
  expect(taken?.hours.flatMap((minor, hour) => (minor > 0n ? hour : []))).toEqual([0, 11]);
  expect(taken?.days.map(({ payments }) => payments)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 2]);
});

test("failed orders are counted by each reason once; who paid after all is none of them", async () => {
  const failed = { paymentStatus: "failed", paidAt: null } as const;
  const refused = { status: "failed", failureReason: "wrong_pin" } as const;
  const one = await orderAt("2026-03-18T10:00:00.000Z", failed);
  await attempt(one.id, refused);
  await attempt(one.id, refused);
  await attempt(one.id, { ...refused, failureReason: "insufficient_funds" });
  const other = await orderAt("2026-03-18T10:00:00.000Z", failed);
  await attempt(other.id, refused);
  await attempt((await orderAt("2026-03-18T10:00:00.000Z")).id, refused);
  expect((await readToday(world, shop.live)).failures).toEqual([
    { reason: "wrong_pin", orders: 2 },
    { reason: "insufficient_funds", orders: 1 },
  ]);
});
