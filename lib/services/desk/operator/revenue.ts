import type { Page } from "@/lib/services/core/list";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "./operator";
import { feesSql } from "./sum-fees";

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
