import { beforeEach, describe, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { listOrders, type OrderFilters } from "./list";
import { readOrder } from "./read";

const world = testWorld();
const all = { skip: 0, take: 100 };
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
});

async function numbers(filters: OrderFilters): Promise<string[]> {
  return (await listOrders(world, shop.live, filters, all)).rows.map(({ number }) => number);
}

describe("the list of orders", () => {
  test("is newest first, in pages that hold every order once", async () => {
    for (let count = 0; count < 5; count += 1) {
      await paidOrder(world, shop);
      world.clock.advance(1000);
    }
    const pages = await Promise.all(
      [0, 2, 4].map((skip) => listOrders(world, shop.live, {}, { skip, take: 2 })),
    );
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect(pages.flatMap(({ rows }) => rows.map(({ number }) => number))).toEqual([
      "ORD-000005",
      "ORD-000004",
      "ORD-000003",
      "ORD-000002",
      "ORD-000001",
    ]);
  });

  test("is filtered by payment status, source, the customer's e-mail and a product", async () => {
    await paidOrder(world, shop, { email: "amina@example.com" });
    await paidOrder(world, shop, { paymentStatus: "failed", productId: shop.products[1].id });
    await paidOrder(world, shop, { source: "payment_link" });
    expect(await numbers({ paymentStatus: "failed" })).toEqual(["ORD-000002"]);
    expect(await numbers({ source: "payment_link" })).toEqual(["ORD-000003"]);
    expect(await numbers({ email: "amina@example.com" })).toEqual(["ORD-000001"]);
    expect(await numbers({ productId: shop.products[1].id })).toEqual(["ORD-000002"]);
    expect(await numbers({ productId: shop.products[1].id, paymentStatus: "paid" })).toEqual([]);
  });

  test("created_after takes the instant itself, created_before does not", async () => {
    const first = world.clock.now();
    await paidOrder(world, shop);
    world.clock.advance(60_000);
    const second = world.clock.now();
    await paidOrder(world, shop);
    expect(await numbers({ createdAfter: second })).toEqual(["ORD-000002"]);
    expect(await numbers({ createdBefore: second })).toEqual(["ORD-000001"]);
    expect(await numbers({ createdAfter: first, createdBefore: first })).toEqual([]);
  });

  test("is searched by number, name and phone, and a percent sign means itself", async () => {
    await paidOrder(world, shop, { name: "Achieng 100% Otieno", phone: "+256772123456" });
    await paidOrder(world, shop, { name: "Brian" });
    expect(await numbers({ search: "ord-000001" })).toEqual(["ORD-000001"]);
    for (const part of ["RD-0000", "000001", "-000001"])
      expect(await numbers({ search: part })).toContain("ORD-000001");
    expect(await numbers({ search: "d-000002" })).toEqual(["ORD-000002"]);
    expect(await numbers({ search: "0772 123 456" })).toEqual(["ORD-000001"]);
    expect(await numbers({ search: "achieng" })).toEqual(["ORD-000001"]);
    expect(await numbers({ search: "%" })).toEqual(["ORD-000001"]);
    expect(await numbers({ search: "_" })).toEqual([]);
    // A text that is in the phones of everybody is counted to some number, like what else nobody counts ahead.
    const found = await listOrders(world, shop.live, { search: "achieng" }, { skip: 0, take: 25 });
    expect(found).toMatchObject({ total: 1, isMore: false });
  });

  test("a product of another store is refused, not an empty list", async () => {
    const other = await testStore(world);
    await expect(numbers({ productId: other.products[0].id })).rejects.toThrow(Invalid);
  });

  test("another store's orders are not there, nor are any for a test key", async () => {
    const order = await paidOrder(world, await testStore(world));
    expect(await numbers({})).toEqual([]);
    await expect(readOrder(world, shop.live, order.id)).rejects.toThrow(NotFound);
    const own = await paidOrder(world, shop);
    expect((await listOrders(world, shop.test, {}, all)).rows).toEqual([]);
    await expect(readOrder(world, shop.test, own.id)).rejects.toThrow(NotFound);
  });

  test("one order is found by its id and by its number", async () => {
    const order = await paidOrder(world, shop);
    expect((await readOrder(world, shop.live, order.id)).number).toBe("ORD-000001");
    expect((await readOrder(world, shop.live, "ORD-000001")).id).toBe(order.id);
    await expect(readOrder(world, shop.live, "0001")).rejects.toThrow(NotFound);
  });
});
