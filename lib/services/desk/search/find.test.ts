import { beforeAll, expect, test } from "vitest";
import { composeId, composeToken, composeUuid } from "@/lib/domain/token";
import { readPaidBy } from "@/lib/services/billing/orders/read";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { paidOrder } from "@/lib/testing/order";
import { paymentLink, product, sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { find } from "./find";

const world = testWorld();
let shop: TestStore;
let other: TestStore;
let order: Awaited<ReturnType<typeof paidOrder>>;

beforeAll(async () => {
  [shop, other] = [await testStore(world), await testStore(world)];
  const amina = { name: "Amina Ọlá Okello", email: "amina@example.com", phone: "+256772123456" };
  order = await paidOrder(world, shop, amina);
  await paidOrder(world, other, amina);
  await paidSubscription(world, shop, { livemode: true, ref: "user_41", email: "amina@example.com" });
  await paidSubscription(world, shop, { livemode: false, ref: "user_41", email: "amina@example.com" });
  await sentInvoice(world, shop, { customerName: "Amina Okello" });
  await sentInvoice(world, other, { customerName: "Amina Okello" });
  await paymentLink(world, shop, { title: "Swimming 100% fun" });
  await paymentLink(world, shop, { title: "Swimming, deleted", deletedAt: world.clock.now() });
  await product(world, shop, { name: "Swim cap" });
});

/** How many of each kind this text finds; kinds without any are left out. */
async function found(typed: string, caller = shop.live) {
  const all = Object.entries(await find(world, caller, typed, "en")).map(([kind, rows]) => [
    kind,
    rows.length,
  ]);
  return Object.fromEntries(all.filter(([, count]) => count !== 0));
}
const aminas = { customers: 1, orders: 1, subscriptions: 1 };

test.each([
  ["a part of a name, in any case", "amina", { ...aminas, invoices: 1 }],
  ["a name with its tone marks", "Ọlá", aminas],
  ["a whole e-mail, in any case", " AMINA@example.com ", aminas],
  ["a part of an e-mail", "amina@", aminas],
  ["a phone as people write it at home", "0772 123456", aminas],
  ["a phone with its code", "+256 772 123 456", aminas],
  ["the last digits of a phone", "3456", aminas],
  ["a ref, exactly", "user_41", { subscriptions: 1 }],
  ["a part of a ref finds nothing: it may be anybody's", "user_4", {}],
  ["the number of an invoice", "inv-000001", { invoices: 1 }],
  ["a number as it is read out", "ord 1", { orders: 1 }],
  ["a bare number, of whatever has it", "1", { invoices: 1, orders: 1, links: 1 }],
  ["a title, where % means itself", "100% f", { links: 1 }],
  ["links and products by a part of their names; deleted ones are gone", "swim", { links: 1, products: 1 }],
  ["one letter", "a", {}],
  ["nothing that a store has", "zzzz", {}],
])("%s", async (_, typed, expected) => {
  expect(await found(typed)).toEqual(expected);
});

test("an order is found by its number, and a subscription by its id", async () => {
  expect((await find(world, shop.live, order.number, "en")).orders.map(({ id }) => id)).toEqual([order.id]);
  const [subscription] = (await find(world, shop.live, "user_41", "en")).subscriptions;
  expect(await found(subscription?.id ?? "")).toEqual({ subscriptions: 1 });
});

test("a payment is found by the code in the network's message, and by the provider's own reference", async () => {
  const attempt = { network: "mtn_ug", receipt: "SBX31285ECA9B", railRef: "pi_3PabcDEF" };
  await addAttempt(order, attempt);
  await addAttempt(await paidOrder(world, other, { name: "Baraka" }), { ...attempt, railRef: "pi_3PabcDEG" });
  for (const typed of ["SBX31285ECA9B", "sbx31285eca9b", " SBX31 ", "pi_3Pabc"])
    expect((await find(world, shop.live, typed, "en")).orders.map(({ id }) => id)).toEqual([order.id]);
  expect(await found("SBX3")).toEqual({});
  expect(await found("31285ECA9B")).toEqual({});
  const paidBy = await readPaidBy(world, shop.live, [order.id]);
  expect(paidBy.get(order.id)).toMatchObject({ code: "SBX31285ECA9B", isNetworkCode: true });
});

test.each(["50000", "50,000", "UGX 50000", "50 000 UGX", "ugx 50,000"])(
  "an order and an invoice are found by their amount: %s",
  async (typed) => {
    expect((await find(world, shop.live, typed, "en")).orders.map(({ id }) => id)).toEqual([order.id]);
  },
);

test("an amount in another currency is another amount", async () => {
  expect((await find(world, shop.live, "KES 50000", "en")).orders).toEqual([]);
});

test.each(["0772", "+256772", "256772", "00256772", "077 212", "123456", "3456"])(
  "a phone is found by how it begins or ends: %s",
  async (typed) => {
    const { customers } = await find(world, shop.live, typed, "en");
    expect(customers.map(({ phone }) => phone)).toEqual(["+256772123456"]);
  },
);

test("an event and a request are found by their ids, in either mode, in their store alone", async () => {
  const event = await world.db.event.findFirstOrThrow({
    where: { storeId: shop.live.storeId, livemode: false },
  });
  expect((await find(world, shop.live, event.id, "en")).events).toEqual([
    { id: event.id, type: event.type, livemode: false },
  ]);
  expect(await found(event.id, other.live)).toEqual({});
  const now = world.clock.now();
  const requestId = composeId("req_", now.getTime(), world.random.bytes(24));
  const line = {
    livemode: false,
    requestId,
    method: "GET",
    path: "/api/v1/access",
    status: 422,
    durationMs: 4,
  };
  await world.db.requestLogEntry.create({ data: { ...line, storeId: shop.live.storeId, createdAt: now } });
  expect((await find(world, shop.live, requestId, "en")).requests).toMatchObject([
    { requestId, status: 422 },
  ]);
  expect(await found(requestId, other.live)).toEqual({});
  const support: Seller = { ...shop.live, userId: 1, role: "support" };
  for (const id of [event.id, requestId]) expect(await found(id, support)).toEqual({});
});

async function addAttempt(
  { id: orderId, storeId }: { id: number; storeId: number },
  data: { network: string; receipt: string; railRef: string },
) {
  const money = { currency: "UGX", amountMinor: 50_000n };
  const way = { rail: "sandbox", method: "mobile_money" as const, status: "succeeded" as const };
  const { random, clock } = world;
  const names = { id: composeUuid(random.bytes(16)), token: composeToken(random.bytes(24)) };
  await world.db.paymentAttempt.create({
    data: { ...names, ...money, ...way, ...data, orderId, storeId, createdAt: clock.now() },
  });
}

test("what belongs to another account is never found, nor test data in live", async () => {
  const theirs = await find(world, other.live, "amina", "en");
  expect(theirs.orders.map(({ storeId }) => storeId)).toEqual([other.store.id]);
  expect(theirs.subscriptions).toEqual([]);
  expect(await found(order.number, { ...other.live, storeId: other.store.id })).not.toHaveProperty(
    "customers",
  );
});

test("a whole number or address is found among all; a part of a name among the newest 20,000", async () => {
  const { accountId, storeId } = other.live;
  const { id: customerId } = await world.db.customer.findFirstOrThrow({ where: { accountId } });
  await world.pool.query(
    `INSERT INTO customers (account_id, livemode, name, email, source, customer_since, created_at, updated_at)
     SELECT $1, true, 'Customer ' || n, 'c' || n || '@example.com', 'import', now(), now(), now()
     FROM generate_series(1, 60000) n`,
    [accountId],
  );
  await world.pool.query(
    `INSERT INTO orders (store_id, account_id, livemode, number, short_number, receipt_token, customer_id,
       payment_method, source, currency, subtotal_minor, total_minor, net_minor, created_at, updated_at)
     SELECT $1, $2, true, 'ORD-' || (900000 + n), n::text, 'receipt' || n, $3,
       'cash', 'manual', 'UGX', 1, 1, 1, now(), now()
     FROM generate_series(1, 60000) n`,
    [storeId, accountId, customerId],
  );
  expect((await find(world, other.live, "ORD-955555", "en")).orders).toHaveLength(1);
  expect((await find(world, other.live, "amina@example.com", "en")).customers).toHaveLength(1);
  expect((await find(world, other.live, "Customer 40001", "en")).customers).toHaveLength(1);
  expect((await find(world, other.live, "Customer 40000", "en")).customers).toEqual([]);
  expect((await find(world, other.live, "c40000@example.com", "en")).customers).toHaveLength(1);
});
