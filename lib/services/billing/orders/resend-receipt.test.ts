import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { resendReceipt } from "./fulfil";
import { readOrderHistory } from "./history";

const world = testWorld();
let shop: TestStore;
let seller: Seller;

beforeEach(async () => {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "support" };
});

const sent = (id: number) =>
  world.db.message.findMany({ where: { storeId: shop.store.id, objectId: `order/${id}` } });

test("a receipt goes out again, once a minute however often it is pressed, and who did it is in the history", async () => {
  const order = await paidOrder(world, shop, { email: "amina@example.com", phone: "+256772123456" });
  await resendReceipt(world, seller, order.id);
  await resendReceipt(world, seller, order.id);
  expect(
    (await sent(order.id)).map(({ channel, recipient, template }) => [channel, recipient, template]),
  ).toEqual([["email", "amina@example.com", "receipt_order"]]);
  world.clock.advance(60_000);
  await resendReceipt(world, seller, order.id);
  expect(await sent(order.id)).toHaveLength(2);
  const history = await readOrderHistory(world, seller, order);
  expect(history.map(({ what, by }) => [what, by])).toContainEqual([
    { did: "order_receipt_resent" },
    { name: "Olive Owner" },
  ]);
});

test("a store that sends no receipts by itself still sends one when a person wants it", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { sendsReceipts: false } });
  const order = await paidOrder(world, shop, { phone: "+256772123456" });
  await resendReceipt(world, seller, order.id);
  expect((await sent(order.id)).map(({ channel }) => channel)).toEqual(["sms"]);
});

test("there is none before the order is paid, none without an address, and none of another store's", async () => {
  const unpaid = await paidOrder(world, shop, { paymentStatus: "pending", email: "a@example.com" });
  await expect(resendReceipt(world, seller, unpaid.id)).rejects.toThrow(Invalid);
  const nobody = await paidOrder(world, shop);
  await expect(resendReceipt(world, seller, nobody.id)).rejects.toThrow(Invalid);
  const other = await testStore(world);
  const stranger: Seller = { ...other.live, userId: other.owner.id, role: "owner" };
  await expect(resendReceipt(world, stranger, nobody.id)).rejects.toThrow(NotFound);
});
