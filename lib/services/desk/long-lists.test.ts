import { beforeAll, describe, expect, test } from "vitest";
import { listInvoices } from "@/lib/services/billing/invoices/read";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import type { Counting, Page } from "@/lib/services/core/list";
import type { Caller } from "@/lib/services/core/world";
import { listCustomers, listPaidCustomers } from "@/lib/services/people/customers/list";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";

const world = testWorld();
const length = 10_030;
let shop: TestStore;

/** Written as rows: made one by one, so many would take minutes. */
beforeAll(async () => {
  shop = await testStore(world);
  await fill(shop, length);
  await fill(await testStore(world), 40);
}, 60_000);

async function fill({ store, accountId, products }: TestStore, rows: number): Promise<void> {
  const values = [accountId, rows, world.clock.now()];
  await world.pool.query(
    `INSERT INTO customers (account_id, livemode, name, phone, source, added_in, customer_since, created_at, updated_at)
     SELECT $1, true, 'Buyer ' || n, '+256700' || lpad(n::text, 6, '0'), 'import', CASE WHEN n <= 30 THEN $4::int END,
       $3::timestamptz, $3, $3 FROM generate_series(1, $2::int) n`,
    [...values, store.id],
  );
  await world.pool.query(
    `INSERT INTO invoices (store_id, account_id, token, number, customer_name, currency, subtotal_minor, total_minor,
       created_at, updated_at)
     SELECT $4, $1, 'long' || $4::int || '/' || n, 'INV-' || n, 'Buyer ' || n, 'UGX', 100, 100, $3::timestamptz, $3
     FROM generate_series(1, $2::int) n`,
    [...values, store.id],
  );
  await world.pool.query(
    `INSERT INTO subscriptions (id, store_id, account_id, livemode, product_id, customer_id, ref, status, interval,
       currency, amount_minor, anchor_at, anchor_periods, started_at, current_period_start, current_period_end,
       grace_ends_at, payments_count, total_paid_minor, created_at, updated_at)
     SELECT 'sub_' || lpad($4::int || n::text, 22, '0'), $4, $1, true, $5, id, 'user_' || n,
       'past_due'::subscription_status, 'month', 'UGX', 100, begun, 1, begun, begun,
       $3::timestamptz - interval '1 hour', $3::timestamptz + interval '47 hours', 1, 100, begun, begun
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM customers WHERE account_id = $1) made,
       LATERAL (SELECT $3::timestamptz - interval '1 month' AS begun) at WHERE n <= $2::int`,
    [...values, store.id, products[0].id],
  );
}

type Ask = (caller: Caller, page: Page, counting?: Counting) => ReturnType<typeof found>;

async function found(list: Promise<{ rows: unknown[]; total: number; isMore?: boolean }>) {
  const { rows, total, isMore } = await list;
  return { rows, total, isMore };
}

/** With how far beyond its page each is counted. */
const lists: [string, number, Ask][] = [
  ["customers", 10_000, (caller, ...how) => found(listCustomers(world, caller, {}, ...how))],
  [
    "customers, by what all phones have",
    1_000,
    (caller, ...how) => found(listCustomers(world, caller, { search: "0700" }, ...how)),
  ],
  ["invoices", 10_000, (caller, ...how) => found(listInvoices(world, caller, {}, ...how))],
  [
    "invoices, by what all names have",
    1_000,
    (caller, ...how) => found(listInvoices(world, caller, { search: "buyer" }, ...how)),
  ],
  ["subscriptions", 10_000, (caller, ...how) => found(listSubscriptions(world, caller, {}, ...how))],
  [
    "subscriptions in grace",
    10_000,
    (caller, ...how) => found(listSubscriptions(world, caller, { status: "past_due" }, ...how)),
  ],
];

describe.each(lists)("a long list of %s", (_name, ahead, ask) => {
  const first = { skip: 0, take: 25 };

  test("is counted out for the public API, and a number of rows beyond its page for the dashboard", async () => {
    expect(await ask(shop.live, first)).toMatchObject({ total: length });
    expect(await ask(shop.live, first, "as a log")).toMatchObject({ total: ahead, isMore: true });
    const next = await ask(shop.live, { skip: 25, take: 25 }, "as a log");
    expect(next).toMatchObject({ total: ahead + 25, isMore: true });
    const last = await ask(shop.live, { skip: 10_025, take: 25 }, "as a log");
    expect(last).toMatchObject({ total: length, isMore: false });
    expect(last.rows).toHaveLength(5);
  });

  test("has the same rows in the same order, however it is counted", async () => {
    for (const page of [first, { skip: 25, take: 25 }, { skip: 10_025, take: 25 }])
      expect((await ask(shop.live, page, "as a log")).rows).toEqual((await ask(shop.live, page)).rows);
  });
});

test("who is limited to a store has its customers counted, and nobody else's", async () => {
  const limited = { ...shop.live, onlyStores: [shop.store.id] };
  const elsewhere = { ...shop.live, onlyStores: [0] };
  const page = { skip: 0, take: 25 };
  await world.db.subscription.deleteMany({ where: { storeId: shop.store.id } });
  expect(await listPaidCustomers(world, limited, {}, page)).toMatchObject({ total: 30, isMore: false });
  expect(await listPaidCustomers(world, elsewhere, {}, page)).toEqual({ rows: [], total: 0, isMore: false });
});
