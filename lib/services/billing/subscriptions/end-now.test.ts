import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "@/lib/domain/refusal";
import { hasAccess } from "@/lib/domain/subscription";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { settle } from "@/lib/services/money/settlement/settle";
import { NotAllowed } from "@/lib/services/people/accounts/seller";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { checkAccess } from "../access/check-access-in-one";
import { cancelSubscription } from "./cancel";
import { endSubscription } from "./end-now";

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  world = await payingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = await sellingStore(world);
});
afterEach(async () => {
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

async function subscribed() {
  const { attemptId, orderId } = await paidPayment(world, shop);
  const order = await world.db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { subscription: true },
  });
  const id = order.subscriptionId ?? "";
  const ref = order.subscription?.ref ?? "";
  return {
    attemptId,
    id,
    mayIn: async () => {
      const found = await checkAccess(world, shop.live, { ref }, null);
      return found !== null && hasAccess(found, world.clock.now());
    },
    row: () => world.db.subscription.findUniqueOrThrow({ where: { id } }),
    told: async () => {
      const where = { storeId: shop.store.id, objectId: { in: [id, `access/${id}`] } };
      return (await world.db.event.findMany({ where, orderBy: { createdAt: "asc" } })).map(
        ({ type }) => type,
      );
    },
  };
}

async function takesBack(attemptId: string, minor = 50_000n): Promise<void> {
  const amount = { minor, currency: "UGX" };
  await settle(world, attemptId, {
    kind: "reversed",
    settlement: { railRef: `sbx_${attemptId}`, amount, paidAt: world.clock.now(), method: "mobile_money" },
  });
}

test("a payment that is taken back leaves access as it is, unless the store wants it otherwise", async () => {
  const { attemptId, mayIn, row } = await subscribed();
  world.clock.advance(2 * 86_400_000);
  await takesBack(attemptId);
  expect(await mayIn()).toBe(true);
  expect((await row()).status).toBe("active");
});

test("where the store wants it so, access ends the moment that the bank takes the payment back", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { endsAccessOnReversal: true } });
  const { attemptId, mayIn, row, told } = await subscribed();
  world.clock.advance(2 * 86_400_000);
  await takesBack(attemptId, 10_000n);
  expect(await mayIn()).toBe(true);
  await takesBack(attemptId);
  expect(await mayIn()).toBe(false);
  expect(await row()).toMatchObject({ status: "cancelled", endedAt: world.clock.now() });
  expect((await told()).sort()).toEqual([
    ...["access.changed", "access.changed"],
    ...["subscription.activated", "subscription.cancelled"],
  ]);
});

test("the seller can end it now once a payment of it was taken back, and not before", async () => {
  const { attemptId, id, mayIn, told } = await subscribed();
  await expect(endSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
  await takesBack(attemptId);
  const viewer = { ...shop.seller, role: "viewer" as const };
  await expect(endSubscription(world, viewer, id)).rejects.toThrow(NotAllowed);
  await endSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(false);
  expect(await told()).toContain("subscription.cancelled");
  await expect(endSubscription(world, shop.seller, id)).rejects.toThrow(Refusal);
});

test("one that was cancelled and still runs can be ended too: then access alone has changed", async () => {
  const { attemptId, id, mayIn, told } = await subscribed();
  await takesBack(attemptId);
  await cancelSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(true);
  await endSubscription(world, shop.seller, id);
  expect(await mayIn()).toBe(false);
  const types = await told();
  expect(types.filter((type) => type === "subscription.cancelled")).toHaveLength(1);
  expect(types.filter((type) => type === "access.changed")).toHaveLength(2);
});
