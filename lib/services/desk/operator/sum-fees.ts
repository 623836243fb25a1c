import type { World } from "@/lib/services/core/world";

/**
 * Every posting of these entries to and from the service's fee income, by day (UTC), store, method and currency. Whose payment,
 * refund or payout it was is read by the id that its entry is named by; of what has none (a correction), by the store
 * whose account stands on the other side.
 */
export function feesSql(entries: string): string {
  return `
    SELECT (occurred_at AT TIME ZONE 'UTC')::date AS day, store_id, method, currency, sum(earned)::bigint AS earned,
      sum(given_back)::bigint AS given_back
    FROM (
      SELECT named.occurred_at, named.currency, named.earned, named.given_back,
        coalesce(a.store_id, r.store_id, o.store_id, named.store_id) AS store_id,
        CASE WHEN o.id IS NOT NULL THEN 'payout'
          ELSE coalesce(a.method::text, paid.method::text, 'correction') END AS method
      FROM (
        SELECT account.currency, t.occurred_at, other.store_id,
          CASE WHEN split_part(t.source_id, '/', 1) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
            THEN split_part(t.source_id, '/', 1)::uuid END AS id,
          CASE WHEN p.to_account_id = account.id THEN p.amount_minor ELSE 0 END AS earned,
          CASE WHEN p.from_account_id = account.id THEN p.amount_minor ELSE 0 END AS given_back
        FROM ledger_postings p
        JOIN ledger_accounts account
          ON account.kind = 'fee_income' AND account.id IN (p.to_account_id, p.from_account_id)
        JOIN ledger_transactions t ON t.id = p.transaction_id
        JOIN ledger_accounts other
          ON other.id = CASE WHEN p.to_account_id = account.id THEN p.from_account_id ELSE p.to_account_id END
        WHERE ${entries}
      ) AS named
      LEFT JOIN payment_attempts a ON a.id = named.id
      LEFT JOIN refunds r ON r.id = named.id
      LEFT JOIN payment_attempts paid ON paid.id = r.attempt_id
      LEFT JOIN payouts o ON o.id = named.id
    ) AS owned
    GROUP BY 1, 2, 3, 4`;
}

const batch = 50_000;
const settledMs = 6 * 60 * 60 * 1000;

/**
 * Sums the fees of entries that were there six hours ago: numbers are given before they are committed, and no transaction is open
 * for so long. Returns how many entries that were. Safe to repeat, and beside itself: the row of progress is locked.
 */
export async function sumFees(world: World): Promise<number> {
  const now = world.clock.now();
  let all = 0;
  for (;;) {
    const { rows } = await world.pool.query<{ n: number }>(
      `WITH span AS (
         SELECT summed, least(seen, summed + ${batch}) AS until FROM fee_progress
         WHERE seen > summed AND seen_at <= $1::timestamptz FOR UPDATE
       ), made AS (
         INSERT INTO fee_sums (up_to, day, store_id, method, currency, earned_minor, given_back_minor)
         SELECT span.until, fees.* FROM span CROSS JOIN LATERAL (
           ${feesSql("p.transaction_id > span.summed AND p.transaction_id <= span.until")}
         ) AS fees
       )
       UPDATE fee_progress SET summed = span.until FROM span RETURNING (span.until - span.summed)::int AS n`,
      [new Date(now.getTime() - settledMs)],
    );
    const n = rows[0]?.n ?? 0;
    all += n;
    if (n < batch) break;
  }
  await world.pool.query(
    `UPDATE fee_progress SET seen = greatest(seen, (SELECT max(id) FROM ledger_transactions)), seen_at = $1
     WHERE seen = summed AND seen_at <= $2::timestamptz`,
    [now, new Date(now.getTime() - settledMs)],
  );
  return all;
}
