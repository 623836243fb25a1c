import { expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { paidSubscription } from "@/lib/testing/subscription";
import { testStore, testWorld } from "@/lib/testing/world";
import { extendSubscription } from "./give";

const world = testWorld();
const dayMs = 24 * 60 * 60 * 1000;

test("days are a period that nobody paid for: told, logged under who gave them, and no payment", async () => {
  const shop = await testStore(world);
  const before = await paidSubscription(world, shop, {
    livemode: true,
    ref: "user_1",
    email: "a@example.com",
  });
  const given = { days: 7, reason: " The server was down " };
  const row = await extendSubscription(world, shop.live, before.id, given);
  const end = new Date(before.currentPeriodEnd.getTime() + 7 * dayMs);
  expect(row).toMatchObject({
    ...{ currentPeriodEnd: end, graceEndsAt: new Date(end.getTime() + 3 * dayMs) },
    ...{ paymentsCount: 1, totalPaidMinor: before.totalPaidMinor, amountMinor: before.amountMinor },
  });
  const where = { storeId: shop.store.id };
  expect(await world.db.subscriptionPeriod.findMany({ where, orderBy: { number: "asc" } })).toMatchObject([
    { number: 1, kind: "paid" },
    {
      number: 2,
      kind: "granted",
      paidMinor: 0n,
      listMinor: 0n,
      orderId: null,
      startsAt: before.currentPeriodEnd,
    },
  ]);
  expect(
    await world.db.auditEntry.findMany({ where: { ...where, action: "subscription.extended" } }),
  ).toMatchObject([
    {
      actor: shop.live.actor,
      target: `subscription:${row.id}`,
      reason: "The server was down",
      details: { days: 7, period: 2 },
    },
  ]);
  expect(await world.db.message.findMany({ where })).toMatchObject([{ template: "days_given" }]);
  expect(await world.db.event.count({ where: { ...where, type: "subscription.extended" } })).toBe(1);
});

test("whoever had lost access has it again, and is told so as any access", async () => {
  const shop = await testStore(world);
  const { id } = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  world.clock.advance(60 * dayMs);
  const row = await extendSubscription(world, shop.live, id, { days: 2, reason: "Goodwill" });
  expect(row).toMatchObject({ status: "active", endedAt: null, currentPeriodStart: world.clock.now() });
  const types = (await world.db.event.findMany({ where: { storeId: shop.store.id } })).map(
    ({ type }) => type,
  );
  expect(types.filter((type) => type === "access.changed")).toHaveLength(3);
  const found = await checkInvariants(world, { storeId: shop.store.id, quiet: false });
  // The helper's first period has no order; nothing else is wrong.
  expect(found.filter((one) => !one.startsWith("11 A payment for a subscription"))).toEqual([]);
});

test.each([
  [{ days: 0, reason: "x" }, "days"],
  [{ days: 367, reason: "x" }, "days"],
  [{ days: 1.5, reason: "x" }, "days"],
  [{ days: 3, reason: "  " }, "reason"],
])("%j is refused on its field", async (given, field) => {
  const shop = await testStore(world);
  const { id } = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  const refused = await extendSubscription(world, shop.live, id, given).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Invalid);
  expect(Object.keys((refused as Invalid).errors)).toEqual([field]);
});

test("another store's subscription does not exist", async () => {
  const [shop, other] = [await testStore(world), await testStore(world)];
  const { id } = await paidSubscription(world, shop, { livemode: true, ref: "user_1" });
  const given = { days: 3, reason: "Goodwill" };
  await expect(extendSubscription(world, other.live, id, given)).rejects.toThrow(NotFound);
});
