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

const keys: Record<RevenueView, { day: boolean; store: boolean; method: boolean }> = {
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
  const [found, counted] = await Promise.all([
    world.pool.query<Row>(`${grouped} ORDER BY 1 DESC NULLS LAST, 5, 3, 2, 4 OFFSET $6 LIMIT $7`, [
      ...valuesOf(filters),
      page.skip,
      page.take,
    ]),
    world.pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM (${grouped}) lines`,
      valuesOf(filters),
    ),
  ]);
  return { rows: found.rows.map(toLine), total: counted.rows[0]?.total ?? 0 };
}

/** What fees brought in all, a line a currency. Throws NotAllowed. */
export async function sumRevenue(
  world: World,
  operator: Operator,
  filters: RevenueFilters,
): Promise<RevenueLine[]> {
  await requireOperator(world.db, operator);
  const { rows } = await world.pool.query<Row>(`${grouped} ORDER BY 5`, [
    ...[filters.from ?? null, filters.to ?? null, false, false, false],
  ]);
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

function valuesOf({ view, from, to }: RevenueFilters): (Date | boolean | null)[] {
  const { day, store, method } = keys[view];
  return [from ?? null, to ?? null, day, store, method];
}

/**
 * Every posting to and from the service's fee income. Whose payment, refund or payout it was is read by the id that its
 * entry is named by; of what has none (a correction), by the store whose account stands on the other side.
 */
const grouped = `
  WITH moved AS (
    SELECT account.currency, t.kind, t.occurred_at, other.store_id,
      split_part(t.source_id, '/', 1) AS source,
      CASE WHEN p.to_account_id = account.id THEN p.amount_minor ELSE 0 END AS earned,
      CASE WHEN p.from_account_id = account.id THEN p.amount_minor ELSE 0 END AS given_back
    FROM ledger_accounts account
    JOIN ledger_postings p ON p.to_account_id = account.id OR p.from_account_id = account.id
    JOIN ledger_transactions t ON t.id = p.transaction_id
    JOIN ledger_accounts other
      ON other.id = CASE WHEN p.to_account_id = account.id THEN p.from_account_id ELSE p.to_account_id END
    WHERE account.kind = 'fee_income'
      AND ($1::timestamptz IS NULL OR t.occurred_at >= $1) AND ($2::timestamptz IS NULL OR t.occurred_at < $2)
  ), named AS (
    SELECT *, CASE WHEN source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN source::uuid END AS id FROM moved
  ), owned AS (
    SELECT named.*, coalesce(a.store_id, r.store_id, o.store_id, named.store_id) AS owner_id,
      CASE WHEN o.id IS NOT NULL THEN 'payout'
        ELSE coalesce(a.method::text, paid.method::text, 'correction') END AS way
    FROM named
    LEFT JOIN payment_attempts a ON a.id = named.id
    LEFT JOIN refunds r ON r.id = named.id
    LEFT JOIN payment_attempts paid ON paid.id = r.attempt_id
    LEFT JOIN payouts o ON o.id = named.id
  )
  SELECT CASE WHEN $3::bool THEN to_char(owned.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') END AS day,
    CASE WHEN $4::bool THEN owned.owner_id END AS store_id,
    CASE WHEN $4::bool THEN s.name END AS store_name,
    CASE WHEN $5::bool THEN owned.way END AS method,
    owned.currency,
    sum(owned.earned)::text AS earned, sum(owned.given_back)::text AS given_back
  FROM owned LEFT JOIN stores s ON s.id = owned.owner_id
  GROUP BY 1, 2, 3, 4, 5`;

function toLine(row: Row): RevenueLine {
  return {
    ...{ day: row.day, storeId: row.store_id, storeName: row.store_name, method: row.method },
    ...{ currency: row.currency, earnedMinor: BigInt(row.earned), givenBackMinor: BigInt(row.given_back) },
  };
}
