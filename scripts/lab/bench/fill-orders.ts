import type { Client } from "pg";
import { withClient } from "@/lib/db/connect";
import { fillKeys, makeStores, sumFilled } from "./fill";

export interface FilledOrders {
  /** The store that has half of all orders, and its live keys. */
  storeId: number;
  keys: string[];
  /** Of that store. */
  orders: number;
  /** A product that is in half of the store's orders, and one that is in one of 2,500. */
  commonProductId: number;
  rareProductId: number;
  /** A customer of that store. */
  email: string;
}

const stores = 50;
const batch = 500_000;
const ordersPerCustomer = 5;

/**
 * Writes stores with orders directly to the database: `orders` in all over three years, half of them in one store, the
 * others in 49, each with one line and its customer. What triggers would mark is summed afterwards.
 */
export async function fillOrders(databaseUrl: string, orders: number): Promise<FilledOrders> {
  return withClient(databaseUrl, async (client) => {
    const storeIds = await makeStores(client, stores, "orders");
    const [storeId = 0] = storeIds;
    const keys = await fillKeys(client, [storeId]);
    await client.query(productsSql, [storeIds]);
    await client.query(customersSql, [storeIds, Math.ceil(orders / ordersPerCustomer)]);
    await client.query("SET session_replication_role = replica");
    for (let from = 0; from < orders; from += batch)
      await client.query(ordersSql, [storeIds, from, Math.min(from + batch, orders) - 1, orders]);
    await client.query(itemsSql, [storeIds]);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM (ANALYZE) orders, order_items, customers");
    await sumFilled(databaseUrl);
    await client.query("CHECKPOINT");
    return { storeId, keys, ...(await found(client, storeId)) };
  });
}

async function found(client: Client, storeId: number) {
  const products = await client.query<{ id: number }>(
    "SELECT id FROM products WHERE store_id = $1 ORDER BY id",
    [storeId],
  );
  const { rows } = await client.query<{ email: string; orders: number }>(
    `SELECT c.email, (SELECT count(*)::int FROM orders WHERE store_id = $1) AS orders
     FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.store_id = $1 ORDER BY o.id LIMIT 1`,
    [storeId],
  );
  const [common, rare] = products.rows.map(({ id }) => id);
  return {
    orders: rows[0]?.orders ?? 0,
    email: rows[0]?.email ?? "",
    commonProductId: common ?? 0,
    rareProductId: rare ?? 0,
  };
}

/** The n-th thing is the first store's when n is even, else one of the others in turn. */
const storeOf = (n: string) =>
  `($1::int[])[1 + CASE WHEN ${n} % 2 = 0 THEN 0 ELSE 1 + (${n} / 2) % ${stores - 1} END]`;

const productsSql = `
  INSERT INTO products (store_id, token, name, kind, currency, price_minor, created_at, updated_at)
  SELECT id, 'orders' || id || '/' || n, 'Product ' || n, 'digital', 'UGX', 50000, now(), now()
  FROM unnest($1::int[]) id, generate_series(1, 3) n`;

/** Names of two words out of some thousands, as people search for them. */
const customersSql = `
  INSERT INTO customers (account_id, livemode, name, email, phone, source, customer_since, created_at, updated_at)
  SELECT s.account_id, true, initcap(substr(md5(n::text), 1, 6)) || ' ' || initcap(substr(md5((n % 5000)::text), 8, 7)),
    'c' || n || '@example.com', '+2567' || lpad(n::text, 8, '0'), 'subscription', now(), now(), now()
  FROM generate_series(0, $2::int - 1) n JOIN stores s ON s.id = ${storeOf("n")}`;

const ordersSql = `
  INSERT INTO orders (store_id, account_id, livemode, number, short_number, receipt_token, customer_id, payment_status,
    order_status, fulfillment_status, payment_method, source, currency, subtotal_minor, total_minor, fee_minor, net_minor,
    paid_at, created_at, updated_at)
  SELECT s.id, s.account_id, true, 'ORD-' || lpad(n::text, 8, '0'), right(n::text, 4), 'bench' || n,
    (SELECT c.id FROM customers c WHERE c.account_id = s.account_id AND c.livemode
      AND c.email = 'c' || (n % 2 + (n / 2 % ($4::int / ${ordersPerCustomer * 2 * (stores - 1)} * ${stores - 1})) * 2) || '@example.com'),
    (CASE WHEN h < 900 THEN 'paid' WHEN h < 960 THEN 'expired' WHEN h < 990 THEN 'failed' WHEN h < 998 THEN 'refunded'
      ELSE 'partially_refunded' END)::payment_status,
    'completed', 'fulfilled', 'mobile_money',
    (CASE WHEN h % 100 < 60 THEN 'subscription' WHEN h % 100 < 80 THEN 'payment_link' WHEN h % 100 < 99 THEN 'storefront'
      ELSE 'invoice' END)::source,
    'UGX', 50000, 50000, 750, 49250, at, at, at
  FROM generate_series($2::int, $3::int) n JOIN stores s ON s.id = ${storeOf("n")},
    LATERAL (SELECT abs(hashint4(n)) % 1000 AS h,
      date_trunc('second', now() - (1 - n::float8 / $4::int) * interval '1095 days') AS at) AS made
  ORDER BY n`;

const itemsSql = `
  INSERT INTO order_items (store_id, order_id, position, product_id, name, quantity, unit_price_minor, total_minor)
  SELECT o.store_id, o.id, 0, p.ids[CASE WHEN o.id % 5000 < 2 THEN 2 WHEN o.id % 4 < 2 THEN 1 ELSE 3 END], 'Product', 1,
    50000, 50000
  FROM orders o JOIN (
    SELECT store_id, array_agg(id ORDER BY id) AS ids FROM products WHERE store_id = ANY ($1::int[]) GROUP BY store_id
  ) p ON p.store_id = o.store_id`;
