import { Prisma } from "@/lib/db/client";
import type { Page } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

/**
 * What moved in a day or a month of the store's zone. What came in, less the fees, less what went out, is what the wallet
 * gained. What the seller took themselves never was in it, and stands apart.
 */
export interface Total {
  /** The day, or the first of the month: "2026-03-02". */
  on: string;
  currency: string;
  /** Before the service's fee. */
  inMinor: bigint;
  feeMinor: bigint;
  /** Refunds, payouts and what was taken back; less what came back of them in the same entry. */
  outMinor: bigint;
  /** Recorded by hand, less what was given or taken back of it. */
  cashMinor: bigint;
}

export interface TotalFilters {
  by: "day" | "month";
  currency: string;
  timeZone: string;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Newest first; days on which nothing moved are left out. `total`: how many there are. */
export async function listTotals(
  world: World,
  caller: Caller,
  filters: TotalFilters,
  page: Page,
): Promise<{ rows: Total[]; total: number }> {
  permitRead(caller, "money");
  const rows = await world.db.$queryRaw<(Record<keyof Total, string> & { days: bigint })[]>`
    ${totals(caller, filters)} SELECT *, count(*) OVER () AS days FROM totals
    ORDER BY "on" DESC LIMIT ${page.take} OFFSET ${page.skip}`;
  return { rows: rows.map((row) => totalOf(row, filters.currency)), total: Number(rows[0]?.days ?? 0) };
}

/** All of them, for a file: a store has one a day at most. */
export async function* walkTotals(
  world: World,
  caller: Caller,
  filters: TotalFilters,
): AsyncGenerator<Total[]> {
  yield (await listTotals(world, caller, filters, { skip: 0, take: daysMax })).rows;
}

const daysMax = 40_000;

function totalOf(row: Record<keyof Total, string>, currency: string): Total {
  const minor = (name: keyof Total) => BigInt(row[name]);
  const moved = { inMinor: minor("inMinor"), feeMinor: minor("feeMinor"), outMinor: minor("outMinor") };
  return { on: row.on, currency, ...moved, cashMinor: minor("cashMinor") };
}

/**
 * Each entry of the ledger is one movement. An entry that the wallet gains by is money that came in, with the fee that
 * stayed here; any other one is money that went out. The fee of a payout is booked after its amount left the wallet.
 */
function totals({ storeId }: Caller, { by, currency, timeZone, from, to }: TotalFilters): Prisma.Sql {
  const since = from ? Prisma.sql`AND t.occurred_at >= ${from}` : Prisma.empty;
  const until = to ? Prisma.sql`AND t.occurred_at < ${to}` : Prisma.empty;
  return Prisma.sql`WITH own AS (
      SELECT id, kind FROM ledger_accounts
      WHERE store_id = ${storeId} AND currency = ${currency} AND kind <> 'sales_outside'
    ), moved AS (
      SELECT p.transaction_id, own.kind, p.amount_minor * p.sign AS minor
      FROM own CROSS JOIN LATERAL (
        SELECT transaction_id, amount_minor, -1 AS sign FROM ledger_postings WHERE from_account_id = own.id
        UNION ALL
        SELECT transaction_id, amount_minor, 1 FROM ledger_postings WHERE to_account_id = own.id) p
    ), entries AS (
      SELECT t.id, t.occurred_at,
        -- What the store owes stands the other way round: going into debt takes from an account that is held.
        coalesce(sum(minor) FILTER (WHERE moved.kind IN ('wallet_pending', 'wallet_available', 'store_debt')), 0) AS gain,
        coalesce(-sum(minor) FILTER (WHERE moved.kind = 'seller_cash'), 0) AS cash
      FROM moved JOIN ledger_transactions t ON t.id = moved.transaction_id ${since} ${until}
      GROUP BY t.id, t.occurred_at
    ), charged AS (
      SELECT entries.*, coalesce((
        SELECT sum(CASE WHEN fee.id = p.to_account_id THEN p.amount_minor ELSE -p.amount_minor END)
        FROM ledger_postings p JOIN ledger_accounts fee
          ON fee.kind = 'fee_income' AND fee.currency = ${currency} AND fee.id IN (p.from_account_id, p.to_account_id)
        WHERE p.transaction_id = entries.id), 0) AS fee
      FROM entries
    ), totals AS (
      SELECT to_char(date_trunc(${by}, occurred_at AT TIME ZONE ${timeZone}), 'YYYY-MM-DD') AS "on",
        sum(CASE WHEN gain > 0 THEN gain + fee ELSE 0 END)::text AS "inMinor",
        sum(fee)::text AS "feeMinor",
        sum(CASE WHEN gain > 0 THEN 0 ELSE -(gain + fee) END)::text AS "outMinor",
        sum(cash)::text AS "cashMinor"
      FROM charged WHERE gain <> 0 OR fee <> 0 OR cash <> 0
      GROUP BY 1
    )`;
}
