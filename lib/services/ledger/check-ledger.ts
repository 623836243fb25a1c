import type { World } from "../world";

/**
 * What is wrong with the books, one sentence each; empty when they are right. Read in one snapshot, so it may run
 * while money moves. For tests after every step, and for production to alert on.
 */
export async function checkLedger(world: Pick<World, "pool" | "clock">): Promise<string[]> {
  const client = await world.pool.connect();
  const problems: string[] = [];
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    for (const [problem, sql] of checks) {
      const values = sql.includes("$1") ? [world.clock.now()] : [];
      const { rows } = await client.query<{ what: string }>(`${sql} LIMIT 5`, values);
      problems.push(...rows.map(({ what }) => `${problem}: ${what}`));
    }
    await client.query("COMMIT");
  } finally {
    client.release();
  }
  return problems;
}

const checks: [problem: string, sql: string][] = [
  [
    "A balance is not the sum of its postings",
    `SELECT format('account %s (%s) says %s', a.id, a.kind, b.balance_minor) AS what
     FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(CASE WHEN p.to_account_id = a.id THEN p.amount_minor ELSE -p.amount_minor END), 0) AS net
       FROM ledger_postings p WHERE a.id IN (p.to_account_id, p.from_account_id)) s
     WHERE b.balance_minor <> CASE WHEN a.is_held THEN -s.net ELSE s.net END`,
  ],
  [
    "What is held is not what is owed",
    `SELECT currency AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
     GROUP BY currency HAVING sum(CASE WHEN is_held THEN balance_minor ELSE -balance_minor END) <> 0`,
  ],
  [
    "Below zero",
    `SELECT format('account %s (%s)', a.id, a.kind) AS what FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
     WHERE b.floored AND b.balance_minor < 0`,
  ],
  [
    "A posting in another currency than its accounts",
    `SELECT p.id::text AS what FROM ledger_postings p JOIN ledger_accounts a ON a.id IN (p.from_account_id, p.to_account_id)
     WHERE a.currency <> p.currency`,
  ],
  [
    "A payment that came has not exactly one of order and suspense",
    `SELECT t.id::text AS what FROM payment_attempts t
     WHERE t.status IN ('succeeded', 'reversed') AND t.paid_at IS NOT NULL AND 1 <> (
       SELECT count(*) FROM ledger_transactions l
       WHERE l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received'))`,
  ],
  [
    "Money was posted for an attempt that did not succeed",
    `SELECT t.id::text AS what FROM payment_attempts t
     JOIN ledger_transactions l ON l.source_id = t.id::text AND l.kind IN ('payment_settled', 'suspense_received')
     WHERE t.status NOT IN ('succeeded', 'reversed')`,
  ],
  [
    "A paid order does not have one credited payment and one event",
    `SELECT o.number AS what FROM orders o
     WHERE o.payment_status IN ('paid', 'partially_refunded', 'refunded') AND o.payment_method <> 'cash' AND (
       1 <> (SELECT count(*) FROM payment_attempts t WHERE t.order_id = o.id AND t.status IN ('succeeded', 'reversed')
             AND t.paid_at IS NOT NULL AND t.suspense_reason IS NULL)
       -- Events are kept for 90 days.
       OR (o.paid_at > $1::timestamptz - interval '80 days'
         AND 1 <> (SELECT count(*) FROM events e WHERE e.dedupe_key = 'order/' || o.id || '/paid')))`,
  ],
  [
    "An unpaid order has a credited payment",
    `SELECT o.number AS what FROM orders o JOIN payment_attempts t ON t.order_id = o.id
     WHERE o.payment_status IN ('pending', 'failed', 'expired') AND t.status = 'succeeded' AND t.suspense_reason IS NULL`,
  ],
  [
    "A subscription's count is not that of its periods",
    `SELECT s.id AS what FROM subscriptions s WHERE s.livemode AND (s.payments_count, s.total_paid_minor) <>
       (SELECT count(*)::int, coalesce(sum(p.amount_minor), 0)::bigint FROM subscription_periods p WHERE p.subscription_id = s.id)`,
  ],
  [
    "Two periods of a subscription overlap",
    `SELECT a.subscription_id AS what FROM subscription_periods a JOIN subscription_periods b
       ON b.subscription_id = a.subscription_id AND b.number > a.number
       AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
  ],
];
