import { openDatabase } from "@/lib/db/client";
import { withClient } from "@/lib/db/connect";
import { sumDue } from "@/lib/services/core/sums/sum-up";
import type { World } from "@/lib/services/core/world";
import { readNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { testClock, testStore, testWorld } from "@/lib/testing/world";
import { withServer } from "../../postgres";
import { emptyDatabase, sumFilled } from "./fill";
import { figuresOf } from "./lists";
import type { Line } from "./report";

/** The numbers of subscriptions in one store with this many periods, on a database of its own, and how long it took to sum them. */
export function measureNumbers(periods: number): Promise<Line[]> {
  return withServer(async (url) => measureIn(await emptyDatabase(url, "numbers"), periods));
}

async function measureIn(databaseUrl: string, periods: number): Promise<Line[]> {
  Object.assign(process.env, { DATABASE_URL: databaseUrl });
  const database = openDatabase(databaseUrl, 4);
  const world = testWorld({ db: database.prisma, pool: database.pool, clock: testClock(new Date()) });
  try {
    const { store } = await testStore(world);
    const scope = { storeId: store.id, livemode: true };
    const seconds = await fillPeriods(databaseUrl, scope.storeId, periods);
    const page = await figuresOf({ warmUps: 3, repetitions: 30 }, () => readNumbers(world, scope, 24));
    await payAgain(world, 5_000);
    const behind = performance.now();
    while (await sumDue(world));
    const summed = (performance.now() - behind) / 1000;
    const said = periods.toLocaleString("en");
    return [
      { what: `numbers of ${said} periods, p50`, value: page.p50, unit: "ms", goal: { atMost: 150 } },
      { what: `numbers of ${said} periods, p95`, value: page.p95, unit: "ms" },
      { what: "- 5,000 payments summed within", value: summed, unit: "s" },
      { what: `${said} periods summed whole within`, value: seconds, unit: "s" },
    ];
  } finally {
    await database.close();
  }
}

/** Written without triggers, as a database of an earlier release has them; then they are summed. Returns the seconds. */
async function fillPeriods(databaseUrl: string, storeId: number, periods: number): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const each = 15;
    await client.query("SET session_replication_role = replica");
    await client.query(subscriptionsSql, [storeId, Math.ceil(periods / each), each]);
    await client.query(periodsSql, [storeId, each]);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM (ANALYZE) subscriptions, subscription_periods");
    return sumFilled(databaseUrl);
  });
}

/** By the month, one in ten by the week, a fifth in another currency; they began at any minute of the last four years. */
const subscriptionsSql = `
  INSERT INTO subscriptions (id, store_id, account_id, livemode, product_id, customer_id, ref, status, interval, currency,
    amount_minor, anchor_at, anchor_periods, started_at, current_period_start, current_period_end, grace_ends_at,
    payments_count, total_paid_minor, created_at, updated_at)
  SELECT 'sub_' || lpad(n::text, 22, '0'), $1, (SELECT account_id FROM stores WHERE id = $1), true,
    (SELECT min(id) FROM products WHERE store_id = $1), 1, 'user_' || n,
    (CASE WHEN n % 7 = 0 THEN 'cancelled' ELSE 'active' END)::subscription_status,
    (CASE WHEN n % 10 = 0 THEN 'week' ELSE 'month' END)::billing_interval, CASE WHEN n % 5 = 0 THEN 'KES' ELSE 'UGX' END,
    50000, begun, $3::int, begun, begun, ends, ends + interval '3 days', $3::int, $3::int * 50000, begun, begun
  FROM generate_series(1, $2::int) n,
    LATERAL (SELECT date_trunc('minute', now()) - make_interval(mins => (n * 7919) % (4 * 365 * 1440)) AS begun) b,
    LATERAL (SELECT begun + $3::int * interval '1 month' AS ends) e`;

/** One in eight lapses for two weeks after the sixth period, and comes back. */
const periodsSql = `
  INSERT INTO subscription_periods (store_id, livemode, subscription_id, number, starts_at, ends_at, currency, paid_minor,
    list_minor, paid_at)
  SELECT store_id, true, id, k, starts, starts + step, currency, 50000, 50000, starts
  FROM subscriptions s, generate_series(1, $2::int) k,
    LATERAL (SELECT CASE s.interval WHEN 'week' THEN interval '7 days' ELSE interval '1 month' END AS step) t,
    LATERAL (SELECT anchor_at + (k - 1) * step
      + CASE WHEN k > 6 AND right(id, 1) IN ('3', '8') AND ascii(substr(id, 25, 1)) % 2 = 0 THEN interval '14 days' ELSE '0' END AS starts) b
  WHERE store_id = $1 ORDER BY 5`;

/** Renewals, by the triggers. */
async function payAgain({ pool }: Pick<World, "pool">, count: number): Promise<void> {
  await pool.query(`
    INSERT INTO subscription_periods (store_id, livemode, subscription_id, number, starts_at, ends_at, currency, paid_minor,
      list_minor, paid_at)
    SELECT store_id, true, subscription_id, number + 1, ends_at, ends_at + interval '1 month', currency, 50000, 50000, ends_at
    FROM subscription_periods WHERE number = 15 LIMIT ${count}`);
}
