import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startPaystack } from "@/e2e/emulators/paystack";
import { createPaystack } from "@/lib/providers/rails/paystack/paystack";
import { readWallet } from "@/lib/services/core/ledger/read-wallet";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { railWorld } from "@/lib/testing/real-rails";
import { testStore } from "@/lib/testing/world";
import { startPayment } from "../checkout/start-payment";
import { requestRefund } from "../out/refunds/request";
import { workTransfers } from "../out/transfers/work";
import { pollOpenAttempts } from "./poll";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const day = 86_400_000;

/** KES 500.00 paid by card at Paystack's page. */
async function paidByCard() {
  const world = await railWorld(await startPaystack(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/paystack`;
    const { secretKey, url: baseUrl } = provider;
    return createPaystack({ secretKey, baseUrl, mailDomain: "payers.example.com", now: clock.now });
  });
  open.push(world);
  const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const { id } = await startPayment(world, shop.live, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "card",
    browser: "thepayersownbrowser000",
    email: "ann@example.com",
  });
  await world.provider.pay(id, "4084084084084081");
  await world.settled();
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return {
    world,
    id,
    orderId,
    seller: { ...shop.live, userId: shop.owner.id, role: "owner" as const },
    wallet: () => readWallet(world.db, shop.store.id, "KES"),
    order: () => world.db.order.findUniqueOrThrow({ where: { id: orderId } }),
    booksAgree: async () => expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]),
    days: async (count: number) => {
      for (let each = 0; each < count; each += 1) {
        await world.later(day);
        await pollOpenAttempts(world);
      }
    },
  };
}

test("a lost dispute whose payment cannot be read just then is booked when it can", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  expect((await paid.order()).paymentStatus).toBe("paid");
  await world.provider.dispute(paid.id);
  await world.settled();
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 49_250n });
  world.provider.switches.down = true;
  await world.provider.resolve("merchant-accepted");
  await world.settled();
  expect((await paid.order()).paymentStatus).toBe("paid");
  world.provider.switches.down = false;
  await paid.days(4);
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 0n, debtMinor: 0n });
  await paid.booksAgree();
});

test("a payment whose reversal is only pending when its dispute ends is booked when it is reversed a day later", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  await world.provider.dispute(paid.id);
  await world.settled();
  await world.provider.resolve("merchant-accepted");
  world.provider.call(paid.id, "reversal-pending");
  await world.settled();
  await paid.days(1);
  world.provider.call(paid.id, "reversed");
  await paid.days(4);
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  await paid.booksAgree();
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: paid.id } });
  expect(attempt).toMatchObject({ status: "reversed", watchedSince: null, nextPollAt: null });
});

test("a callback about a payment that came, whose rail is down for a day, is asked for again until it answers", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  world.provider.switches.down = true;
  await world.provider.dispute(paid.id);
  await world.settled();
  world.provider.switches.dropCallback = true;
  await world.provider.resolve("declined");
  await paid.days(1);
  world.provider.switches.down = false;
  await paid.days(2);
  expect(await world.db.dispute.findFirstOrThrow({ where: { attemptId: paid.id } })).toMatchObject({
    state: "won",
  });
  expect(await paid.wallet()).toMatchObject({ reservedMinor: 0n, debtMinor: 0n });
});

test("a payment that its seller refunded because of the dispute is not taken a second time when it is resolved", async () => {
  const paid = await paidByCard();
  const { world, seller, orderId } = paid;
  await world.provider.dispute(paid.id);
  await world.settled();
  await requestRefund(world, seller, { orderId, reason: "You are right", requestKey: randomUUID() });
  await world.later(5_000);
  await workTransfers(world);
  expect((await paid.order()).paymentStatus).toBe("refunded");
  await world.provider.resolve("merchant-accepted");
  await world.settled();
  await paid.days(2);
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 0n, debtMinor: 0n });
  expect(await paid.order()).toMatchObject({ refundedMinor: 50_000n });
  await paid.booksAgree();
});

test("a dispute that was given in to for a part takes that part", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  await world.provider.dispute(paid.id, 20_000);
  await world.settled();
  await world.provider.resolve("merchant-accepted");
  await world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
  expect(await paid.wallet()).toMatchObject({ reservedMinor: 0n, debtMinor: 0n });
  await paid.booksAgree();
});
