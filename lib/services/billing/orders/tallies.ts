import type { OrderRow } from "@/lib/db/rows";
import { behindSql, sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";

/** The filters by which orders are summed (lib/domain/sums.ts). */
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
  const columns = `coalesce(sum(count), 0)::int AS n, ${behindSql} AS behind`;
  const read = () => tallied<{ n: number; behind: boolean }>(world, caller, filters, days, columns);
  let [sum] = await read();
  if (sum?.behind) {
    if (!(await sumUp(world, caller.storeId))) return countSpan(whole);
    [sum] = await read();
  }
  const edges = await Promise.all([newest, oldest].flatMap((edge) => (edge ? [countSpan(edge)] : [])));
  return edges.reduce((all, n) => all + n, sum?.n ?? 0);
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
  if (!days || !(await sumUp(world, caller.storeId))) return unchanged;
  const above = newest ? await countSpan(newest) : 0;
  if (skip < above) return unchanged;
  let left = skip - above;
  const columns = "at AS day, sum(count)::int AS n";
  const rows = await tallied<{ day: Date; n: number }>(
    world,
    caller,
    filters,
    days,
    columns,
    "GROUP BY at ORDER BY at DESC",
  );
  for (const { day, n } of rows) {
    if (left < n) return { createdBefore: new Date(day.getTime() + dayMs), skip: left };
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

function tallied<Row>(
  { db }: World,
  { storeId, livemode }: Caller,
  { productId, paymentStatus, source }: TalliedFilters,
  { from, to }: { from?: Date; to?: Date },
  columns: string,
  end = "",
): Promise<Row[]> {
  const values: unknown[] = [storeId, livemode, productId ?? 0];
  const conditions = ["store_id = $1", "livemode = $2", "grain = 'day'", "kind = 'order'", "number = $3"];
  const add = (condition: string, value: unknown) => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  add("split_part(name, ' ', 1) =", paymentStatus);
  add("split_part(name, ' ', 2) =", source);
  add("at >=", from);
  add("at <", to);
  return db.$queryRawUnsafe(
    `SELECT ${columns} FROM sums WHERE ${conditions.join(" AND ")} ${end}`,
    ...values,
  );
}
