import type { OrderRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** The filters that order counts support (see OrderTally in the schema). */
export interface TalliedFilters {
  paymentStatus?: OrderRow["paymentStatus"];
  source?: OrderRow["source"];
  productId?: number;
  /** Made at this instant or later. */
  createdAfter?: Date;
  /** Made before this instant. */
  createdBefore?: Date;
}

interface Span {
  gte?: Date;
  lt?: Date;
}

/** Counts the orders of a part of a day, one by one. */
export type CountSpan = (span: Span) => Promise<number>;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Counts orders exactly: sums of the stored counts of whole days (UTC), plus `countSpan` for the partial days at both
 * ends. So millions take as long as thousands.
 */
export async function countTallied(
  world: World,
  caller: Caller,
  filters: TalliedFilters,
  countSpan: CountSpan,
): Promise<number> {
  const { whole, days, newest, oldest } = spansOf(filters);
  if (!days) return countSpan(whole);
  const edges = await Promise.all([newest, oldest].flatMap((edge) => (edge ? [countSpan(edge)] : [])));
  const { text, values } = tallySql(caller, filters, days, "coalesce(sum(change), 0)::int AS n");
  const { rows } = await world.pool.query<{ n: number }>(text, values);
  return edges.reduce((sum, n) => sum + n, rows[0]?.n ?? 0);
}

/**
 * The start of a page that is `skip` orders below the newest: the day it falls into, and how many orders of that day to
 * skip. Without it, a page far down would have to skip millions of newer orders.
 */
export async function startOfPage(
  world: World,
  caller: Caller,
  filters: TalliedFilters,
  skip: number,
  countSpan: CountSpan,
): Promise<{ createdBefore?: Date; skip: number }> {
  const { days, newest } = spansOf(filters);
  const unchanged = { createdBefore: filters.createdBefore, skip };
  if (!days) return unchanged;
  const above = newest ? await countSpan(newest) : 0;
  if (skip < above) return unchanged;
  let left = skip - above;
  const { text, values } = tallySql(caller, filters, days, "day::text AS day, sum(change)::int AS n");
  const grouped = `${text} GROUP BY day HAVING sum(change) <> 0 ORDER BY day DESC`;
  const { rows } = await world.pool.query<{ day: string; n: number }>(grouped, values);
  for (const { day, n } of rows) {
    if (left < n) return { createdBefore: new Date(Date.parse(day) + dayMs), skip: left };
    left -= n;
  }
  return { createdBefore: days.from ?? new Date(0), skip: left };
}

/** Splits a time span into whole days and the partial days at both ends. */
function spansOf({ createdAfter, createdBefore }: TalliedFilters): {
  whole: Span;
  /** Null when no whole day lies in between. A missing bound means that the span is open there. */
  days: { from?: Date; to?: Date } | null;
  newest: Span | null;
  oldest: Span | null;
} {
  const whole = { gte: createdAfter, lt: createdBefore };
  const from = createdAfter && new Date(Math.ceil(createdAfter.getTime() / dayMs) * dayMs);
  const to = createdBefore && new Date(Math.floor(createdBefore.getTime() / dayMs) * dayMs);
  if (from && to && from >= to) return { whole, days: null, newest: null, oldest: null };
  return {
    whole,
    days: { from, to },
    newest: createdBefore && to && to < createdBefore ? { gte: to, lt: createdBefore } : null,
    oldest: createdAfter && from && createdAfter < from ? { gte: createdAfter, lt: from } : null,
  };
}

function tallySql(
  { storeId }: Caller,
  { productId, paymentStatus, source }: TalliedFilters,
  { from, to }: { from?: Date; to?: Date },
  columns: string,
): { text: string; values: unknown[] } {
  const values: unknown[] = [storeId, productId ?? 0];
  const conditions = ["store_id = $1", "product_id = $2"];
  const add = (condition: string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition.replace("?", `$${values.length}`));
  };
  add("payment_status = ?::payment_status", paymentStatus);
  add("source = ?::source", source);
  add("day >= ?::date", from?.toISOString().slice(0, 10));
  add("day < ?::date", to?.toISOString().slice(0, 10));
  return { text: `SELECT ${columns} FROM order_tallies WHERE ${conditions.join(" AND ")}`, values };
}

const daysMax = 2_000;

/**
 * Merges the many rows of a day's order counts into one, for up to 2,000 days of stores and products. The sums stay
 * correct at every instant, also during concurrent counts and reads. Returns how many rows were replaced. Safe to
 * repeat.
 */
export async function compactTallies(world: World): Promise<number> {
  const { rows } = await world.pool.query<{ n: number }>(
    `WITH crowded AS (
       SELECT DISTINCT store_id, product_id, day FROM (
         SELECT store_id, product_id, day FROM order_tallies
         GROUP BY store_id, product_id, day, payment_status, source HAVING count(*) > 1 LIMIT ${daysMax}
       ) AS found
     ), gone AS (
       DELETE FROM order_tallies t USING crowded c
       WHERE t.store_id = c.store_id AND t.product_id = c.product_id AND t.day = c.day RETURNING t.*
     ), made AS (
       INSERT INTO order_tallies (store_id, product_id, day, payment_status, source, change)
       SELECT store_id, product_id, day, payment_status, source, sum(change) FROM gone
       GROUP BY store_id, product_id, day, payment_status, source HAVING sum(change) <> 0
     )
     SELECT count(*)::int AS n FROM gone`,
  );
  return rows[0]?.n ?? 0;
}
