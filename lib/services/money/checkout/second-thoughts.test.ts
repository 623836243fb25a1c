import { expect, test } from "vitest";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { checkOrder, pollOpenAttempts } from "../settlement/poll";

const world = await openStage();

// Found by the simulation, seeds 75 and 119.
test("a rail that called a payment failed and takes the money after all, without a word, is found out within the hour", async () => {
  const shop = await sellingStore(world);
  const { attemptId, orderId } = await paidPayment(world, shop, "029");
  const statusOf = () => world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
  expect(await statusOf()).toMatchObject({ status: "failed" });
  await takesItAfterAll(attemptId);
  world.clock.advance(30 * 60_000);
  await pollOpenAttempts(world);
  expect(await statusOf()).toMatchObject({ status: "failed" });
  world.clock.advance(31 * 60_000);
  await pollOpenAttempts(world);
  await world.settled();
  expect(await statusOf()).toMatchObject({ status: "succeeded", nextPollAt: null });
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  expect(order).toMatchObject({ paymentStatus: "paid" });
  const tasks = await world.db.task.findMany({ where: { storeId: shop.store.id } });
  expect(tasks.map(({ kind }) => kind)).toContain("late_payment");
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("the seller who asks again about a failed payment finds it at once", async () => {
  const shop = await sellingStore(world);
  const { attemptId, orderId } = await paidPayment(world, shop, "029");
  await takesItAfterAll(attemptId);
  expect(await checkOrder(world, shop.live, orderId)).toBe(1);
  expect(await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
    paymentStatus: "paid",
  });
});

test("a rail that stands by its word is asked three times more and no longer", async () => {
  const shop = await sellingStore(world);
  const { attemptId: id } = await paidPayment(world, shop, "029");
  const { pollsMade } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  for (let hours = 0; hours < 75; hours += 1) {
    world.clock.advance(3_600_000);
    await pollOpenAttempts(world);
  }
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt).toMatchObject({ status: "failed", nextPollAt: null });
  expect(attempt.pollsMade).toBe(pollsMade + 3);
});

/** The sandbox changes its mind and sends no callback. */
async function takesItAfterAll(attemptId: string): Promise<void> {
  await world.sandbox.controls.resolve(attemptId, { word: "succeeded" });
  await world.db.sandboxRecord.update({ where: { id: attemptId }, data: { nextCallbackAtMs: null } });
}
