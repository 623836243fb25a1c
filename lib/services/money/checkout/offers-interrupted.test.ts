import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { subscriptionInclude } from "@/lib/db/rows";
import { Refusal } from "@/lib/domain/refusal";
import { advanceDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { mergeCustomers } from "@/lib/services/people/customers/merge";
import { discount } from "@/lib/testing/discounts";
import { openShop } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { requestRefund } from "../out/refunds/request";
import { renewDue } from "../renewal/renew-due";
import { recordDisputes } from "../settlement/disputes/record";
import { pollOpenAttempts } from "../settlement/poll";
import { changePlan } from "./change-plan";
import { previewChange } from "./pages/read-manage-page";

const { world, shop } = await openShop(async (made) => {
  made.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  await made.db.subscription.updateMany({ data: { nextRenewalTryAt: null, nextReminderAt: null } });
  return sellingStore(made);
}, "own");

const dayMs = 86_400_000;
const hourMs = 3_600_000;

type Input = NonNullable<Parameters<typeof press>[2]>;

/** Pressed, and not yet approved. The attempt's id. */
const asked = async (input: Input = {}) => (await press(world, shop, { id: randomUUID(), ...input })).id;

/** The payer approves. */
async function come(ms = 5_000): Promise<void> {
  world.clock.advance(ms);
  await pollOpenAttempts(world);
  await world.settled();
}

const orderOf = async (attemptId: string) => {
  const where = { id: attemptId };
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({ where, include: { order: true } });
  return order;
};
const sub = (ref = "user_1") =>
  world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id, ref },
    include: subscriptionInclude,
  });
const suspended = (is: boolean) =>
  world.db.store.update({
    where: { id: shop.store.id },
    data: { status: is ? "suspended" : "active" },
  });
const refusedWith = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (error instanceof Refusal ? error.code : Promise.reject(error)),
  );

/** Somebody else by name, who turns out to be the same person. */
async function mergedInto(customerId: number): Promise<number> {
  const now = world.clock.now();
  const { id: keepId } = await world.db.customer.create({
    data: {
      ...{ accountId: shop.accountId, livemode: true, name: "Ann Two", source: "manual" },
      ...{ customerSince: now, createdAt: now, updatedAt: now },
    },
  });
  await mergeCustomers(world, shop.seller, { keepId, mergedId: customerId });
  return keepId;
}

const refund = (orderId: number, amountMinor?: bigint, ends?: boolean) =>
  requestRefund(world, shop.seller, {
    orderId,
    ...(ends === undefined ? {} : { ends }),
    ...(amountMinor === undefined ? {} : { amountMinor }),
    ...{ reason: "Goodwill", requestKey: randomUUID() },
  });
const disputed = (attemptId: string, state: "open" | "won" | "lost") =>
  recordDisputes(world, attemptId, [{ ref: `dp_${attemptId}`, state }]);

describe("a discount", () => {
  const offer = (more: Record<string, unknown> = {}) =>
    discount(world, shop, { max_redemptions: 1, ...more });
  const row = (id: number) => world.db.discount.findUniqueOrThrow({ where: { id } });

  test("goes along when its payer is merged while the payment is open", async () => {
    const { id } = await offer({ max_redemptions: null, max_redemptions_per_customer: 1 });
    await asked({ for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_0" } });
    await come();
    const attempt = await asked({ code: "SAVE20" });
    const customerId = await mergedInto((await orderOf(attempt)).customerId);
    await come();
    expect(await orderOf(attempt)).toMatchObject({ customerId, paymentStatus: "paid", totalMinor: 40_000n });
    expect(await row(id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
    const again = { kind: "subscription_start", productId: shop.products[0].id, ref: "user_2" } as const;
    await expect(asked({ code: "SAVE20", for: again })).rejects.toThrow();
  });

  test("that was redeemed stays redeemed when a bank takes the money back, and when it is refunded", async () => {
    const { id } = await offer({ duration: "periods", duration_periods: 3 });
    const attempt = await asked({ code: "SAVE20" });
    await come();
    await disputed(attempt, "open");
    expect(await row(id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
    await disputed(attempt, "won");
    await refund((await orderOf(attempt)).id);
    await come();
    expect(await orderOf(attempt)).toMatchObject({ paymentStatus: "refunded", refundedMinor: 40_000n });
    expect(await row(id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
    expect(await sub()).toMatchObject({ discountPeriodsLeft: 2 });
  });

  test("gives its place back when the subscription is cancelled while a renewal with it is open", async () => {
    await asked();
    await come();
    const { id } = await offer();
    const { id: subscriptionId } = await sub();
    const renewal = { kind: "subscription_renewal", subscriptionId } as const;
    const attempt = await asked({ for: renewal, code: "SAVE20", phone: "0772 123 139" });
    expect(await row(id)).toMatchObject({ placesTaken: 1 });
    await cancelSubscription(world, shop.live, subscriptionId);
    await come();
    expect(await orderOf(attempt)).toMatchObject({ orderStatus: "cancelled", paidAt: null });
    expect(await row(id)).toMatchObject({ placesTaken: 0, redemptionsCount: 0 });
  });

  test("is kept by a payment that comes after its store was suspended, and nobody else begins one", async () => {
    const { id } = await offer();
    const attempt = await asked({ code: "SAVE20" });
    await suspended(true);
    const other = { kind: "subscription_start", productId: shop.products[0].id, ref: "user_2" } as const;
    expect(await refusedWith(asked({ for: other, code: "SAVE20" }))).toBe("store_suspended");
    await come();
    expect(await orderOf(attempt)).toMatchObject({ paymentStatus: "paid", discountMinor: 10_000n });
    expect(await row(id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
  });
});

describe("free days", () => {
  async function trying() {
    const [{ id: productId }] = shop.products;
    await world.db.product.update({ where: { id: productId }, data: { trialDays: 7 } });
    const who = { ref: "user_1", name: null, email: "ann@example.com", phone: null };
    return startFreeDays(world, shop.live, { productId, ...who });
  }

  test("go on to their end while the store is suspended, without grace after it", async () => {
    const { trialEndsAt } = await trying();
    await suspended(true);
    world.clock.set(new Date((trialEndsAt?.getTime() ?? 0) - 1_000));
    await advanceDueSubscriptions(world);
    expect((await sub()).status).toBe("active");
    world.clock.advance(1_000);
    await advanceDueSubscriptions(world);
    expect((await sub()).status).toBe("expired");
  });

  test.each(["refunded", "disputed and lost"])(
    "stay what they were when what was paid meanwhile is %s",
    async (how) => {
      const { id, trialEndsAt } = await trying();
      const attempt = await asked({ for: { kind: "subscription_renewal", subscriptionId: id } });
      await come();
      if (how === "refunded") await refund((await orderOf(attempt)).id);
      else {
        await disputed(attempt, "open");
        await disputed(attempt, "lost");
      }
      await come();
      expect(await sub()).toMatchObject({ trialEndsAt, paymentsCount: 1 });
      const who = { ref: "user_2", name: null, email: "ann@example.com", phone: null };
      const again = startFreeDays(world, shop.live, { productId: shop.products[0].id, ...who });
      expect(await refusedWith(again)).toBe("trial_used");
    },
  );
});

describe("a change of plan", () => {
  /** One who paid for a month, 15 days ago, and a dearer plan. */
  async function halfway() {
    const attempt = await asked();
    await come();
    const plan = { kind: "subscription", interval: "month", name: "Pro", priceMinor: 100_000n } as const;
    const pro = await product(world, shop, plan);
    const { id } = await sub();
    world.clock.advance(15 * dayMs);
    return {
      id,
      pro,
      attempt,
      change: { kind: "subscription_change", subscriptionId: id, productId: pro.id } as const,
    };
  }

  test("is made for the customer who is left when theirs is merged while it is open", async () => {
    const { id, pro, change } = await halfway();
    const attempt = await asked({ for: change });
    const customerId = await mergedInto((await orderOf(attempt)).customerId);
    await come();
    expect(await sub()).toMatchObject({ id, customerId, productId: pro.id, paymentsCount: 2 });
  });

  test("counts nothing of what a bank asks about: lost for good if it is lost, counted again if it is won", async () => {
    const { id, pro, attempt } = await halfway();
    const credit = async () => (await previewChange(world, shop.live, id, pro.id)).quote.creditMinor;
    const before = await credit();
    expect(before).toBeGreaterThan(20_000n);
    await disputed(attempt, "open");
    expect(await credit()).toBe(0n);
    await disputed(attempt, "won");
    expect(await credit()).toBe(before);
  });

  test("that is paid for after its store was suspended is made; nobody begins or chooses one meanwhile", async () => {
    const { pro, change } = await halfway();
    await asked({ for: change });
    await suspended(true);
    await come();
    expect(await sub()).toMatchObject({ productId: pro.id });
    const { id } = await sub();
    const year = { kind: "subscription_change", subscriptionId: id, productId: shop.products[1].id } as const;
    expect(await refusedWith(asked({ for: year }))).toBe("store_suspended");
  });

  test("that is open when the subscription is cancelled is void, and its money goes back", async () => {
    const { id, change } = await halfway();
    const attempt = await asked({ for: change });
    await cancelSubscription(world, shop.live, id);
    await come();
    expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attempt } })).toMatchObject({
      suspenseReason: "cancelled",
    });
    expect(await sub()).toMatchObject({ status: "cancelled", paymentsCount: 1 });
    expect(await refusedWith(changePlan(world, shop.live, id, change.productId))).toBe("not_changeable");
  });
});

describe("renewing by itself", () => {
  const box = { text: () => "Ask my phone by itself.", language: "en" };

  async function renewing() {
    await asked({ renews: box });
    await come();
    const row = await sub();
    expect(row.renewalMode).toBe("prompt");
    return row;
  }

  test("a refund of what was taken by itself plans no other try for that period", async () => {
    const { id, currentPeriodEnd } = await renewing();
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    expect(await renewDue(world)).toMatchObject({ tried: 1 });
    await come();
    const { id: attempt } = await world.db.paymentAttempt.findFirstOrThrow({ where: { renewalOf: id } });
    await refund((await orderOf(attempt)).id, undefined, false);
    await come();
    const { nextRenewalTryAt } = await sub();
    expect(nextRenewalTryAt?.getTime()).toBeGreaterThan(currentPeriodEnd.getTime() + 20 * dayMs);
    world.clock.advance(dayMs);
    expect(await renewDue(world)).toMatchObject({ tried: 0 });
  });

  test("asks the phone that agreed after its customer was merged, while nothing and while a try is open", async () => {
    const { id, customerId } = await renewing();
    const kept = await mergedInto(customerId);
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    expect(await renewDue(world)).toMatchObject({ tried: 1 });
    const last = await mergedInto(kept);
    await come();
    expect(await sub()).toMatchObject({ id, customerId: last, paymentsCount: 2, renewalMode: "prompt" });
  });

  test("a store that was suspended for a try is tried again on the next day, and only then", async () => {
    await renewing();
    world.clock.set(new Date("2026-04-11T07:00:00Z"));
    await suspended(true);
    expect(await renewDue(world)).toMatchObject({ tried: 0 });
    world.clock.advance(20 * hourMs);
    await suspended(false);
    expect(await renewDue(world)).toMatchObject({ tried: 0 });
    world.clock.set(new Date("2026-04-12T07:00:00Z"));
    expect(await renewDue(world)).toMatchObject({ tried: 1 });
    await come();
    expect(await sub()).toMatchObject({ status: "active", paymentsCount: 2 });
  });
});
