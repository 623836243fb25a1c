import { beforeEach, expect, test } from "vitest";
import { isEventType } from "@/lib/domain/event-types";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { webhookBody } from "@/lib/resources/webhook-event";
import { createKey } from "@/lib/services/people/keys/keys";
import { testInvoice } from "@/lib/testing/invoices";
import { paymentLink, product } from "@/lib/testing/products";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { createEndpoint } from "../webhooks/save-endpoint";
import { listTestSources, sendTestPayment, type TestOutcome, type TestSource } from "./send-test-payment";

const types = [
  "order.paid",
  "order.refunded",
  "order.refund_failed",
  "invoice.paid",
  "payment_link.completed",
];
let world: TestWorld;
let shop: TestStore;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
  const owner = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  await createKey(world, owner, { name: "Test", livemode: false });
  for (const caller of [shop.test, shop.live])
    await createEndpoint(world, caller, { url: "https://app.example.com/hooks", description: "", types });
});

const send = (what: TestSource, outcome: TestOutcome = "paid") =>
  sendTestPayment(world, shop.test, what, outcome);

/** The data of each event that was published, held against its description. */
async function told() {
  const rows = await world.db.event.findMany({
    where: { storeId: shop.store.id, objectId: { startsWith: "sample_" } },
    include: { deliveries: { include: { endpoint: true } } },
    orderBy: [{ createdAt: "asc" }, { sequence: "asc" }],
  });
  return rows.map(({ type, livemode, payload, deliveries }) => {
    if (!isEventType(type)) throw new Error(`${type} is no type.`);
    expect(webhookBody(type).strict().safeParse(JSON.parse(payload)).error, type).toBeUndefined();
    expect([livemode, JSON.parse(payload).data.livemode]).toEqual([false, false]);
    expect(deliveries.map(({ endpoint }) => endpoint.livemode)).toEqual([false]);
    return { type, data: JSON.parse(payload).data };
  });
}

test("a product's payment is an order of it, with its price and the fee of the plan", async () => {
  await world.db.plan.updateMany({
    where: { stores: { some: { id: shop.store.id } } },
    data: { feePpm: 20_000 },
  });
  const sold = await product(world, shop, { kind: "service" });
  const sent = await send({ kind: "product", id: sold.id });
  expect(sent).toMatchObject([{ type: "order.paid", endpoints: 1 }]);
  const [event] = await told();
  expect(event?.data).toMatchObject({
    ...{
      source: "storefront",
      order_status: "processing",
      payment_status: "paid",
      subtotal: event?.data.total,
    },
    items: [{ product_id: sold.id, name: sold.name, total: 5_000 }],
  });
  expect(event?.data.fee).toBe(100);
});

test("an invoice's payment tells the order, then the invoice; the invoice stays owed", async () => {
  const { id } = await testInvoice(world, shop.live);
  const sent = await send({ kind: "invoice", id });
  expect(sent.map(({ type }) => type)).toEqual(["order.paid", "invoice.paid"]);
  const [order, invoice] = await told();
  expect(order?.data).toMatchObject({ source: "invoice", invoice_id: id, total: invoice?.data.total });
  expect(invoice?.data).toMatchObject({ id, status: "paid", balance: 0 });
  expect(await world.db.invoice.findUniqueOrThrow({ where: { id } })).toMatchObject({
    paidMinor: 0n,
    paidAt: null,
  });
  await world.db.invoice.update({ where: { id }, data: { cancelledAt: world.clock.now() } });
  await expect(send({ kind: "invoice", id })).rejects.toThrow(Refusal);
});

test("the payment that takes a link's last place completes it", async () => {
  const link = await paymentLink(world, shop, { maxPayments: 1 });
  const sent = await send({ kind: "link", id: link.id });
  expect(sent.map(({ type }) => type)).toEqual(["order.paid", "payment_link.completed"]);
  const open = await paymentLink(world, shop);
  expect((await send({ kind: "link", id: open.id })).map(({ type }) => type)).toEqual(["order.paid"]);
  expect((await told()).map(({ data }) => data.payment_link_id ?? data.status)).toEqual([
    ...[link.id, "completed", open.id],
  ]);
});

test("refunds tell what they came to, a failed payment nothing, and none of them writes an order", async () => {
  const link = await paymentLink(world, shop);
  const what = { kind: "link", id: link.id } as const;
  expect(await send(what, "failed")).toEqual([]);
  await send(what, "refunded");
  await send(what, "refund_failed");
  const [refunded, failed] = await told();
  expect(refunded).toMatchObject({ type: "order.refunded", data: { payment_status: "refunded", net: 0 } });
  expect(refunded?.data.refunded_amount).toBe(refunded?.data.total);
  expect(failed).toMatchObject({ type: "order.refund_failed", data: { payment_status: "paid" } });
  expect(refunded?.data.id).not.toBe(failed?.data.id);
  expect(await world.db.order.count({ where: { storeId: shop.store.id } })).toBe(0);
  expect(await world.db.ledgerAccount.count({ where: { storeId: shop.store.id } })).toBe(0);
});

test("another store's things and plans are not found; the list has the store's own", async () => {
  const other = await testStore(world);
  const link = await paymentLink(world, other);
  await expect(send({ kind: "link", id: link.id })).rejects.toThrow(NotFound);
  await expect(send({ kind: "product", id: shop.products[0].id })).rejects.toThrow(NotFound);
  const own = await paymentLink(world, shop);
  expect(await listTestSources(world, shop.test)).toEqual([{ kind: "link", id: own.id, name: own.title }]);
});

test("without a test key nothing is sent", async () => {
  const other = await testStore(world);
  const link = await paymentLink(world, other);
  await world.db.store.update({ where: { id: other.store.id }, data: { testModeSince: null } });
  const sent = sendTestPayment(world, other.test, { kind: "link", id: link.id }, "paid");
  await expect(sent).rejects.toMatchObject({ code: "test_mode_off" });
});
