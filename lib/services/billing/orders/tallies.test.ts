import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { OrderRow } from "@/lib/db/rows";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { listOrders, type OrderFilters } from "./list";

const orders = 2_400;
let world: TestWorld;
let shop: TestStore;
/** All there is, newest first. */
let all: { id: number; at: number; status: string; source: string; productIds: number[] }[];

beforeAll(async () => {
  world = testWorld();
  shop = await testStore(world);
  const { customerId } = await paidOrder(world, shop);
  await paidOrder(world, await testStore(world));
  const { storeId, accountId } = shop.live;
  // Over twenty days, several at the same instant, many at midnight.
  await world.pool.query(
    `INSERT INTO orders (store_id, account_id, number, short_number, receipt_token, customer_id, payment_status,
       payment_method, source, currency, subtotal_minor, total_minor, net_minor, created_at, updated_at)
     SELECT $1, $2, 'T-' || n, 'T' || n, 't' || n, $3, 'pending', 'mobile_money',
       (ARRAY['subscription', 'payment_link', 'storefront'])[1 + n % 3]::source, 'UGX', 50000, 50000, 50000,
       $4::timestamptz - (n / 5) * interval '1 hour', $4
     FROM generate_series(0, $5::int - 1) n`,
    [storeId, accountId, customerId, "2026-03-01T00:00:00Z", orders],
  );
  await world.pool.query(
    `INSERT INTO order_items (store_id, order_id, position, product_id, name, quantity, unit_price_minor, total_minor)
     SELECT store_id, id, position, product_id, 'x', 1, 25000, 25000 FROM orders o,
       LATERAL (VALUES (0, $2::int), (1, CASE WHEN id % 7 = 0 THEN $3::int WHEN id % 11 = 0 THEN $2 END)) made (position, product_id)
     WHERE store_id = $1 AND number LIKE 'T-%'`,
    [storeId, shop.products[0].id, shop.products[1].id],
  );
  // What happens to orders afterwards is counted too: statuses change, lines and orders go.
  await world.pool.query("UPDATE orders SET payment_status = 'paid' WHERE id % 4 > 0 AND store_id = $1", [
    storeId,
  ]);
  await world.pool.query(
    "UPDATE orders SET payment_status = 'refunded' WHERE id % 40 = 1 AND store_id = $1",
    [storeId],
  );
  await world.pool.query(
    "DELETE FROM order_items WHERE order_id % 13 = 0 AND position = 0 AND store_id = $1",
    [storeId],
  );
  await world.pool.query(
    "UPDATE order_items SET product_id = $2 WHERE order_id % 19 = 0 AND position = 0 AND store_id = $1",
    [storeId, shop.products[1].id],
  );
  await world.pool.query("DELETE FROM order_items WHERE order_id % 17 = 0 AND store_id = $1", [storeId]);
  await world.pool.query("DELETE FROM orders WHERE id % 17 = 0 AND number LIKE 'T-%' AND store_id = $1", [
    storeId,
  ]);
  const rows = await world.db.order.findMany({
    where: { storeId },
    include: { items: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  all = rows.map((row) => ({
    id: row.id,
    at: row.createdAt.getTime(),
    status: row.paymentStatus,
    source: row.source,
    productIds: row.items.flatMap(({ productId }) => productId ?? []),
  }));
});

function expected({ paymentStatus, source, productId, createdAfter, createdBefore }: OrderFilters): number[] {
  const found = all.filter(
    (one) =>
      (!paymentStatus || one.status === paymentStatus) &&
      (!source || one.source === source) &&
      (productId === undefined || one.productIds.includes(productId)) &&
      (!createdAfter || one.at >= createdAfter.getTime()) &&
      (!createdBefore || one.at < createdBefore.getTime()),
  );
  const ids = found.map(({ id }) => id);
  return productId === undefined ? ids : ids.sort((a, b) => b - a);
}

const hour = 3_600_000;
const start = Date.parse("2026-02-07T00:00:00Z");
const instants = fc.oneof(
  fc.integer({ min: 0, max: 24 * 25 }).map((hours) => new Date(start + hours * hour)),
  fc.integer({ min: 0, max: 25 }).map((days) => new Date(start + days * 24 * hour)),
  fc.integer({ min: 0, max: 24 * 25 * hour }).map((ms) => new Date(start + ms)),
);
const statuses: OrderRow["paymentStatus"][] = ["pending", "paid", "refunded", "failed"];
const sources: OrderRow["source"][] = ["subscription", "payment_link", "storefront", "invoice"];
const cases = fc.record({
  filters: fc.record(
    {
      paymentStatus: fc.constantFrom(...statuses),
      source: fc.constantFrom(...sources),
      product: fc.constantFrom(0, 1),
      createdAfter: instants,
      createdBefore: instants,
    },
    { requiredKeys: [] },
  ),
  skip: fc.integer({ min: 0, max: orders }),
});

async function isAsCounted(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(cases, async ({ filters: { product, ...rest }, skip }) => {
      const filters = {
        ...rest,
        ...(product === undefined ? {} : { productId: shop.products[product]?.id }),
      };
      const { rows, total } = await listOrders(world, shop.live, filters, { skip, take: 10 });
      const wanted = expected(filters);
      expect(total).toBe(wanted.length);
      expect(rows.map(({ id }) => id)).toEqual(wanted.slice(skip, skip + 10));
    }),
    { numRuns: runs },
  );
}

describe("totals and pages", () => {
  test("are those of counting one by one, whatever is asked for and however deep", async () => {
    await isAsCounted(150);
  }, 60_000);

  test("stay so while two sum at once and orders change", async () => {
    const [some] = all;
    const flip = async (paymentStatus: OrderRow["paymentStatus"]) => {
      await world.db.order.update({ where: { id: some?.id ?? 0 }, data: { paymentStatus } });
    };
    await Promise.all([
      sumDue(world),
      flip("pending")
        .then(() => flip("paid"))
        .then(() => flip("pending")),
      sumDue(world),
    ]);
    if (some) some.status = "pending";
    await isAsCounted(60);
  }, 60_000);

  test("there are none for a caller in test mode", async () => {
    expect(await listOrders(world, shop.test, {}, { skip: 0, take: 10 })).toEqual({ rows: [], total: 0 });
  });
});

test("many orders of one store at once wait for no counter", async () => {
  const other = await testStore(world);
  const before = await listOrders(world, other.live, {}, { skip: 0, take: 1 });
  await Promise.all(Array.from({ length: 20 }, () => paidOrder(world, other)));
  const after = await listOrders(world, other.live, { paymentStatus: "paid" }, { skip: 0, take: 50 });
  expect([before.total, after.total, after.rows.length]).toEqual([0, 20, 20]);
});
