import { afterAll, beforeAll, expect, test } from "vitest";
import { fulfilOrder, mayUndoHandover, undoHandover } from "@/lib/services/billing/orders/fulfil";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { paidOrder } from "@/lib/testing/order";
import { product } from "@/lib/testing/products";
import { type TestStore, type TestWorld, testClock, testStore, testWorld } from "@/lib/testing/world";

let world: TestWorld;
let shop: TestStore;
let seller: Seller;

beforeAll(async () => {
  world = testWorld({ clock: testClock(new Date("2026-03-02T09:30:00Z")) });
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
});
afterAll(() => world.db.$disconnect());

/** A paid order for one thing of this kind, which waits to be handed over. */
async function waiting(kind: "physical" | "service"): Promise<number> {
  const sold = await product(world, shop, { kind, name: "Clay pot" });
  const email = `payer${sold.id}@example.com`;
  const { id } = await paidOrder(world, shop, { source: "storefront", productId: sold.id, email });
  const data = { orderStatus: "processing", fulfillmentStatus: "unfulfilled" } as const;
  await world.db.order.update({ where: { id }, data });
  return id;
}

const told = (id: number) =>
  world.db.message.findMany({ where: { objectId: `order/${id}`, template: { startsWith: "handed_over" } } });

test("goods are handed over with a note, which the payer is told once, however often it is done", async () => {
  const id = await waiting("physical");
  const handed = await fulfilOrder(world, seller, id, "fulfilled", " Boda KMEA 123X ");
  expect(handed).toMatchObject({
    ...{ orderStatus: "completed", fulfillmentStatus: "fulfilled" },
    ...{ handedOverAt: world.clock.now(), handoverNote: "Boda KMEA 123X" },
  });
  await undoHandover(world, seller, id);
  await undoHandover(world, seller, id);
  await fulfilOrder(world, seller, id, "fulfilled", "Another rider");
  const messages = await told(id);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.body).toContain("Boda KMEA 123X");
});

test("it can be taken back for a day, and waits again", async () => {
  const id = await waiting("physical");
  const handed = await fulfilOrder(world, seller, id, "fulfilled");
  const later = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000);
  expect([mayUndoHandover(handed, later(23)), mayUndoHandover(handed, later(25))]).toEqual([true, false]);
  expect(await undoHandover(world, seller, id)).toMatchObject({
    ...{ orderStatus: "processing", fulfillmentStatus: "unfulfilled" },
    ...{ handedOverAt: null, handoverNote: null },
  });
  await fulfilOrder(world, seller, id, "fulfilled");
  await world.db.order.update({ where: { id }, data: { handedOverAt: later(-25) } });
  await expect(undoHandover(world, seller, id)).rejects.toThrow(/handover_stays/);
});

test("a service that was done needs no message, and a note is one line", async () => {
  const id = await waiting("service");
  await expect(fulfilOrder(world, seller, id, "fulfilled", "two\nlines")).rejects.toThrow(/note/);
  await fulfilOrder(world, seller, id, "fulfilled");
  expect(await told(id)).toEqual([]);
});

test("what was completed by itself was handed over by nobody", async () => {
  const { id } = await paidOrder(world, shop);
  const order = await world.db.order.findUniqueOrThrow({ where: { id } });
  expect(order.handedOverAt).toBeNull();
  await expect(undoHandover(world, seller, id)).rejects.toThrow(/handover_stays/);
});
