import { withClient } from "@/lib/db/connect";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { sumFilled } from "./fill";

/**
 * The other rows of a store with this many orders, written directly to the database: a customer with half of its
 * orders, an attempt for each order, subscribers of fifteen months, one message and half an event per order, invoices.
 * Returns its owner.
 */
export async function fillDashboard(databaseUrl: string, storeId: number): Promise<Seller> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ account_id: number; orders: number }>(
      `SELECT account_id, (SELECT count(*)::int FROM orders WHERE store_id = $1) AS orders FROM stores WHERE id = $1`,
      [storeId],
    );
    const { account_id: accountId = 0, orders = 0 } = rows[0] ?? {};
    await client.query("SET session_replication_role = replica");
    await client.query(heavyCustomerSql, [storeId, accountId]);
    await client.query(attemptsSql, [storeId]);
    await client.query(planSql, [storeId]);
    await client.query(subscriptionsSql, [storeId, accountId, Math.ceil(orders / 25)]);
    await client.query(periodsSql, [storeId]);
    await client.query(messagesSql, [storeId, accountId, orders]);
    await client.query(eventsSql, [storeId, Math.ceil(orders / 2)]);
    await client.query(invoicesSql, [storeId, accountId, Math.ceil(orders / 10)]);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM (ANALYZE)");
    await sumFilled(databaseUrl);
    await client.query("CHECKPOINT");
    return { storeId, accountId, userId: 0, role: "owner", livemode: true, actor: "user:0" };
  });
}

const heavyCustomerSql = `
  UPDATE orders SET customer_id = (SELECT max(id) FROM customers WHERE account_id = $2 AND livemode)
  WHERE store_id = $1 AND id % 4 IN (0, 1)`;

const attemptsSql = `
  INSERT INTO payment_attempts (id, store_id, order_id, rail, rail_ref, method, network, currency, amount_minor, status,
    failure_reason, paid_at, settled_at, created_at, token)
  SELECT gen_random_uuid(), store_id, id, 'sandbox', 'bench' || id, 'mobile_money',
    CASE WHEN id % 3 = 0 THEN 'mtn_ug' ELSE 'airtel_ug' END, currency, total_minor,
    (CASE WHEN payment_status IN ('failed', 'expired') THEN 'failed' ELSE 'succeeded' END)::attempt_status,
    CASE payment_status WHEN 'expired' THEN 'not_approved_in_time' WHEN 'failed' THEN 'insufficient_funds' END,
    created_at, created_at, created_at, 'bench' || id
  FROM orders WHERE store_id = $1 ORDER BY created_at`;

const planSql = `
  INSERT INTO products (store_id, token, name, kind, currency, price_minor, interval, created_at, updated_at)
  VALUES ($1, 'bench-plan', 'Gold', 'subscription', 'UGX', 50000, 'month', now(), now())`;

const months = 15;

/** A quarter has ended, one in fifty is in grace, the others end within the month. */
const subscriptionsSql = `
  INSERT INTO subscriptions (id, store_id, account_id, livemode, product_id, customer_id, ref, status, interval, currency,
    amount_minor, anchor_at, anchor_periods, started_at, current_period_start, current_period_end, grace_ends_at, ended_at, next_due_at,
    payments_count, total_paid_minor, created_at, updated_at)
  SELECT 'sub_' || lpad(n::text, 22, '0'), $1, $2, true, (SELECT id FROM products WHERE token = 'bench-plan'), c.id,
    'user_' || n, status::subscription_status, 'month', 'UGX', 50000, begun, ${months}, begun,
    begun + interval '${months - 1} months', ends, ends + interval '3 days', CASE status WHEN 'expired' THEN ends + interval '3 days' END, ends,
    ${months}, ${months} * 50000, begun, begun
  FROM generate_series(1, $3::int) n
    JOIN (SELECT array_agg(id) AS ids FROM (
      SELECT id FROM customers WHERE account_id = $2 AND livemode ORDER BY id LIMIT 1000) first_ones) customers ON true,
    LATERAL (SELECT customers.ids[1 + n % cardinality(customers.ids)] AS id) c,
    LATERAL (SELECT CASE WHEN n % 4 = 0 THEN 'expired' WHEN n % 50 = 1 THEN 'past_due' ELSE 'active' END AS status) s,
    LATERAL (SELECT date_trunc('second', now() + interval '1 day' *
      CASE status WHEN 'expired' THEN -(4 + n % 600) WHEN 'past_due' THEN -2 ELSE 1 + n % 29 END) AS ends) e,
    LATERAL (SELECT ends - interval '${months} months' AS begun) b`;

const periodsSql = `
  INSERT INTO subscription_periods (store_id, livemode, subscription_id, number, starts_at, ends_at, currency,
    list_minor, paid_minor, interval, paid_at)
  SELECT store_id, true, id, k, anchor_at + (k - 1) * interval '1 month', anchor_at + k * interval '1 month', 'UGX', 50000, 50000, 'month',
    anchor_at + (k - 1) * interval '1 month'
  FROM subscriptions, generate_series(1, ${months}) k WHERE store_id = $1 ORDER BY 5`;

const messagesSql = `
  INSERT INTO messages (account_id, store_id, channel, recipient, template, subject, body, status, attempts_made,
    dedupe_key, created_at, sent_at, object_id)
  SELECT $2, $1, (CASE WHEN n % 2 = 0 THEN 'email' ELSE 'sms' END)::message_channel, 'c' || n || '@example.com', 'receipt',
    'Receipt', 'You paid.', (CASE WHEN n % 100 = 0 THEN 'failed' ELSE 'sent' END)::message_status, 1, 'bench' || n, at, at,
    'order/' || n
  FROM generate_series(1, $3::int) n, LATERAL (SELECT now() - ($3::int - n) * interval '90 seconds' AS at) made`;

const eventsSql = `
  WITH endpoint AS (
    INSERT INTO webhook_endpoints (store_id, livemode, url, secret_sealed, created_at)
    VALUES ($1, true, 'https://hooks.example.com', '', now()) RETURNING id
  ), made AS (
    INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
    SELECT 'evt_' || lpad(n::text, 22, '0'), $1, true,
      (ARRAY['order.paid', 'subscription.renewed', 'invoice.paid'])[1 + n % 3], 'order' || n, 1, 'bench' || n, '{}', at, at
    FROM generate_series(1, $2::int) n, LATERAL (SELECT now() - ($2::int - n) * interval '15 seconds' AS at) made
    RETURNING id, object_id, created_at
  )
  INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, status, attempts_made, first_attempt_at,
    last_attempt_at, completed_at, created_at)
  SELECT $1, true, made.id, endpoint.id, made.object_id,
    (CASE WHEN right(made.id, 3) = '000' THEN 'failed' ELSE 'succeeded' END)::delivery_status, 1, made.created_at,
    made.created_at, made.created_at, made.created_at
  FROM made, endpoint`;

const invoicesSql = `
  INSERT INTO invoices (store_id, account_id, token, number, customer_id, customer_name, currency, subtotal_minor,
    total_minor, paid_minor, issued_on, due_on, sent_at, paid_at, created_at, updated_at)
  SELECT $1, $2, 'bench' || n, 'INV-' || lpad(n::text, 6, '0'),
    (SELECT min(id) FROM customers WHERE account_id = $2 AND livemode), 'Customer ' || n, 'UGX', 50000, 50000,
    CASE WHEN n % 20 = 0 THEN 0 ELSE 50000 END, at::date, at::date + 7, at, CASE WHEN n % 20 = 0 THEN NULL ELSE at END, at, at
  FROM generate_series(1, $3::int) n, LATERAL (SELECT now() - ($3::int - n) * interval '15 minutes' AS at) made`;
