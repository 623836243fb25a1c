import { beforeEach, expect, test } from "vitest";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { checkSums } from "@/lib/services/desk/invariants/sums";
import { type NewLine, writeOrder } from "@/lib/services/money/checkout/write-order";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { discount } from "@/lib/testing/discounts";
import { openStage } from "@/lib/testing/in-paying-world";
import { later, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { readOverview } from "./read";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  shop = await sellingStore(world);
});

async function pay(input: Parameters<typeof press>[2]): Promise<void> {
  await press(world, shop, input);
  await later(world, 5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

const brought = async () =>
  (await readOverview(world, shop.live, 7)).topProducts.map(({ id, quantity, minor }) => [
    id,
    quantity,
    minor,
  ]);

test("a product brought what was paid for it: less a code, and less the unused time of another plan", async () => {
  const [gold] = shop.products;
  const pro = await product(world, shop, {
    ...{ kind: "subscription", interval: "month", name: "Pro", priceMinor: 100_000n, isChoosable: true },
  });
  await discount(world, shop);
  await pay({ code: "SAVE20" });
  expect(await brought()).toEqual([[gold.id, 1, 40_000n]]);
  const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const before = await world.db.order.count({ where: { storeId: shop.store.id } });
  await pay({ for: { kind: "subscription_change", subscriptionId: id, productId: pro.id } });
  const [changed] = await world.db.order.findMany({
    where: { storeId: shop.store.id, paidAt: { not: null } },
    orderBy: { id: "desc" },
  });
  expect(before).toBe(1);
  expect(changed).toMatchObject({ subtotalMinor: 100_000n });
  expect(changed?.discountMinor).toBeGreaterThan(0n);
  expect(await brought()).toEqual([
    [pro.id, 1, changed?.totalMinor],
    [gold.id, 1, 40_000n],
  ]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("the lines of an order share its discount exactly, and charges take no part of it", async () => {
  const [gold, silver] = shop.products;
  const now = world.clock.now();
  const customer = await world.db.customer.create({
    data: {
      ...{ accountId: shop.store.accountId, livemode: true, name: "Amina", source: "subscription" },
      ...{ customerSince: now, createdAt: now, updatedAt: now },
    },
  });
  const lines: NewLine[] = [
    { productId: gold.id, name: "Gold", quantity: 1, unitPriceMinor: 1_000n },
    { productId: silver.id, name: "Silver", quantity: 2, unitPriceMinor: 1_000n },
    { productId: null, name: "Charges", quantity: 1, unitPriceMinor: 50n, isCharge: true },
  ];
  const id = await transact(world, (unit) =>
    writeOrder(unit, shop.live, lines, {
      ...{ customerId: customer.id, paymentMethod: "mobile_money", source: "storefront", currency: "UGX" },
      ...{ discountMinor: 100n, feeMinor: 0n, netMinor: 2_950n },
    }),
  );
  expect(await brought()).toEqual([]);
  await world.db.order.update({ where: { id }, data: { paidAt: now, paymentStatus: "paid" } });
  expect(await brought()).toEqual([
    [silver.id, 2, 1_933n],
    [gold.id, 1, 967n],
  ]);
  expect(await checkSums(world.pool, shop.store.id)).toEqual([]);
});

test("a payment link stands among what brought most: less its code, without the charges of its buyer", async () => {
  const { id: storeId } = shop.store;
  await world.db.store.update({ where: { id: storeId }, data: { buyerPaysCharges: true } });
  const link = await paymentLink(world, shop, { title: "Goat milk" });
  await discount(world, shop);
  await pay({ for: { kind: "payment_link", linkId: link.id, amount: null, answer: null }, code: "SAVE20" });
  const paid = await world.db.order.findFirstOrThrow({ where: { storeId }, include: { items: true } });
  expect(paid.items).toHaveLength(2);
  expect((await readOverview(world, shop.live, 7)).topProducts).toEqual([
    { of: "link", id: link.id, name: "Goat milk", quantity: 1, currency: "UGX", minor: 16_000n },
  ]);
  expect(await checkSums(world.pool, storeId)).toEqual([]);
});
