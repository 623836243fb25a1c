import { addDays, type CivilDate, civilDateIn, daysBetween, instantAt } from "@/lib/domain/civil-date";
import type { World } from "@/lib/services/core/world";

/** Whole days of the store's zone, and the same number of days before them. */
export interface Span {
  timeZone: string;
  /** Every day, the oldest first. */
  days: CivilDate[];
  first: CivilDate;
  last: CivilDate;
  /** The present day, also where the span ends before it. */
  today: CivilDate;
  /** The instants of the span's start and end; `before` is the start of the days before the span. */
  before: Date;
  start: Date;
  end: Date;
}

export const spans = [7, 30, 90] as const;
/** The last days up to today, or days that somebody chose. */
export type Chosen = (typeof spans)[number] | { from: CivilDate; to: CivilDate };
/** Two years and a day, so that a leap year may be among them. */
export const chosenMax = 731;

/** Chosen days after today are left out, and the oldest where there are too many. */
export function spanOf(now: Date, timeZone: string, chosen: Chosen): Span {
  const today = civilDateIn(now, timeZone);
  const last = typeof chosen === "number" || chosen.to > today ? today : chosen.to;
  const count = Math.min(chosenMax, typeof chosen === "number" ? chosen : daysBetween(chosen.from, last) + 1);
  const first = addDays(last, 1 - Math.max(1, count));
  const days = Array.from({ length: Math.max(1, count) }, (_, n) => addDays(first, n));
  const startOf = (date: CivilDate) => instantAt(date, 0, timeZone);
  return {
    ...{ timeZone, days, first, last, today },
    before: startOf(addDays(first, -days.length)),
    start: startOf(first),
    end: startOf(addDays(last, 1)),
  };
}

interface Sum {
  number: number;
  name: string;
  currency: string;
  count: number;
  part: number;
  other: number;
  minor: bigint;
}

/** lib/domain/sums.ts says what the columns of each kind count. */
type Kind = "paid" | "product" | "link" | "way" | "failed" | "ended";
type SumRow = Omit<Sum, "minor"> & { minor: string };

const sums = `number, name, currency, sum(count)::int AS count, sum(part)::int AS part, sum(other)::int AS other,
  sum(minor)::text AS minor`;
const asked =
  "FROM sums WHERE store_id = $1 AND livemode AND grain = 'slot' AND kind = $2 AND at >= $3 AND at < $4";

/** The sums from the instant `from` to the instant `to`, which both begin a quarter of an hour. */
export async function readSums(
  world: World,
  storeId: number,
  kind: Kind,
  { from, to }: { from: Date; to: Date },
): Promise<Sum[]> {
  const { rows } = await world.pool.query<SumRow>({
    name: "overview-sums",
    text: `SELECT ${sums} ${asked} GROUP BY number, name, currency ORDER BY number, name, currency`,
    values: [storeId, kind, from, to],
  });
  return rows.map(sumOf);
}

/** The same by days of a zone ("2026-03-02"), or by its hours ("00" to "23"). */
export async function readDailySums(
  world: World,
  storeId: number,
  kind: Kind,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
  by: "YYYY-MM-DD" | "HH24" = "YYYY-MM-DD",
): Promise<(Sum & { day: string })[]> {
  const { rows } = await world.pool.query<SumRow & { day: string }>({
    name: "overview-daily-sums",
    text: `SELECT ${sums}, day FROM (SELECT *, to_char(at AT TIME ZONE $5, $6) AS day ${asked}) AS slots
      GROUP BY number, name, currency, slots.day ORDER BY number, name, currency, slots.day`,
    values: [storeId, kind, from, to, timeZone, by],
  });
  return rows.map((row) => ({ ...sumOf(row), day: row.day }));
}

function sumOf(row: SumRow): Sum {
  return { ...row, minor: BigInt(row.minor) };
}
