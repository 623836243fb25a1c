import { createHash } from "node:crypto";
import type { Client, ClientBase } from "pg";
import { openDatabase } from "@/lib/db/client";
import { withClient } from "@/lib/db/connect";
import { composeKey } from "@/lib/domain/token";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import { testWorld } from "@/lib/testing/world";
import { applyMigrations } from "../../migrate/apply";

export interface Filled {
  /** Live keys, ten per store. */
  keys: string[];
  storeIds: number[];
  /** Refs are `user_0` … in each store. */
  subscribersPerStore: number;
}

const keysPerStore = 10;
const lapsedEvery = 4;

/** Every fourth subscriber has no access, so that a wrong answer is detected. */
export function hasAccess(user: number): boolean {
  return user % lapsedEvery !== 0;
}

/** Makes a database of this name on the server, with every migration. Returns its address. */
export async function emptyDatabase(adminUrl: string, name: string): Promise<string> {
  await withClient(adminUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  await applyMigrations(url.href);
  return url.href;
}

/** Sums all that was written without triggers, as after an upgrade. Returns the seconds. */
export async function sumFilled(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, 4);
  try {
    const start = performance.now();
    await database.pool.query("UPDATE sum_states SET version = 0");
    while (await sumDue(testWorld({ db: database.prisma, pool: database.pool })));
    await database.pool.query("VACUUM (ANALYZE) sums, contributions, sum_marks");
    return (performance.now() - start) / 1000;
  } finally {
    await database.close();
  }
}

/**
 * Writes stores with keys and subscriptions directly to the database: `subscriptions` in all, spread evenly over
 * `stores`.
 */
export async function fill(
  databaseUrl: string,
  size: { stores: number; subscriptions: number },
): Promise<Filled> {
  return withClient(databaseUrl, async (client) => {
    const subscribersPerStore = Math.ceil(size.subscriptions / size.stores);
    const storeIds = await fillStores(client, size.stores);
    const keys = await fillKeys(client, storeIds);
    await client.query(customersSql, [storeIds]);
    for (const storeId of storeIds) await client.query(subscriptionsSql, [storeId, subscribersPerStore]);
    await client.query("VACUUM (ANALYZE)");
    await client.query("CHECKPOINT");
    return { keys, storeIds, subscribersPerStore };
  });
}

/** Stores with one product, each with its own account. */
export async function fillStores(client: ClientBase, count: number): Promise<number[]> {
  const storeIds = await makeStores(client, count, "bench");
  await client.query(
    `INSERT INTO products (store_id, token, name, kind, currency, price_minor, interval, created_at, updated_at)
     SELECT id, 'bench' || id, 'Gold', 'subscription', 'UGX', 50000, 'month', now(), now() FROM unnest($1::int[]) id`,
    [storeIds],
  );
  return storeIds;
}

/** Stores called so, each with its own account. */
export async function makeStores(client: ClientBase, count: number, name: string): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `WITH account AS (
       INSERT INTO accounts (name, created_at) SELECT $2 || ' ' || n, now() FROM generate_series(1, $1) n RETURNING id
     )
     INSERT INTO stores (account_id, plan_code, slug, name, currency, country, time_zone, created_at, updated_at)
     SELECT id, (SELECT code FROM plans WHERE includes_api LIMIT 1), $2 || '-' || id, $2 || ' ' || id, 'UGX', 'UG',
       'Africa/Kampala', now(), now() FROM account RETURNING id`,
    [count, name],
  );
  return rows.map(({ id }) => id);
}

/** Ten live keys for each of the stores. */
export async function fillKeys(client: Client, storeIds: number[]): Promise<string[]> {
  const keys: string[] = [];
  for (const storeId of storeIds)
    for (let n = 0; n < keysPerStore; n += 1) {
      const key = composeKey("live", createHash("sha512").update(`${storeId}/${n}`).digest());
      const hash = createHash("sha256").update(key).digest();
      await client.query(
        `INSERT INTO api_keys (store_id, livemode, name, hash, last4, created_at) VALUES ($1, true, 'bench', $2, $3, now())`,
        [storeId, hash, key.slice(-4)],
      );
      keys.push(key);
    }
  return keys;
}

const customersSql = `
  INSERT INTO customers (account_id, livemode, name, source, customer_since, created_at, updated_at)
  SELECT account_id, true, 'Customer of ' || id, 'subscription', now(), now(), now() FROM stores WHERE id = ANY($1)`;

const subscriptionsSql = `
  INSERT INTO subscriptions (id, store_id, account_id, livemode, product_id, customer_id, ref, status, interval, currency,
    amount_minor, anchor_at, anchor_periods, started_at, current_period_start, current_period_end, grace_ends_at, ended_at, next_due_at,
    payments_count, total_paid_minor, created_at, updated_at)
  SELECT 'sub_' || lpad($1::int::text, 8, '0') || lpad(n::text, 16, '0'), s.id, s.account_id, true, p.id, c.id, 'user_' || n,
    (CASE WHEN lapsed THEN 'expired' ELSE 'active' END)::subscription_status, 'month', 'UGX', 50000,
    begun, 1, begun, begun, begun + interval '1 month', begun + interval '1 month 3 days', CASE WHEN lapsed THEN begun + interval '33 days' END,
    CASE WHEN lapsed THEN NULL ELSE begun + interval '1 month' END, 1, 50000, begun, begun
  FROM stores s JOIN products p ON p.store_id = s.id JOIN customers c ON c.account_id = s.account_id,
    LATERAL (
      SELECT n, n % ${lapsedEvery} = 0 AS lapsed,
        date_trunc('second', now() - CASE WHEN n % ${lapsedEvery} = 0 THEN interval '90 days' ELSE interval '3 days' END) AS begun
      FROM generate_series(0, $2::int - 1) n
    ) AS made
  WHERE s.id = $1::int`;
