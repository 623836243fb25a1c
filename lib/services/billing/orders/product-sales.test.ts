import { expect, test } from "vitest";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import { readProductSales } from "./read";

test("orders and revenue are those of the last 30 days that were paid, less what was given back", async () => {
  const world = testWorld();
  const [shop, other] = [await testStore(world), await testStore(world)];
  const productId = shop.products[0].id;
  const now = world.clock.now();
  await paidOrder(world, shop, { productId });
  const refunded = await paidOrder(world, shop, { productId });
  await world.db.order.update({
    where: { id: refunded.id },
    data: { refundedMinor: 20_000n, paymentStatus: "partially_refunded" },
  });
  const old = await paidOrder(world, shop, { productId });
  const paidAt = new Date(now.getTime() - 31 * 24 * 60 * 60 * 1000);
  await world.db.order.update({ where: { id: old.id }, data: { paidAt } });
  await paidOrder(world, shop, { productId, paymentStatus: "failed" });
  expect(await readProductSales(world, shop.live)).toEqual(
    new Map([[productId, { orders: 2, revenueMinor: 80_000n }]]),
  );
  expect(await readProductSales(world, other.live)).toEqual(new Map());
});
