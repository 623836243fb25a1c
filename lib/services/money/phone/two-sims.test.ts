import { expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { openTasks, phoneOf, pressedIn } from "@/lib/testing/phone-shop";
import { minuteOfPhones } from "./minute";

// One phone with two SIMs of one network, whose program does not say which of them heard a message: it posts each to both.

const world = await openStage();

async function opened(balances: [number, number]) {
  const shop = await sellingStore(world);
  const [first, second] = [
    await phoneOf(world, shop, { balance: balances[0] }),
    await phoneOf(world, shop, { balance: balances[1] }),
  ];
  const both = async (text: string, order = [first, second]) => {
    for (const phone of order) await phone.hears(text, { at: world.clock.now() });
  };
  return { shop, first, second, both };
}

const minutes = async (count: number) => {
  for (let minute = 0; minute < count; minute += 1) {
    world.clock.advance(60_000);
    await minuteOfPhones(world);
  }
};

test("each message belongs to the account whose chain it fits, and nobody is asked about the other", async () => {
  const { shop, first, second, both } = await opened([100_000, 70_000]);
  await both(first.sim.receives(1_000), [second, first]);
  await both(second.sim.receives(2_000));
  await both(first.sim.withdraws(5_000));
  await both(second.sim.withdraws(500), [second, first]);
  await minutes(90);
  expect((await first.states()).toSorted()).toEqual(["fits", "fits", "twice", "twice"]);
  expect((await second.states()).toSorted()).toEqual(["fits", "fits", "twice", "twice"]);
  expect(await openTasks(world, shop)).toEqual(["till_payment", "till_payment"]);
});

test("a message that both chains could take is money once: both SIMs were empty", async () => {
  const { shop, first, second, both } = await opened([0, 0]);
  const { amount, id } = await pressedIn(world, shop);
  await both(first.sim.receives(amount));
  await minutes(3);
  expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
    status: "succeeded",
  });
  expect([...(await first.states()), ...(await second.states())]).toEqual(["fits", "twice"]);
  expect(await world.db.tillPayment.count({ where: { storeId: shop.store.id } })).toBe(1);
  expect(await openTasks(world, shop)).toEqual([]);
});

test("what waits behind a gap of its own account is let go by the other once it fits there", async () => {
  const { first, second, both } = await opened([100_000, 70_000]);
  const late = second.sim.receives(700);
  world.clock.advance(60_000);
  await both(second.sim.receives(800));
  expect(await first.states()).toEqual(["waiting"]);
  await second.hears(late, { at: world.clock.now() });
  expect(await second.states()).toEqual(["fits", "fits"]);
  expect(await first.states()).toEqual(["twice"]);
});
