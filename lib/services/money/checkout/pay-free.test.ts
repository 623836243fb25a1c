import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { Refusal } from "@/lib/domain/refusal";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { payingWorld } from "@/lib/testing/payments";
import { product } from "@/lib/testing/products";
import { testStore } from "@/lib/testing/world";
import { type FreePayment, payFree } from "./pay-free";

const world = await payingWorld();
const payer = { name: "Amina", email: "amina@example.com", phone: null };

function start(productId: number, ref = "user_1"): FreePayment {
  return { id: randomUUID(), for: { kind: "subscription_start", productId, ref }, payer };
}

test("an order of 0 is paid without an attempt, and its period is free: counted by nobody as a payment", async () => {
  const shop = await testStore(world);
  const order = await payFree(world, shop.live, start(shop.products[0].id));
  expect(order).toMatchObject({
    ...{ paymentMethod: "free", paymentStatus: "paid", totalMinor: 0n, feeMinor: 0n, netMinor: 0n },
    ...{ subtotalMinor: 50_000n, discountMinor: 50_000n },
  });
  const row = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: { periods: true },
  });
  // What later periods cost is the list price.
  expect(row).toMatchObject({ paymentsCount: 0, totalPaidMinor: 0n, amountMinor: 50_000n, status: "active" });
  expect(row.periods).toMatchObject([
    { number: 1, kind: "free", listMinor: 50_000n, discountMinor: 50_000n, paidMinor: 0n, attemptId: null },
  ]);
  const where = { storeId: shop.store.id };
  expect(await world.db.paymentAttempt.count({ where })).toBe(0);
  const events = await world.db.event.findMany({ where, orderBy: { createdAt: "asc" } });
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["order.paid", "subscription.activated", "access.changed"]),
  );
  expect(await world.db.message.findMany({ where })).toMatchObject([
    { template: "receipt_free_subscription" },
  ]);
  expect(await checkInvariants(world, { storeId: shop.store.id, quiet: false })).toEqual([]);
});

test("pressed twice at once it is one order, and for the same user it is the same subscription", async () => {
  const shop = await testStore(world);
  const form = start(shop.products[0].id);
  const [one, other] = await Promise.all([payFree(world, shop.live, form), payFree(world, shop.live, form)]);
  expect(other.id).toBe(one.id);
  await payFree(world, shop.live, start(shop.products[0].id));
  const [row] = await world.db.subscription.findMany({
    where: { storeId: shop.store.id },
    include: { periods: { orderBy: { number: "asc" } } },
  });
  expect(row?.periods.map(({ number, kind }) => [number, kind])).toEqual([
    [1, "free"],
    [2, "free"],
  ]);
  expect(await checkInvariants(world, { storeId: shop.store.id, quiet: false })).toEqual([]);
});

test("a thing that is brought waits for its seller, and a suspended store gives nothing", async () => {
  const shop = await testStore(world);
  const bag = await product(world, shop, { kind: "physical", priceMinor: 1_500n });
  const form: FreePayment = {
    id: randomUUID(),
    for: { kind: "product", productId: bag.id, quantity: 2 },
    payer,
  };
  const order = await payFree(world, shop.live, form);
  expect(order).toMatchObject({ fulfillmentStatus: "unfulfilled", subtotalMinor: 3_000n, totalMinor: 0n });
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  await expect(payFree(world, shop.live, { ...form, id: randomUUID() })).rejects.toThrow(
    new Refusal("store_suspended"),
  );
});
