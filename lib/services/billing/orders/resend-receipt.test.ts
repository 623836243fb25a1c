import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import type { Seller } from "@/lib/services/people/accounts/seller";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { ordersCsv } from "./csv";
import { readOrderHistory } from "./history";
import { resendReceipt } from "./resend-receipt";

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

test("the file of orders has the rows of the list with its filters, over more than one batch", async () => {
  await paidOrder(world, shop, { name: "=Amina", email: "amina@example.com" });
  await paidOrder(world, shop, { name: "Ben", paymentStatus: "failed" });
  const file = async (filters: Parameters<typeof ordersCsv>[2]) => {
    let text = "";
    for await (const piece of ordersCsv(world, seller, filters, "Africa/Kampala")) text += piece;
    return text.trim().split("\r\n");
  };
  const paid = await file({ paymentStatus: "paid" });
  expect(paid).toHaveLength(2);
  expect(paid[1]).toBe(
    "ORD-000001,'=Amina,amina@example.com,,Gold,subscription,mobile_money,paid,completed,fulfilled,UGX,50000,750," +
      "49250,0,,,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00",
  );
  const { id: customerId } = await world.db.customer.findFirstOrThrow({
    where: { accountId: shop.accountId },
  });
  await world.pool.query(
    `INSERT INTO orders (store_id, account_id, livemode, number, short_number, receipt_token, customer_id,
       payment_method, source, currency, subtotal_minor, total_minor, net_minor, created_at, updated_at)
     SELECT $1, $2, true, 'BULK-' || n, n::text, $4 || n, $3, 'cash', 'manual', 'UGX', 1, 1, 1, $5, $5
     FROM generate_series(1, 2500) n`,
    [shop.store.id, shop.accountId, customerId, shop.store.slug, world.clock.now()],
  );
  const all = await file({});
  expect(all).toHaveLength(2503);
  expect(new Set(all).size).toBe(2503);
});
