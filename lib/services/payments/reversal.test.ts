import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../invariants/check-invariants";
import { requestRefund } from "../refunds/request";
import { later, paidPayment, sellingStore } from "../testing/money";
import { type PayingWorld, payingWorld } from "../testing/payments";
import { settle } from "./settle";

let world: PayingWorld;

beforeAll(async () => {
  world = await payingWorld();
});
afterAll(() => world.close());

// Found by the simulation, seed 161.
test("a payment that the rail takes back while its refund is under way is refunded once, and nothing is stuck", async () => {
  const shop = await sellingStore(world);
  const { attemptId, orderId } = await paidPayment(world, shop);
  const { id } = await requestRefund(world, shop.seller, {
    orderId,
    reason: "They changed their mind",
    requestKey: randomUUID(),
  });
  const amount = { minor: 50_000n, currency: "UGX" };
  const paidAt = world.clock.now();
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { railRef: `sbx_${attemptId}`, amount, paidAt, method: "mobile_money" },
  });
  await later(world, 4_000);
  expect(await world.db.refund.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
  expect(await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
    paymentStatus: "refunded",
    refundedMinor: 50_000n,
  });
  const told = await world.db.event.count({ where: { storeId: shop.store.id, type: "order.refunded" } });
  expect(told).toBe(1);
  const tasks = await world.db.task.findMany({ where: { storeId: shop.store.id } });
  expect(tasks.map(({ kind }) => kind)).toContain("payment_reversed");
  world.clock.advance(4 * 86_400_000);
  const broken = await checkInvariants(world, { storeId: shop.store.id, quiet: true });
  expect(broken.filter((what) => !what.includes("Money is held"))).toEqual([]);
});
