import type { Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";

/** By what the fees are added up; always by currency as well, because currencies are never summed. */
export const revenueViews = ["day", "store", "method", "each"] as const;
export type RevenueView = (typeof revenueViews)[number];

export interface RevenueFilters {
  view: RevenueView;
  /** Days by UTC; `to` is the first instant that is not included. */
  from?: Date;
  to?: Date;
}

/** What fees came to for one day, store and way of paying, as far as the view tells these apart. */
export interface RevenueLine {
  day: string | null;
  storeId: number | null;
  storeName: string | null;
  /** The payer's method, `payout` for the fees of payouts, `correction` for what operators moved. */
  method: string | null;
  currency: string;
  earnedMinor: bigint;
  /** What refunds, reversals and returned payouts gave back. */
  givenBackMinor: bigint;
}

interface Keys {
  day: boolean;
  store: boolean;
  method: boolean;
}

const keys: Record<RevenueView, Keys> = {
  day: { day: true, store: false, method: false },
  store: { day: false, store: true, method: false },
  method: { day: false, store: false, method: true },
  each: { day: true, store: true, method: true },
};

interface Row {
  day: string | null;
  store_id: number | null;
  store_name: string | null;
  method: string | null;
  currency: string;
  earned: string;
  given_back: string;
}

/** One page of the fee income in the ledger, to the last minor unit. Throws NotAllowed. */
export async function listRevenue(
  world: World,
  operator: Operator,
  filters: RevenueFilters,
  page: Page,
): Promise<{ rows: RevenueLine[]; total: number }> {
  await requireOperator(world.db, operator);
  const { rows } = await world.pool.query<{ total: number } & (Row | { currency: null })>(
    `${grouped} SELECT (SELECT count(*)::int FROM lines) AS total, page.* FROM (SELECT) AS one LEFT JOIN (
       SELECT ${columns} FROM lines
       ORDER BY lines.day DESC NULLS LAST, currency, store_name, store_id, method OFFSET $7 LIMIT $8
     ) AS page ON true`,
    [...(await valuesOf(world, filters, keys[filters.view])), page.skip, page.take],
  );
  // Past the last line there is still a row, with the total alone.
  const lines = rows.flatMap((row) => (row.currency === null ? [] : [toLine(row)]));
  return { rows: lines, total: rows[0]?.total ?? 0 };
}

/** What fees brought in all, a line a currency. Throws NotAllowed. */
export async function sumRevenue(
  world: World,
  operator: Operator,
  filters: RevenueFilters,
): Promise<RevenueLine[]> {
  await requireOperator(world.db, operator);
  const { rows } = await world.pool.query<Row>(
    `${grouped} SELECT ${columns} FROM lines ORDER BY currency`,
    await valuesOf(world, filters, { day: false, store: false, method: false }),
  );
  return rows.map(toLine);
}

const batch = 1_000;

/** All lines in batches, for a file. */
export async function* walkRevenue(world: World, operator: Operator, filters: RevenueFilters) {
  for (let skip = 0; ; skip += batch) {
    const { rows } = await listRevenue(world, operator, filters, { skip, take: batch });
    if (rows.length > 0) yield rows;
    if (rows.length < batch) return;
  }
}

/** What was summed until now is read first: sums that come meanwhile are left out, and their entries added up. */
async function valuesOf(
  world: World,
  { from, to }: RevenueFilters,
  { day, store, method }: Keys,
): Promise<(Date | boolean | string | null)[]> {
  const { rows } = await world.pool.query<{ summed: string }>(
    "SELECT summed::text AS summed FROM fee_progress",
  );
  return [from ?? null, to ?? null, day, store, method, rows[0]?.summed ?? "0"];
}

/** What was summed, and the entries after that, by what the view tells apart. The last values are `summed`. */
const grouped = `
  WITH fees AS (
    SELECT day, store_id, method, currency, earned_minor AS earned, given_back_minor AS given_back FROM fee_sums
    WHERE up_to <= $6 AND ($1::timestamptz IS NULL OR day >= ($1 AT TIME ZONE 'UTC')::date)
      AND ($2::timestamptz IS NULL OR day < ($2 AT TIME ZONE 'UTC')::date)
    UNION ALL
    SELECT * FROM (${feesSql("p.transaction_id > $6")}) AS latest
    WHERE ($1::timestamptz IS NULL OR day >= ($1 AT TIME ZONE 'UTC')::date)
      AND ($2::timestamptz IS NULL OR day < ($2 AT TIME ZONE 'UTC')::date)
  ), summed AS (
    SELECT CASE WHEN $3::bool THEN day END AS day, CASE WHEN $4::bool THEN store_id END AS store_id,
      CASE WHEN $5::bool THEN method END AS method, currency, sum(earned) AS earned, sum(given_back) AS given_back
    FROM fees GROUP BY 1, 2, 3, 4
  ), lines AS MATERIALIZED (
    SELECT summed.*, s.name AS store_name FROM summed LEFT JOIN stores s ON s.id = summed.store_id
  )`;

const columns = `to_char(day, 'YYYY-MM-DD') AS day, store_id, store_name, method, currency, earned::text,
  given_back::text`;

function toLine(row: Row): RevenueLine {
  return {
    ...{ day: row.day, storeId: row.store_id, storeName: row.store_name, method: row.method },
    ...{ currency: row.currency, earnedMinor: BigInt(row.earned), givenBackMinor: BigInt(row.given_back) },
  };
}

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

const entriesAtOnce = 50_000;
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
         SELECT summed, least(seen, summed + ${entriesAtOnce}) AS until FROM fee_progress
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
    if (n < entriesAtOnce) break;
  }
  await world.pool.query(
    `UPDATE fee_progress SET seen = greatest(seen, (SELECT max(id) FROM ledger_transactions)), seen_at = $1
     WHERE seen = summed AND seen_at <= $2::timestamptz`,
    [now, new Date(now.getTime() - settledMs)],
  );
  return all;
}
