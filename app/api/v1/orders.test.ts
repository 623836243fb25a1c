import { beforeAll, expect, test } from "vitest";
import type { OrderRow } from "@/lib/db/rows";
import { newShop, type Shop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { paidOrder } from "@/lib/testing/order";

const { world, call, shop, live, trial } = await openApi();
let first: OrderRow;
let second: OrderRow;
let third: OrderRow;

beforeAll(async () => {
  first = await paidOrder(world, shop, { email: "amina@example.com", phone: "+256772123456" });
  world.clock.advance(86_400_000);
  const productId = shop.products[1].id;
  second = await paidOrder(world, shop, { email: "ben@example.com", source: "storefront", productId });
  world.clock.advance(86_400_000);
  third = await paidOrder(world, shop, { paymentStatus: "pending" });
});

const get = (path: string) => live("GET", path);

test("an order has the members of the spec", async () => {
  const { status, body } = await get(`/orders/${first.id}`);
  expect(status).toBe(200);
  expect(body).toEqual({
    data: {
      id: first.id,
      object: "order",
      number: first.number,
      short_number: first.shortNumber,
      payment_status: "paid",
      order_status: "completed",
      fulfillment_status: "fulfilled",
      payment_method: "mobile_money",
      settlement: "wallet",
      fiscal: null,
      source: "subscription",
      currency: "UGX",
      subtotal: 50_000,
      discount: 0,
      discount_code: null,
      tax: null,
      shipping_fee: 0,
      total: 50_000,
      fee: 750,
      net: 49_250,
      refunded_amount: 0,
      customer: {
        id: first.customerId,
        name: "Amina",
        email: "amina@example.com",
        phone: "+256772123456",
      },
      items: [
        {
          ...{ product_id: shop.products[0].id, name: "Gold", quantity: 1 },
          ...{ unit_price: 50_000, total: 50_000, download_url: null },
        },
      ],
      payment_link_id: null,
      invoice_id: null,
      subscription_id: null,
      receipt_url: `http://localhost:3000/receipt/${first.receiptToken}`,
      created_at: "2026-03-02T09:30:00+00:00",
      updated_at: "2026-03-02T09:30:00+00:00",
    },
  });
});

test("what a seller keeps is told after refunds, and is nothing before an order is paid", async () => {
  const part = await paidOrder(world, await newShopOf(), {});
  await world.db.order.update({
    where: { id: part.id },
    data: { refundedMinor: 10_000n, paymentStatus: "partially_refunded" },
  });
  expect(await amounts(part)).toEqual({ fee: 600, net: 39_400, refunded_amount: 10_000 });
  await world.db.order.update({
    where: { id: part.id },
    data: { refundedMinor: 50_000n, paymentStatus: "refunded" },
  });
  expect(await amounts(part)).toEqual({ fee: 0, net: 0, refunded_amount: 50_000 });
  for (const paymentStatus of ["pending", "failed", "expired"] as const) {
    const unpaid = await paidOrder(world, other, { paymentStatus });
    expect(await amounts(unpaid)).toEqual({ fee: 0, net: 0, refunded_amount: 0 });
  }
});

let other: Shop;

async function newShopOf(): Promise<Shop> {
  other = await newShop(world);
  return other;
}

async function amounts({ id }: { id: number }) {
  const { fee, net, refunded_amount } = (await call("GET", `/orders/${id}`, { key: other.liveKey })).body
    .data;
  return { fee, net, refunded_amount };
}

test("an order is found by its number as by its id", async () => {
  expect((await get(`/orders/${first.number}`)).body).toEqual((await get(`/orders/${first.id}`)).body);
  for (const wrong of ["ORD-999999", first.number.toLowerCase(), "2147483648", "0", "-", "a_b"]) {
    expect([wrong, (await get(`/orders/${wrong}`)).status]).toEqual([wrong, 404]);
  }
});

test("the same number of another store is another order", async () => {
  const other = await newShop(world);
  const theirs = await paidOrder(world, other);
  expect(theirs.number).toBe(first.number);
  expect((await call("GET", `/orders/${theirs.number}`, { key: other.liveKey })).body.data.id).toBe(
    theirs.id,
  );
  expect((await get(`/orders/${theirs.number}`)).body.data.id).toBe(first.id);
});

test("every filter of the spec narrows the list, which is newest first and paged", async () => {
  const ids = async (query: string) =>
    (await get(`/orders?${query}`)).body.data.map((one: { id: number }) => one.id);
  expect(await ids("")).toEqual([third.id, second.id, first.id]);
  expect(await ids("payment_status=paid")).toEqual([second.id, first.id]);
  expect(await ids("email=%20BEN@example.com")).toEqual([second.id]);
  expect(await ids(`product_id=${shop.products[1].id}`)).toEqual([second.id]);
  expect(await ids("source=subscription&payment_status=paid")).toEqual([first.id]);
  expect(await ids("created_after=2026-03-03")).toEqual([third.id, second.id]);
  expect(await ids("created_before=2026-03-03")).toEqual([first.id]);
  expect(await ids("created_after=2026-03-03T09:30:00%2B00:00")).toEqual([third.id, second.id]);
  expect(await ids("created_before=2026-03-03T09:30:00Z")).toEqual([first.id]);
  expect(await ids("created_after=2026-03-02T12:30:00+03:00&created_before=2026-03-04")).toEqual([
    second.id,
    first.id,
  ]);
  const { links, meta } = (await get("/orders?payment_status=paid&per_page=1")).body;
  expect(meta).toEqual({ current_page: 1, last_page: 2, per_page: 1, total: 2 });
  expect(links.next).toBe("http://localhost:3000/api/v1/orders?payment_status=paid&per_page=1&page=2");
});

test("a filter that cannot be is a 422 on its name", async () => {
  const wrong =
    "payment_status=x&product_id=2147483647&source=ebay&created_after=yesterday&created_before=2026-02-30";
  expect(Object.keys((await get(`/orders?${wrong}`)).body.errors).sort()).toEqual([
    "created_after",
    "created_before",
    "payment_status",
    "source",
  ]);
  const foreign = await get("/orders?product_id=2147483647");
  expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ["product_id"]]);
});

test("a test key is refused", async () => {
  for (const path of ["/orders", `/orders/${first.id}`]) {
    const answer = await trial("GET", path);
    expect([answer.status, answer.body.error]).toEqual([403, "live_key_required"]);
  }
});
