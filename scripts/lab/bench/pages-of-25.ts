import { apiRoot } from "@/app/api/v1/routes";
import { withClient } from "@/lib/db/connect";
import { fillOrders } from "./fill-orders";
import { fire, type Load, type Shot } from "./load";
import { startBare } from "./until";
import { forgetTurns, type Instance } from "./world";

/** One list of the API, and a bare Node server with one prepared query of 25 rows of the same size. */
export interface PageOf25 {
  list: Load;
  bare: Load;
}

const connections = 10;

/** The first pages of each list of a store with `orders` orders, and a fifth as many of the others. */
export async function measurePagesOf25(
  { url, databaseUrl }: Instance,
  { orders, requests }: { orders: number; requests: number },
): Promise<Record<keyof typeof bareSql, PageOf25>> {
  const { storeId, keys } = await fillOrders(databaseUrl, orders * 2);
  await withClient(databaseUrl, async (client) => {
    for (const sql of besideSql) await client.query(sql, [storeId]);
    await client.query("VACUUM (ANALYZE) subscriptions, invoices, invoice_items");
  });
  const measure = async (path: string, sql: string): Promise<PageOf25> => {
    const shots: Shot[] = Array.from({ length: requests }, (_, n) => ({
      path: `${apiRoot}${path}?per_page=25`,
      headers: { authorization: `Bearer ${keys[n % keys.length]}` },
      holds: '"per_page":25',
    }));
    const server = await startBare(databaseUrl, sql);
    try {
      await forgetTurns(databaseUrl);
      await fire(url, shots.slice(0, Math.ceil(requests / 10)), { connections });
      await forgetTurns(databaseUrl);
      const list = await fire(url, shots, { connections });
      const bareShots = shots.map(() => ({ path: `/?store=${storeId}`, holds: '"id":' }));
      await fire(server.url, bareShots.slice(0, Math.ceil(requests / 10)), { connections });
      return { list, bare: await fire(server.url, bareShots, { connections }) };
    } finally {
      server.stop();
    }
  };
  return {
    orders: await measure("/orders", bareSql.orders),
    customers: await measure("/customers", bareSql.customers),
    subscriptions: await measure("/subscriptions", bareSql.subscriptions),
    invoices: await measure("/invoices", bareSql.invoices),
  };
}

/** A subscription and an invoice of two lines for each customer. */
const besideSql = [
  `INSERT INTO subscriptions (id, store_id, account_id, livemode, product_id, customer_id, ref, status, interval, currency,
     amount_minor, anchor_at, anchor_periods, started_at, current_period_start, current_period_end, grace_ends_at, next_due_at,
     payments_count, total_paid_minor, created_at, updated_at)
   SELECT 'sub_pages' || lpad(c.id::text, 19, '0'), s.id, s.account_id, true, (SELECT min(id) FROM products WHERE store_id = s.id),
     c.id, 'user_' || c.id, 'active', 'month', 'UGX', 50000, now(), 1, now(), now(), now() + interval '1 month',
     now() + interval '1 month 3 days', now() + interval '1 month', 1, 50000, now(), now()
   FROM stores s JOIN customers c ON c.account_id = s.account_id WHERE s.id = $1`,
  `WITH made AS (
     INSERT INTO invoices (store_id, account_id, token, number, customer_name, currency, subtotal_minor, total_minor, created_at,
       updated_at)
     SELECT s.id, s.account_id, 'pages' || c.id, 'INV-' || c.id, c.name, 'UGX', 100, 100, now(), now()
     FROM stores s JOIN customers c ON c.account_id = s.account_id WHERE s.id = $1 RETURNING id, store_id
   )
   INSERT INTO invoice_items (invoice_id, store_id, position, description, quantity_milli, unit_price_minor)
   SELECT id, store_id, n, 'Line ' || n, 1000, 50 FROM made, generate_series(1, 2) n`,
];

const bareSql = {
  orders: `
  SELECT o.*, c.name AS customer_name, c.email AS customer_email, c.phone AS customer_phone, i.items
  FROM orders o JOIN customers c ON c.id = o.customer_id, LATERAL (
    SELECT json_agg(item) AS items FROM order_items item WHERE item.store_id = o.store_id AND item.order_id = o.id
  ) i
  WHERE o.store_id = $1 AND o.livemode ORDER BY o.created_at DESC, o.id DESC LIMIT 25`,
  customers: `
  SELECT c.* FROM customers c
  WHERE c.account_id = (SELECT account_id FROM stores WHERE id = $1) AND c.livemode
  ORDER BY c.created_at DESC, c.id DESC LIMIT 25`,
  subscriptions: `
  SELECT s.*, p.name AS product_name, c.name AS customer_name, c.email AS customer_email, c.phone AS customer_phone
  FROM subscriptions s JOIN products p ON p.id = s.product_id JOIN customers c ON c.id = s.customer_id
  WHERE s.store_id = $1 AND s.livemode ORDER BY s.created_at DESC, s.id DESC LIMIT 25`,
  invoices: `
  SELECT i.*, l.items FROM invoices i, LATERAL (
    SELECT json_agg(item) AS items FROM invoice_items item WHERE item.invoice_id = i.id
  ) l
  WHERE i.store_id = $1 ORDER BY i.created_at DESC, i.id DESC LIMIT 25`,
};
