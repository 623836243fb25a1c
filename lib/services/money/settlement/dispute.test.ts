import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import { startPaystack } from "@/e2e/emulators/paystack";
import { startStripe } from "@/e2e/emulators/stripe";
import { createFlutterwave } from "@/lib/providers/rails/flutterwave/flutterwave";
import { createPaystack } from "@/lib/providers/rails/paystack/paystack";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import { readOrderHistory } from "@/lib/services/billing/orders/history";
import { readOrder } from "@/lib/services/billing/orders/read";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkLedger } from "@/lib/testing/check-ledger";
import { buyByCard, railWorld } from "@/lib/testing/real-rails";
import { testStore } from "@/lib/testing/world";
import { requestRefund } from "../out/refunds/request";
import { workTransfers } from "../out/transfers/work";
import { findNewDisputes } from "./disputes/record";
import { pollOpenAttempts } from "./poll";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** KES 500.00 paid by card at Stripe's page. */
async function paidByCard() {
  const world = await railWorld(await startStripe(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/stripe`;
    const { secretKey, webhookSecret, url: baseUrl } = provider;
    return createStripe({ secretKey, webhookSecret, baseUrl, now: clock.now });
  });
  open.push(world);
  const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
  const id = await buyByCard(world, shop, "4242424242424242");
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(attempt.status).toBe("succeeded");
  return {
    world,
    shop,
    id,
    number: attempt.order.number,
    tasks: () =>
      world.db.task.findMany({
        where: { storeId: shop.store.id },
        orderBy: { id: "asc" },
        select: { kind: true, resolvedBy: true, details: true },
      }),
    seller: { ...shop.live, userId: shop.owner.id, role: "owner" as const },
    orderId: attempt.orderId,
    wallet: () => readWallet(world.db, shop.store.id, "KES"),
    order: () => world.db.order.findUniqueOrThrow({ where: { id: attempt.orderId } }),
    disputes: () => world.db.dispute.findMany({ where: { attemptId: id }, orderBy: { amountMinor: "asc" } }),
    booksAgree: async () => {
      expect(await checkLedger(world)).toEqual([]);
      expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
    },
    history: async () => {
      const order = await readOrder(world, shop.live, attempt.order.number);
      return (await readOrderHistory(world, shop.live, order)).map(({ what }) => what.did);
    },
  };
}

/** What the fee of the rail in KES has come to. */
async function railCost(world: Awaited<ReturnType<typeof paidByCard>>["world"]): Promise<bigint> {
  const where = { account: { kind: "rail_cost", currency: "KES" } };
  const { _sum } = await world.db.ledgerBalance.aggregate({ where, _sum: { balanceMinor: true } });
  return _sum.balanceMinor ?? 0n;
}

test("a disputed payment is kept back in the wallet: the seller has a task with its date, the owner a mail, the order a line", async () => {
  const paid = await paidByCard();
  const { world, shop, id, number } = paid;
  const before = await paid.wallet();
  await world.provider.dispute(id);
  await world.settled();
  const amount = "KES 50000";
  const reason = "product_not_received";
  expect(await paid.tasks()).toEqual([
    {
      kind: "payment_disputed",
      resolvedBy: null,
      details: { order: number, amount, rail: "stripe", reason, due: "2026-02-09" },
    },
  ]);
  const mails = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: "payment_disputed" },
  });
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [shop.owner.email, `A payment of KES 500 to ${shop.store.name} is disputed`],
  ]);
  expect(mails[0]?.body).toContain(`/dashboard/orders/${number}`);
  expect(await paid.history()).toContain("disputed");
  expect(await paid.disputes()).toMatchObject([
    { state: "open", amountMinor: 50_000n, currency: "KES", reason, decidedAt: null },
  ]);
  expect(before).toMatchObject({ pendingMinor: 49_250n, reservedMinor: 0n });
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 49_250n });
  await paid.booksAgree();
});

test("a dispute that the seller wins closes its task by itself and gives back what was kept back", async () => {
  const paid = await paidByCard();
  const before = await paid.wallet();
  await paid.world.provider.dispute(paid.id);
  await paid.world.settled();
  await paid.world.provider.decide("won");
  await paid.world.settled();
  expect(await paid.tasks()).toMatchObject([{ kind: "payment_disputed", resolvedBy: "system" }]);
  expect(await paid.history()).toContain("dispute_won");
  expect(await paid.disputes()).toMatchObject([{ state: "won" }]);
  expect(await paid.wallet()).toEqual(before);
  await paid.booksAgree();
});

test("a dispute that the seller loses takes the payment back, in the books, on the order and for the seller's server", async () => {
  const paid = await paidByCard();
  const { world, shop } = paid;
  await world.provider.dispute(paid.id);
  await world.settled();
  await world.provider.decide("lost");
  await world.settled();
  expect((await paid.tasks()).map(({ kind }) => kind)).toEqual(["payment_disputed", "payment_reversed"]);
  expect(await paid.history()).toEqual(expect.arrayContaining(["disputed", "taken_back"]));
  expect((await paid.order()).paymentStatus).toBe("refunded");
  expect(await world.db.event.count({ where: { storeId: shop.store.id, type: "order.refunded" } })).toBe(1);
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, reservedMinor: 0n, debtMinor: 0n });
  expect(await paid.disputes()).toMatchObject([{ state: "lost" }]);
  await paid.booksAgree();
});

test("a partial dispute that is lost takes its amount and leaves the rest", async () => {
  const paid = await paidByCard();
  await paid.world.provider.dispute(paid.id, { amount: 20_000 });
  await paid.world.settled();
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 29_550n, reservedMinor: 19_700n });
  await paid.world.provider.decide("lost");
  await paid.world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 29_550n, reservedMinor: 0n, debtMinor: 0n });
  await paid.booksAgree();
});

test("a dispute lost about what was left after a refund takes only that", async () => {
  const paid = await paidByCard();
  const { world, seller, orderId } = paid;
  const input = { orderId, amountMinor: 20_000n, reason: "Half of it", requestKey: randomUUID() };
  await requestRefund(world, seller, input);
  await world.later(4_000);
  await workTransfers(world);
  expect(await paid.order()).toMatchObject({ refundedMinor: 20_000n });
  await world.provider.dispute(paid.id, { amount: 30_000 });
  await world.settled();
  await world.provider.decide("lost");
  await world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 0n, debtMinor: 0n });
  await paid.booksAgree();
});

test("a second dispute of a payment is another object with its own task and mail", async () => {
  const paid = await paidByCard();
  const { world, shop } = paid;
  for (const amount of [10_000, 15_000]) {
    await world.provider.dispute(paid.id, { amount });
    await world.settled();
    await world.provider.decide("won");
    await world.settled();
  }
  expect(await paid.disputes()).toMatchObject([{ amountMinor: 10_000n }, { amountMinor: 15_000n }]);
  expect((await paid.tasks()).map(({ kind }) => kind)).toEqual(["payment_disputed", "payment_disputed"]);
  const mails = { storeId: shop.store.id, template: "payment_disputed" };
  expect(await world.db.message.count({ where: mails })).toBe(2);
});

test("what the rail takes for a dispute is the service's cost, booked once", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  const before = await railCost(world);
  await world.provider.dispute(paid.id, { fee: 1_500 });
  await world.settled();
  expect(await railCost(world)).toBe(before + 1_500n);
  expect(await paid.wallet()).toMatchObject({ reservedMinor: 49_250n });
  await world.provider.decide("won");
  await world.settled();
  expect(await railCost(world)).toBe(before + 1_500n);
  expect(await paid.disputes()).toMatchObject([{ feeMinor: 1_500n, feeCurrency: "KES" }]);
  await paid.booksAgree();
});

test("money that is kept back is there for a refund of the disputed payment", async () => {
  const paid = await paidByCard();
  const { world, seller, orderId } = paid;
  await world.provider.dispute(paid.id);
  await world.settled();
  await requestRefund(world, seller, { orderId, reason: "You are right", requestKey: randomUUID() });
  expect(await paid.wallet()).toMatchObject({ reservedMinor: 0n, refundInFlightMinor: 50_000n });
  await world.later(4_000);
  await workTransfers(world);
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded" });
  await paid.booksAgree();
});

test("what was refunded in the provider's own dashboard is taken back in the books, once", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  await world.provider.refundByHand(paid.id, 12_000);
  await world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 12_000n });
  await world.provider.refundByHand(paid.id, 38_000);
  await world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded", refundedMinor: 50_000n });
  expect(await paid.wallet()).toMatchObject({ pendingMinor: 0n, debtMinor: 0n });
  expect((await paid.tasks()).map(({ kind }) => kind)).toEqual(["payment_reversed"]);
  await paid.booksAgree();
});

test("the end of a dispute whose callback is lost is found by asking", async () => {
  const paid = await paidByCard();
  const { world } = paid;
  await world.provider.dispute(paid.id);
  await world.settled();
  world.provider.switches.dropCallback = true;
  await world.provider.decide("lost");
  for (let day = 0; day < 2; day += 1) {
    await world.later(86_400_000);
    await pollOpenAttempts(world);
  }
  expect(await paid.order()).toMatchObject({ paymentStatus: "refunded" });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: paid.id } });
  expect(attempt).toMatchObject({ status: "reversed", watchedSince: null, nextPollAt: null });
});

const day = 86_400_000;

/** KES 500.00 paid by card at Paystack's page. */
async function paidAtPaystack() {
  const world = await railWorld(await startPaystack(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/paystack`;
    const { secretKey, url: baseUrl } = provider;
    return createPaystack({ secretKey, baseUrl, mailDomain: "payers.example.com", now: clock.now });
  });
  open.push(world);
  const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
  const id = await buyByCard(world, shop, "4084084084084081");
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
  const paid = await paidAtPaystack();
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
  const paid = await paidAtPaystack();
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
  const paid = await paidAtPaystack();
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
  const paid = await paidAtPaystack();
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
  const paid = await paidAtPaystack();
  const { world } = paid;
  await world.provider.dispute(paid.id, 20_000);
  await world.settled();
  await world.provider.resolve("merchant-accepted");
  await world.settled();
  expect(await paid.order()).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
  expect(await paid.wallet()).toMatchObject({ reservedMinor: 0n, debtMinor: 0n });
  await paid.booksAgree();
});

test("a chargeback that no callback tells of is found, keeps its amount back, and takes it when it is lost", async () => {
  const world = await railWorld(await startFlutterwave(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/flutterwave`;
    const { secretKey, webhookHash, url: baseUrl } = provider;
    const own = { mailDomain: "payers.example.com", senderName: "Sente" };
    return createFlutterwave({ secretKey, webhookHash, baseUrl, ...own, now: clock.now });
  });
  open.push(world);
  const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
  const id = await buyByCard(world, shop, "5531886652142950");
  const wallet = () => readWallet(world.db, shop.store.id, "KES");
  const before = await wallet();
  expect(await findNewDisputes(world)).toEqual({ found: 0 });
  world.provider.dispute(id, 200);
  expect(await findNewDisputes(world)).toEqual({ found: 1 });
  expect(await findNewDisputes(world)).toEqual({ found: 0 });
  const dispute = () => world.db.dispute.findFirstOrThrow({ where: { attemptId: id } });
  expect(await dispute()).toMatchObject({
    ...{ state: "open", amountMinor: 20_000n, currency: "KES", reason: "Product/service not received" },
    dueAt: new Date(world.clock.now().getTime() + 2 * 86_400_000),
  });
  expect(await wallet()).toMatchObject({ reservedMinor: 19_700n });
  world.provider.decide("lost");
  await world.later(86_400_000);
  await pollOpenAttempts(world);
  expect(await dispute()).toMatchObject({ state: "lost", reservedPendingMinor: 0n });
  expect(await wallet()).toMatchObject({ pendingMinor: before.pendingMinor - 19_700n, reservedMinor: 0n });
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order).toMatchObject({ paymentStatus: "partially_refunded", refundedMinor: 20_000n });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});
