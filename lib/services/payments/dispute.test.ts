import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startStripe } from "@/e2e/emulators/stripe";
import { createStripe } from "@/lib/providers/rails/stripe/stripe";
import { checkLedger } from "../ledger/check-ledger";
import { readWallet } from "../ledger/read-wallet";
import { readOrderHistory } from "../orders/history";
import { readOrder } from "../orders/read";
import { railWorld } from "../testing/real-rails";
import { testStore } from "../testing/world";
import { startPayment } from "./start-payment";

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
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const { id } = await startPayment(world, shop.live, {
    id: randomUUID(),
    browser: "thepayersownbrowser000",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "card",
    email: "ann@example.com",
  });
  await world.provider.pay(id, "4242424242424242");
  await world.settled();
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
    money: async () => {
      const { pendingMinor, availableMinor } = await readWallet(world.db, shop.store.id, "KES");
      return pendingMinor + availableMinor;
    },
    history: async () => {
      const order = await readOrder(world, shop.live, attempt.order.number);
      return (await readOrderHistory(world, shop.live, order)).map(({ what }) => what.did);
    },
  };
}

test("a disputed payment moves no money: the seller has a task, the owner a mail, the order a line", async () => {
  const { world, shop, id, number, tasks, money, history } = await paidByCard();
  const before = await money();
  await world.provider.dispute(id);
  await world.settled();
  const amount = "KES 50000";
  expect(await tasks()).toEqual([
    { kind: "payment_disputed", resolvedBy: null, details: { order: number, amount, rail: "stripe" } },
  ]);
  const mails = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: "payment_disputed" },
  });
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [shop.owner.email, `A payment of KES 500 to ${shop.store.name} is disputed`],
  ]);
  expect(mails[0]?.body).toContain(`/dashboard/orders/${number}`);
  expect(await history()).toContain("disputed");
  expect(await money()).toBe(before);
  expect(await checkLedger(world)).toEqual([]);
});

test("a dispute that the seller wins closes its task by itself", async () => {
  const { world, id, tasks, money, history } = await paidByCard();
  const before = await money();
  await world.provider.dispute(id);
  await world.settled();
  await world.provider.decide("won");
  await world.settled();
  expect(await tasks()).toMatchObject([{ kind: "payment_disputed", resolvedBy: "system" }]);
  expect(await history()).toContain("dispute_won");
  expect(await money()).toBe(before);
});

test("a dispute that the seller loses takes the payment back, in the books, on the order and for the seller's server", async () => {
  const { world, shop, id, tasks, money, history } = await paidByCard();
  await world.provider.dispute(id);
  await world.settled();
  await world.provider.decide("lost");
  await world.settled();
  expect((await tasks()).map(({ kind }) => kind)).toEqual(["payment_disputed", "payment_reversed"]);
  expect(await history()).toEqual(expect.arrayContaining(["disputed", "taken_back"]));
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(order.paymentStatus).toBe("refunded");
  expect(await world.db.event.count({ where: { storeId: shop.store.id, type: "order.refunded" } })).toBe(1);
  expect(await money()).toBe(0n);
  expect(await checkLedger(world)).toEqual([]);
});
