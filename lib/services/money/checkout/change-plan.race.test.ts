import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { ProductRow } from "@/lib/db/rows";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { runs } from "@/scripts/lab/testing/slice";
import { requestRefund } from "../out/refunds/request";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import type { PaymentFor } from "./purchase";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;
let pro: ProductRow;

/** Each is asked once: nobody's phone may be asked too often. */
let phones = 100;
const rounds = runs(200, 10);
const dayMs = 86_400_000;
/** So much of the first payment is given back while it is being carried over. */
const backMinor = 10_000n;
/** Ten days of the thirty of April are left of what is worth 50,000. */
const leftMinor = 16_666n;

beforeAll(async () => {
  shop = await sellingStore(world);
  pro = await product(world, shop, {
    ...{ kind: "subscription", interval: "month", name: "Pro", priceMinor: 100_000n },
  });
});

/** Pressed, never approved by itself, and its prompt is over: another may begin beside it. */
async function asked(paymentFor: PaymentFor): Promise<string> {
  phones += 1;
  const phone = `0772 ${phones} 129`;
  const { id } = await press(world, shop, { id: randomUUID(), for: paymentFor, phone });
  await world.db.paymentAttempt.update({ where: { id }, data: { promptExpiresAt: world.clock.now() } });
  return id;
}

/** The rail says that this payment came. */
async function comes(id: string): Promise<void> {
  const where = { id };
  const { amountMinor, currency, railRef } = await world.db.paymentAttempt.findUniqueOrThrow({ where });
  const amount = { minor: amountMinor, currency };
  const settlement = {
    railRef: railRef ?? `race-${id}`,
    amount,
    paidAt: world.clock.now(),
    method: "mobile_money" as const,
  };
  await settle(world, id, { kind: "succeeded", settlement });
}

/** What happens at the moment in which somebody pays for the dearer plan. */
const besides = {
  "a payment for the plan that there is": async (id: string) => {
    const other = await asked({ kind: "subscription_renewal", subscriptionId: id });
    return () => comes(other);
  },
  "a payment for a third plan": async (id: string) => {
    const productId = shop.products[1].id;
    const other = await asked({ kind: "subscription_change", subscriptionId: id, productId });
    return () => comes(other);
  },
  "a refund of what it carries over": async (id: string) => {
    const { orderId } = await world.db.subscriptionPeriod.findFirstOrThrow({ where: { subscriptionId: id } });
    const wish = {
      orderId: orderId ?? 0,
      amountMinor: backMinor,
      reason: "Goodwill",
      requestKey: randomUUID(),
    };
    return () => requestRefund(world, shop.seller, wish);
  },
  "a cancel": async (id: string) => () => cancelSubscription(world, shop.live, id),
} satisfies Record<string, (id: string) => Promise<() => Promise<unknown>>>;

test.each(Object.entries(besides))(
  "a change of plan and %s at once: each happened whole, in one order or the other",
  async (_what, prepare) => {
    for (let round = 0; round < rounds / 4; round += 1) await raced(prepare, round % 2 === 0);
    // The books of all rounds together, with every invariant that there is.
    expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  },
  600_000,
);

async function raced(
  prepare: (id: string) => Promise<() => Promise<unknown>>,
  isFirst: boolean,
): Promise<void> {
  world.clock.set(new Date("2026-04-01T09:00:00Z"));
  const ref = randomUUID();
  const [basic] = shop.products;
  await press(world, shop, { for: { kind: "subscription_start", productId: basic.id, ref } });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  const where = { storeId: shop.store.id, ref };
  const { id, startedAt } = await world.db.subscription.findFirstOrThrow({ where });
  world.clock.set(new Date(startedAt.getTime() + 20 * dayMs));
  const beside = await prepare(id);
  const change = await asked({ kind: "subscription_change", subscriptionId: id, productId: pro.id });
  const both = [() => comes(change), beside];
  const ended = await Promise.allSettled((isFirst ? both : both.reverse()).map((act) => act()));
  expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  await whole(id);
}

/** Every payment is a period or was set aside, every period is where it belongs, and what was left was carried over once. */
async function whole(id: string): Promise<void> {
  const [sub, periods, changes, attempts] = await Promise.all([
    world.db.subscription.findUniqueOrThrow({ where: { id } }),
    world.db.subscriptionPeriod.findMany({ where: { subscriptionId: id }, orderBy: { number: "asc" } }),
    world.db.planChange.findMany({
      where: { subscriptionId: id, number: { not: null } },
      orderBy: { number: "asc" },
    }),
    world.db.paymentAttempt.findMany({ where: { order: { subscriptionId: id } }, include: { order: true } }),
  ]);
  const credited = attempts.filter(({ suspenseReason }) => suspenseReason === null);
  expect(attempts.map(({ status }) => status)).toEqual(attempts.map(() => "succeeded"));
  for (const { suspenseReason, order } of attempts) {
    const of = periods.filter(({ orderId }) => orderId === order.id);
    expect(of).toHaveLength(suspenseReason === null ? 1 : 0);
    if (suspenseReason !== null) expect([suspenseReason, order.paidAt]).toEqual(["cancelled", null]);
  }
  const sum = (minors: bigint[]) => minors.reduce((all, one) => all + one, 0n);
  const paidMinor = sum(credited.map(({ amountMinor }) => amountMinor));
  expect(sum(periods.map((one) => one.paidMinor))).toBe(paidMinor);
  expect(sub).toMatchObject({ totalPaidMinor: paidMinor, paymentsCount: credited.length });
  expect(sub.currentPeriodEnd).toEqual(periods.at(-1)?.endsAt);
  for (const [at, period] of periods.entries())
    expect(period.startsAt.getTime()).toBeGreaterThanOrEqual(periods[at - 1]?.endsAt.getTime() ?? 0);
  expect(changes.length).toBeLessThanOrEqual(1);
  expect(sub.productId).toBe(changes.at(-1)?.toProductId ?? shop.products[0].id);
  const [first] = periods;
  if (first?.cutAt) {
    expect([0n, backMinor]).toContain(first.lostMinor);
    expect(first.creditMinor).toBe(leftMinor - (first.lostMinor ?? 0n));
  }
  const cut = sum(periods.map(({ creditMinor }) => creditMinor ?? 0n));
  expect(sum(changes.map(({ creditMinor }) => creditMinor))).toBe(cut);
}
