import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ChargeResult, PaymentRail } from "@/lib/providers/rails/port";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { transact } from "@/lib/services/core/unit";
import { openShop } from "@/lib/testing/in-paying-world";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import { readAttempt } from "../settlement/read-attempt";
import { settle } from "../settlement/settle";
import { openNext } from "./fall-back";
import { lockOf } from "./purchase";

const { world, shop } = await openShop(testStore);

const attempts = () =>
  world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id }, orderBy: { rail: "asc" } });

describe("a rail that refuses on the spot", () => {
  const down: ChargeResult = { kind: "failed", failure: { reason: "provider_unavailable" } };

  /** Two rails that could take it, the first of which answers as told. */
  function twoRails(first: ChargeResult | Error): { world: PayingWorld; asked: string[] } {
    const asked: string[] = [];
    const rail = (id: "pawapay" | "paystack", answer: ChargeResult | Error | null): PaymentRail => ({
      ...world.sandbox.rail,
      id,
      async charge(request) {
        asked.push(id);
        if (answer instanceof Error) throw answer;
        return answer ?? world.sandbox.rail.charge(request);
      },
    });
    const all = [rail("pawapay", first), rail("paystack", null)];
    return { world: { ...world, rails: { all, sandbox: world.rails.sandbox } }, asked };
  }

  test("because it is down is followed by the next one, in a second attempt of the same order", async () => {
    const two = twoRails(down);
    const id = randomUUID();
    const { token } = await press(two.world, shop, { id });
    expect(two.asked).toEqual(["pawapay", "paystack"]);
    expect(await attempts()).toMatchObject([
      { rail: "pawapay", status: "failed", failureReason: "provider_unavailable" },
      { rail: "paystack", status: "pending", token },
    ]);
    expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(1);
    // Pressing twice leads to the attempt that is under way, and asks nobody again.
    expect(await press(two.world, shop, { id })).toMatchObject({ token, isNew: false });
    expect(two.asked).toHaveLength(2);
    world.clock.advance(5_000);
    await pollOpenAttempts(two.world);
    expect(await readAttempt(world, token)).toMatchObject({ state: "paid" });
  });

  test("for any other reason is not, nor is one whose answer is lost", async () => {
    for (const first of [
      { kind: "failed", failure: { reason: "insufficient_funds" } } as ChargeResult,
      new Error("timeout"),
    ]) {
      const two = twoRails(first);
      await press(two.world, shop, {
        for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
      });
      expect(two.asked).toEqual(["pawapay"]);
    }
  });

  test("twice has failed: there is no third try", async () => {
    const both = twoRails(down);
    const deaf = both.world.rails.all.map((rail) => ({ ...rail, charge: async () => down }));
    const { token } = await press({ ...both.world, rails: { all: deaf, sandbox: null } }, shop);
    expect(await readAttempt(world, token)).toMatchObject({
      state: "failed",
      reason: "provider_unavailable",
    });
    expect(await attempts()).toHaveLength(2);
  });

  test("is not followed by another when the subscription got a payment of another order meanwhile", async () => {
    const start = {
      kind: "subscription_start" as const,
      productId: shop.products[0].id,
      ref: "user_1",
    };
    await press(world, shop, { for: start });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    const { id: subscriptionId } = await world.db.subscription.findFirstOrThrow({
      where: { storeId: shop.store.id },
    });
    const both = twoRails(down);
    const alone = { ...both.world.rails, all: both.world.rails.all.slice(0, 1) };
    await press({ ...both.world, rails: alone }, shop, { for: start });
    const refused = (await attempts()).find(({ status }) => status === "failed");
    const orderId = refused?.orderId ?? 0;
    // After three days another order is made for it.
    const createdAt = new Date(world.clock.now().getTime() - 73 * 60 * 60_000);
    await world.db.order.update({ where: { id: orderId }, data: { createdAt } });
    await press(world, shop, {
      for: { kind: "subscription_renewal", subscriptionId },
      phone: "0772 124 139",
    });
    const next = await transact(world, (unit) =>
      openNext(
        unit,
        shop.live,
        lockOf(start, { name: null, email: null, phone: null }),
        refused?.id ?? "",
        "paystack",
      ),
    );
    expect(next).toBe(null);
    expect((await attempts()).filter(({ status }) => status === "pending")).toHaveLength(1);
  });

  test("gives its place of a limited link to the second try, and counts one prompt", async () => {
    const link = await paymentLink(world, shop, { isReusable: false });
    const two = twoRails(down);
    await press(two.world, shop, {
      for: { kind: "payment_link", linkId: link.id, amount: null, answer: null },
    });
    expect(await world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } })).toMatchObject({
      slotsReserved: 1,
    });
    expect((await attempts()).map(({ status }) => status)).toEqual(["failed", "pending"]);
  });
});

describe("a phone", () => {
  const wrongPin = "0772 123 139";
  const buy = async (phone: string, at = shop) => {
    const { id } = await product(world, at);
    return press(world, at, { for: { kind: "product", productId: id, quantity: 1 }, phone });
  };

  test("rings three times in ten minutes for one store and not a fourth time", async () => {
    for (let count = 0; count < 3; count += 1) await buy(wrongPin);
    await expect(buy(wrongPin)).rejects.toMatchObject({ code: "too_many_attempts" });
    expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(3);
    await buy("0772 124 139");
    await buy(wrongPin, await testStore(world));
    world.clock.advance(10 * 60_000 + 1);
    await pollOpenAttempts(world);
    await buy(wrongPin);
  });

  test("rings six times in ten minutes and twenty times a day for all stores together, whoever makes how many", async () => {
    const rung = async (count: number, phone: string) => {
      let times = 0;
      for (let nth = 0; nth < count; nth += 1)
        times += await buy(phone, await testStore(world)).then(
          () => 1,
          (error) => {
            expect(error).toMatchObject({ code: "too_many_attempts" });
            return 0;
          },
        );
      return times;
    };
    expect(await rung(8, "0772 321 139")).toBe(6);
    const aDay = [];
    for (let part = 0; part < 4; part += 1) {
      world.clock.advance(10 * 60_000 + 1);
      aDay.push(await rung(7, "0772 321 139"));
    }
    expect(aDay).toEqual([6, 6, 2, 0]);
    expect(await rung(1, "0772 322 139")).toBe(1);
    const names = await world.db.rateLimit.findMany({ where: { subject: { startsWith: "prompt:" } } });
    expect(JSON.stringify(names)).not.toContain("772321139");
  });

  test("that is asked by many at once rings three times", async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => buy(wrongPin)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  test("whose owner approved may be asked again at once", async () => {
    for (let count = 0; count < 5; count += 1) {
      await buy("0772 123 789");
      world.clock.advance(5_000);
      await pollOpenAttempts(world);
      await world.settled();
    }
    expect(await world.db.order.count({ where: { storeId: shop.store.id, paymentStatus: "paid" } })).toBe(5);
  });
});

describe("cancelling a subscription while its payer is asked to renew", () => {
  async function asked(before: { failsFirst?: boolean; expires?: boolean } = {}) {
    await press(world, shop);
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
    const paymentFor = { kind: "subscription_renewal" as const, subscriptionId: id };
    const renewal = await press(world, shop, { for: paymentFor, phone: "0772 124 129" });
    expect(await readAttempt(world, renewal.token)).toMatchObject({ state: "waiting" });
    if (before.failsFirst)
      await settle(world, renewal.id, { kind: "failed", failure: { reason: "cancelled_by_payer" } });
    if (before.expires) {
      const which = { subscriptionId: id, paymentStatus: "failed" as const };
      const expired = { paymentStatus: "expired" as const, orderStatus: "cancelled" as const };
      await world.db.order.updateMany({ where: which, data: expired });
    }
    await cancelSubscription(world, shop.live, id);
    return { id, paymentFor, renewal };
  }

  function succeed(id: string) {
    const amount = { minor: 50_000n, currency: "UGX" };
    const paidAt = world.clock.now();
    const settlement = { railRef: `sbx_${id}`, amount, paidAt, method: "mobile_money" as const };
    return settle(world, id, { kind: "succeeded", settlement });
  }

  test("voids the prompt: its page says so, and asks for nothing", async () => {
    const { renewal } = await asked();
    expect(await readAttempt(world, renewal.token)).toMatchObject({
      state: "cancelled",
      prompt: null,
      paidAt: null,
    });
  });

  test("what comes all the same goes back by itself, and the subscription stays cancelled", async () => {
    const { id, renewal } = await asked();
    expect(await succeed(renewal.id)).toMatchObject({ did: "suspense" });
    expect(await readAttempt(world, renewal.token)).toMatchObject({
      state: "cancelled",
      paidAt: expect.any(Date),
    });
    const refunds = await world.db.refund.findMany({ where: { storeId: shop.store.id } });
    expect(refunds).toMatchObject([{ reason: "cancelled", amountMinor: 50_000n, status: "queued" }]);
    expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "cancelled",
      paymentsCount: 1,
    });
  });

  test("late money for a renewal that had failed before the cancel goes back too: cancelled will not renew", async () => {
    const { paymentFor, renewal, id } = await asked({ failsFirst: true });
    expect(await succeed(renewal.id)).toMatchObject({ did: "suspense" });
    expect(await world.db.refund.findMany({ where: { storeId: shop.store.id } })).toMatchObject([
      { reason: "cancelled", amountMinor: 50_000n },
    ]);
    const read = () => world.db.subscription.findUniqueOrThrow({ where: { id } });
    expect(await read()).toMatchObject({
      status: "cancelled",
      paymentsCount: 1,
      cancelledAt: expect.any(Date),
    });
    await press(world, shop, { for: paymentFor });
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    expect(await read()).toMatchObject({ status: "active", paymentsCount: 2 });
  });

  test("and so does late money for one that had expired", async () => {
    const { renewal, id } = await asked({ failsFirst: true, expires: true });
    expect(await succeed(renewal.id)).toMatchObject({ did: "suspense" });
    expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "cancelled",
    });
  });

  test("a prompt that was voided and paid all the same leaves no order that waits", async () => {
    const { renewal } = await asked();
    await succeed(renewal.id);
    const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id: renewal.id },
      include: { order: true },
    });
    expect(order).toMatchObject({ paymentStatus: "failed", orderStatus: "cancelled" });
  });

  test("a payer who wants it after all is asked anew, and gets the next period", async () => {
    const { id, paymentFor, renewal } = await asked();
    const again = await press(world, shop, { for: paymentFor });
    expect(again).toMatchObject({ isNew: true });
    expect(again.id).not.toBe(renewal.id);
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
    expect(await world.db.subscription.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "active",
      paymentsCount: 2,
    });
  });
});
