import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { type ProductRow, type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { PaymentOpen } from "@/lib/domain/pay-problem";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { undoChange } from "@/lib/services/billing/changes/change";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { extendSubscription } from "@/lib/services/billing/subscriptions/give";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { settle } from "@/lib/services/money/settlement/settle";
import { openShop } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { productPrice } from "@/lib/testing/prices";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { runs } from "@/scripts/lab/testing/slice";
import { requestRefund } from "../out/refunds/request";
import { recordDisputes } from "../settlement/disputes/record";
import { changePlan } from "./change-plan";
import { previewChange } from "./pages/read-manage-page";
import { payFree } from "./pay-free";
import type { PaymentFor } from "./purchase";

const { world, shop } = await openShop((made) => {
  made.clock.set(new Date("2026-04-01T09:00:00Z"));
  return sellingStore(made);
}, "own");
let id: string;
let basic: ProductRow;
let yearly: ProductRow;
let pro: ProductRow;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(async () => {
  [basic, yearly] = shop.products;
  pro = await plan({ name: "Pro", priceMinor: 100_000n });
  id = await subscribed(basic);
});

function plan(more: Partial<ProductRow>): Promise<ProductRow> {
  return product(world, shop, { kind: "subscription", interval: "month", ...more });
}

async function subscribed({ id: productId }: ProductRow, ref = "user_1"): Promise<string> {
  await pay({ kind: "subscription_start", productId, ref });
  const where = {
    storeId_livemode_productId_ref: { storeId: shop.store.id, livemode: true, productId, ref },
  };
  return (await world.db.subscription.findUniqueOrThrow({ where })).id;
}

/** A payment that the payer approves, four seconds later. Returns its order. */
async function pay(paymentFor: PaymentFor): Promise<number> {
  const { id: attempt } = await press(world, shop, { id: randomUUID(), for: paymentFor });
  await pass(4_000);
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt } })).orderId;
}

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

const change = (to: ProductRow): PaymentFor => ({
  kind: "subscription_change",
  subscriptionId: id,
  productId: to.id,
});
const renewal = (): PaymentFor => ({ kind: "subscription_renewal", subscriptionId: id });
const preview = async (to: ProductRow) => (await previewChange(world, shop.live, id, to.id)).quote;
const row = (): Promise<SubscriptionRow> =>
  world.db.subscription.findUniqueOrThrow({ where: { id }, include: subscriptionInclude });
const periods = () =>
  world.db.subscriptionPeriod.findMany({ where: { subscriptionId: id }, orderBy: { number: "asc" } });
const orderOf = (orderId: number) =>
  world.db.order.findUniqueOrThrow({ where: { id: orderId }, include: { items: true } });
const told = async () => {
  const where = { storeId: shop.store.id, objectId: id };
  const rows = await world.db.event.findMany({ where, orderBy: { sequence: "asc" } });
  return rows.map(({ type }) => type.replace("subscription.", ""));
};
const codeOf = async (work: Promise<unknown>) => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

describe("up", () => {
  test("half a month left is half off: one order, paid once, and the new period begins at the payment", async () => {
    await pass(15 * dayMs - 4_000);
    const quote = await preview(pro);
    expect(quote).toMatchObject({ kind: "now", creditMinor: 25_000n, dueMinor: 75_000n });
    const order = await orderOf(await pay(change(pro)));
    expect(order).toMatchObject({
      ...{ subtotalMinor: 100_000n, discountMinor: 25_000n, totalMinor: 75_000n, paymentStatus: "paid" },
      items: [{ name: "Pro", totalMinor: 100_000n }],
    });
    const [first, second] = await periods();
    expect(first).toMatchObject({ lostMinor: 0n, endsAt: second?.startsAt, cutAt: first?.endsAt });
    // Counted at the payment; what was shown was counted at the beginning of the hour.
    expect([25_000n, 24_999n]).toContain(first?.creditMinor);
    expect(second).toMatchObject({ number: 2, kind: "paid", listMinor: 100_000n, paidMinor: 75_000n });
    expect(await row()).toMatchObject({
      ...{
        productId: pro.id,
        amountMinor: 100_000n,
        paymentsCount: 2,
        totalPaidMinor: 125_000n,
        status: "active",
      },
      ...{ anchorAt: second?.startsAt, anchorPeriods: 1, planFrom: null, currentPeriodEnd: second?.endsAt },
    });
    expect(await told()).toEqual(["activated", "changed", "renewed"]);
    const where = { storeId: shop.store.id, type: "subscription.changed" };
    const { payload } = await world.db.event.findFirstOrThrow({ where });
    expect(JSON.parse(payload).data).toMatchObject({
      product: { id: pro.id, name: "Pro" },
      previous_product: { id: basic.id, name: basic.name },
    });
  });

  test("what is due stays the same within an hour, so that a page can be read and paid", async () => {
    await pass(5 * dayMs - 4_000);
    const { dueMinor } = await preview(pro);
    await pass(59 * 60_000);
    expect((await preview(pro)).dueMinor).toBe(dueMinor);
    await pass(2 * 60_000);
    expect((await preview(pro)).dueMinor).toBeGreaterThan(dueMinor);
  });

  test("stacked periods are worth more than the price: nothing is paid, and the rest becomes time", async () => {
    for (let more = 0; more < 4; more += 1) await pay(renewal());
    const quote = await preview(pro);
    expect(quote).toMatchObject({ dueMinor: 0n });
    expect(await changePlan(world, shop.live, id, pro.id)).toMatchObject({ paymentUrl: null });
    const all = await periods();
    const last = all.at(-1);
    expect(last).toMatchObject({ number: 6, kind: "free", listMinor: 100_000n, paidMinor: 0n });
    expect(all.slice(0, 5).every(({ cutAt }) => cutAt !== null)).toBe(true);
    // Four that had not begun, and nearly the whole first one: two and a half months of the new plan.
    expect(last?.endsAt.toISOString().slice(0, 10)).toBe("2026-06-16");
    expect(await row()).toMatchObject({ anchorPeriods: 0, anchorAt: last?.endsAt, paymentsCount: 5 });
    expect(await told()).toEqual([
      "activated",
      "renewed",
      "renewed",
      "renewed",
      "renewed",
      "changed",
      "renewed",
    ]);
  });

  test("a change of a change carries what was paid and what was carried", async () => {
    await pay(change(pro));
    const top = await plan({ name: "Top", priceMinor: 300_000n });
    await pass(15 * dayMs);
    const { creditMinor } = await preview(top);
    // Half of the 100,000 that both payments made together.
    expect(Number(creditMinor)).toBeGreaterThan(49_900);
    expect(Number(creditMinor)).toBeLessThan(50_100);
    await pay(change(top));
    expect(await row()).toMatchObject({ productId: top.id });
  });

  test("in grace nothing is left, and given days are worth nothing", async () => {
    await pass(31 * dayMs);
    expect(await preview(pro)).toMatchObject({ creditMinor: 0n, dueMinor: 100_000n });
    const other = await subscribed(basic, "user_2");
    await extendSubscription(world, shop.live, other, { days: 100, reason: "A holiday" });
    const { creditMinor } = (await previewChange(world, shop.live, other, pro.id)).quote;
    expect(creditMinor).toBe(50_000n);
  });

  test("what a refund gave back is taken off, before and after the change, and while it is under way", async () => {
    const [first] = await periods();
    const refund = (orderId: number, amountMinor: bigint) =>
      requestRefund(world, shop.seller, {
        orderId,
        amountMinor,
        reason: "Goodwill",
        requestKey: randomUUID(),
      });
    await refund(first?.orderId ?? 0, 10_000n);
    expect(await preview(pro)).toMatchObject({ creditMinor: 40_000n });
    await pass(5_000);
    expect(await preview(pro)).toMatchObject({ creditMinor: 40_000n });
    await pay(change(pro));
    const top = await plan({ name: "Top", priceMinor: 300_000n });
    const before = (await preview(top)).creditMinor;
    await refund(first?.orderId ?? 0, 15_000n);
    expect((await preview(top)).creditMinor).toBe(before - 15_000n);
    await pass(5_000);
    expect((await preview(top)).creditMinor).toBe(before - 15_000n);
    // More goes back than was carried over: the money of the second order stays.
    await refund(first?.orderId ?? 0, 25_000n);
    expect((await preview(top)).creditMinor).toBe(before - 39_999n);
  });
});

test("money that a bank asks about now is worth nothing until the bank has decided", async () => {
  const [first] = await periods();
  const attemptId = first?.attemptId ?? "";
  const { creditMinor } = await preview(pro);
  await recordDisputes(world, attemptId, [{ ref: "dp_1", state: "open" }]);
  expect(await preview(pro)).toMatchObject({ creditMinor: 0n, dueMinor: 100_000n });
  await recordDisputes(world, attemptId, [{ ref: "dp_1", state: "won" }]);
  expect((await preview(pro)).creditMinor).toBe(creditMinor);
});

/** The order of a subscription, paid twice: by the press that seemed lost, and by the one after it. Returns the first. */
async function paidTwice(): Promise<string> {
  const paymentFor = { kind: "subscription_start", productId: basic.id, ref: "user_2" } as const;
  const first = await press(world, shop, { id: randomUUID(), for: paymentFor, phone: "0772123129" });
  await pass(121_000);
  await pay(paymentFor);
  await world.sandbox.controls.resolve(first.id, { word: "succeeded" });
  await pass(10_000);
  const of = { storeId: shop.store.id, ref: "user_2" };
  ({ id } = await world.db.subscription.findFirstOrThrow({ where: of }));
  return first.id;
}

test("a second payment of the same order takes nothing off while it goes back, nor once it is back", async () => {
  const attemptId = await paidTwice();
  const refund = () => world.db.refund.findFirstOrThrow({ where: { attemptId } });
  expect(await refund()).toMatchObject({ reason: "paid_twice", status: "queued" });
  expect(await preview(pro)).toMatchObject({ creditMinor: 50_000n });
  await workTransfers(world);
  await pass(5_000);
  await workTransfers(world);
  expect(await refund()).toMatchObject({ status: "paid" });
  await pass(3 * hourMs);
  await pay(change(pro));
  expect((await periods())[0]).toMatchObject({ lostMinor: 0n });
});

test("a dispute of a second payment, which was set aside, takes nothing off", async () => {
  await recordDisputes(world, await paidTwice(), [{ ref: "dp_2", state: "open" }]);
  expect(await preview(pro)).toMatchObject({ creditMinor: 50_000n });
});

describe("down", () => {
  test("waits for the end of all paid time, is bought by the next payment, and begins at its instant", async () => {
    await pay(change(pro));
    const paidUntil = (await row()).currentPeriodEnd;
    expect(await changePlan(world, shop.live, id, basic.id)).toMatchObject({
      quote: { kind: "at_period_end", creditMinor: 0n, dueMinor: 0n, endsAt: paidUntil },
      paymentUrl: null,
    });
    expect(await row()).toMatchObject({ productId: pro.id, pendingProductId: basic.id });
    world.clock.set(new Date(paidUntil.getTime() - 2 * dayMs));
    const order = await orderOf(await pay(renewal()));
    expect(order).toMatchObject({ totalMinor: 50_000n, discountMinor: 0n, items: [{ productId: basic.id }] });
    expect(await row()).toMatchObject({
      ...{ productId: basic.id, planFrom: paidUntil, previousProductId: pro.id, pendingProductId: null },
      nextDueAt: paidUntil,
    });
    expect(await told()).toEqual(["activated", "changed", "renewed", "renewed"]);
    // Until it begins nothing else can be chosen.
    expect(await codeOf(changePlan(world, shop.live, id, yearly.id))).toBe("not_changeable");
    expect(await codeOf(undoChange(world, shop.live, id))).toBe("not_changeable");
    world.clock.set(paidUntil);
    await advanceDueSubscriptions(world);
    expect(await told()).toEqual(["activated", "changed", "renewed", "renewed", "changed"]);
    expect(await row()).toMatchObject({ planFrom: null, status: "active" });
  });

  test("chosen, and paid in grace: it begins with the payment, from where the time ended", async () => {
    const cheap = await plan({ name: "Cheap", priceMinor: 20_000n, interval: "week" });
    await changePlan(world, shop.live, id, cheap.id);
    const { currentPeriodEnd } = await row();
    world.clock.set(new Date(currentPeriodEnd.getTime() + dayMs));
    await advanceDueSubscriptions(world);
    await pay(renewal());
    expect(await row()).toMatchObject({
      ...{ productId: cheap.id, interval: "week", planFrom: null, anchorAt: currentPeriodEnd },
      currentPeriodEnd: new Date(currentPeriodEnd.getTime() + 7 * dayMs),
    });
    expect(await told()).toEqual(["activated", "past_due", "changed", "renewed"]);
  });

  test("is undone with one press, and a cancel forgets it", async () => {
    const same = await plan({ name: "Same", priceMinor: 50_000n });
    await changePlan(world, shop.live, id, same.id);
    const { id: open } = await press(world, shop, { for: renewal() });
    expect(await undoChange(world, shop.live, id)).toMatchObject({ pendingProductId: null });
    expect(await undoChange(world, shop.live, id)).toMatchObject({ pendingProductId: null });
    // The prompt for the other plan is void: money that still comes goes back.
    await pass(4_000);
    expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: open } })).toMatchObject({
      suspenseReason: "cancelled",
    });
    expect(await periods()).toHaveLength(1);
    await changePlan(world, shop.live, id, same.id);
    await cancelSubscription(world, shop.live, id);
    expect(await row()).toMatchObject({ pendingProductId: null, status: "cancelled" });
  });

  test("keeps its price and is bought although its product was archived or made dearer since", async () => {
    const cheap = await plan({ name: "Cheap", priceMinor: 20_000n });
    await changePlan(world, shop.live, id, cheap.id);
    await productPrice(world, cheap.id, 45_000n);
    await world.db.product.update({ where: { id: cheap.id }, data: { status: "archived" } });
    const order = await orderOf(await pay(renewal()));
    expect(order).toMatchObject({ totalMinor: 20_000n });
  });

  // Found by the simulation, seed 93.
  test("keeps the price of the order that paid for it, where it was chosen again at a newer price meanwhile", async () => {
    const weekly = await plan({ name: "Weekly", priceMinor: 9_000n, interval: "week" });
    await changePlan(world, shop.live, id, weekly.id);
    const { id: first } = await press(world, shop, { for: renewal() });
    await productPrice(world, weekly.id, 9_001n);
    await changePlan(world, shop.live, id, weekly.id);
    await pass(4_000);
    const paid = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: first } });
    expect(await orderOf(paid.orderId)).toMatchObject({ subtotalMinor: 9_000n, paymentStatus: "paid" });
    expect(await row()).toMatchObject({ productId: weekly.id, amountMinor: 9_000n, pendingProductId: null });
  });

  test("buys the plan that there is where the user got the other one meanwhile", async () => {
    const cheap = await plan({ name: "Cheap", priceMinor: 20_000n });
    await changePlan(world, shop.live, id, cheap.id);
    await pay({ kind: "subscription_start", productId: cheap.id, ref: "user_1" });
    const order = await orderOf(await pay(renewal()));
    expect(order).toMatchObject({ totalMinor: 50_000n, items: [{ productId: basic.id }] });
    expect(await row()).toMatchObject({ productId: basic.id });
  });
});

describe("refused", () => {
  test("each by its code, and what is no plan of the store by its field", async () => {
    const dollars = await plan({ name: "Dollars", currency: "USD", priceMinor: 900_000n });
    const guide = await product(world, shop, {});
    const archived = await plan({ name: "Old", priceMinor: 900_000n, status: "archived" });
    const other = await testStore(world);
    const to = (one: { id: number }) => codeOf(changePlan(world, shop.live, id, one.id));
    expect(await to(basic)).toBe("same_plan");
    expect(await to(dollars)).toBe("other_currency");
    expect(await to(archived)).toBe("not_on_sale");
    await expect(to(guide)).rejects.toThrow(Invalid);
    await expect(to(other.products[0])).rejects.toThrow(Invalid);
    await expect(changePlan(world, other.live, id, other.products[1].id)).rejects.toThrow(NotFound);
    await subscribed(pro);
    expect(await to(pro)).toBe("plan_taken");
    await cancelSubscription(world, shop.live, id);
    expect(await to(yearly)).toBe("not_changeable");
  });

  test("without a ref the same customer cannot have the plan twice", async () => {
    for (const { id: productId } of [basic, pro])
      await pay({ kind: "subscription_start", productId, ref: null });
    const where = { storeId: shop.store.id, ref: null, productId: basic.id };
    const mine = await world.db.subscription.findFirstOrThrow({ where });
    expect(await codeOf(changePlan(world, shop.live, mine.id, pro.id))).toBe("plan_taken");
    expect(await codeOf(previewChange(world, shop.live, mine.id, yearly.id))).toBe(null);
  });

  test("one that would wait is never paid for as if it began now", async () => {
    const cheap = await plan({ name: "Cheap", priceMinor: 20_000n });
    expect(await codeOf(pay(change(cheap)))).toBe("not_changeable");
  });

  test("an order of 0 is never made of a change that costs something", async () => {
    const free = payFree(world, shop.live, {
      id: randomUUID(),
      for: change(pro),
      payer: { name: null, email: null, phone: null },
    });
    await expect(free).rejects.toThrow("amount_changed");
  });
});

describe("luck", () => {
  test("two changes at once are one, 200 times", async () => {
    // Longer and cheaper: unused time pays for it.
    const long = await plan({ name: "Long", interval: "year", priceMinor: 10_000n });
    for (let round = 0; round < runs(200, 10); round += 1) {
      const mine = await subscribed(basic, `race_${round}`);
      const ended = await Promise.allSettled(
        [long.id, long.id].map((one) => changePlan(world, shop.live, mine, one)),
      );
      expect(ended.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const lost = ended.find((one) => one.status === "rejected");
      expect(lost?.reason).toMatchObject({ code: "same_plan" });
      expect(await world.db.planChange.count({ where: { subscriptionId: mine } })).toBe(1);
    }
  }, 120_000);

  test("a second form for another plan at the same price begins no payment for the first", async () => {
    const twin = await plan({ name: "Twin", priceMinor: 100_000n });
    await press(world, shop, { for: change(pro) });
    await expect(press(world, shop, { for: change(twin) })).rejects.toThrow(PaymentOpen);
    await pass(4_000);
    expect(await row()).toMatchObject({ productId: pro.id });
  });

  test("a renewal that was open when the plan changed is void, and its money goes back", async () => {
    const slow = await press(world, shop, { for: renewal(), phone: "0772 123 129" });
    await world.db.paymentAttempt.update({
      where: { id: slow.id },
      data: { promptExpiresAt: world.clock.now() },
    });
    await pass(60_000);
    await pay(change(pro));
    const late = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: slow.id } });
    expect(late.status).not.toBe("succeeded");
    await succeed(slow.id);
    expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: slow.id } })).toMatchObject({
      suspenseReason: "cancelled",
    });
    expect(await periods()).toHaveLength(2);
  });

  test("a change that comes late, after a renewal, counts that one too: more is left, and becomes time", async () => {
    const slow = await press(world, shop, { for: change(pro), phone: "0772 123 129" });
    await world.db.paymentAttempt.update({
      where: { id: slow.id },
      data: { promptExpiresAt: world.clock.now() },
    });
    await pass(60_000);
    await pay(renewal());
    await succeed(slow.id);
    const last = (await periods()).at(-1);
    expect(await row()).toMatchObject({ productId: pro.id });
    // 50,000 were paid, and 50,000 twice are left: half a month more than was shown.
    expect(last).toMatchObject({ number: 3, paidMinor: 50_000n });
    expect((last?.endsAt.getTime() ?? 0) - (last?.startsAt.getTime() ?? 0)).toBeGreaterThan(44 * dayMs);
  });

  test("a change that comes late, after another change, buys time of the plan that there is", async () => {
    const slow = await press(world, shop, { for: change(pro), phone: "0772 123 129" });
    const { orderId } = await world.db.paymentAttempt.update({
      where: { id: slow.id },
      data: { promptExpiresAt: world.clock.now() },
    });
    await pass(60_000);
    await pay(change(yearly));
    // Between the two there was no moment in which it could have been called off.
    const open = { orderStatus: "pending" as const, paymentStatus: "pending" as const };
    await world.db.order.update({ where: { id: orderId }, data: open });
    await succeed(slow.id);
    const last = (await periods()).at(-1);
    expect(await row()).toMatchObject({ productId: yearly.id });
    // A tenth of a year.
    expect(last).toMatchObject({ number: 3, paidMinor: 50_000n });
    const days = ((last?.endsAt.getTime() ?? 0) - (last?.startsAt.getTime() ?? 0)) / dayMs;
    expect(days).toBeCloseTo(36.5, 0);
  });

  async function succeed(attemptId: string): Promise<void> {
    const { amountMinor, currency, railRef } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id: attemptId },
    });
    const settlement = {
      railRef: railRef ?? `late-${attemptId}`,
      amount: { minor: amountMinor, currency },
      paidAt: world.clock.now(),
      method: "mobile_money" as const,
    };
    await settle(world, attemptId, { kind: "succeeded", settlement });
  }
});
