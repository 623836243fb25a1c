import type { World } from "@/lib/services/core/world";

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
type Kind = "paid" | "product" | "way" | "ended";
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

/** The same by days of a zone. */
export async function readDailySums(
  world: World,
  storeId: number,
  kind: Kind,
  { from, to, timeZone }: { from: Date; to: Date; timeZone: string },
): Promise<(Sum & { day: string })[]> {
  const { rows } = await world.pool.query<SumRow & { day: string }>({
    name: "overview-daily-sums",
    text: `SELECT ${sums}, day::text AS day FROM (SELECT *, (at AT TIME ZONE $5)::date AS day ${asked}) AS slots
      GROUP BY number, name, currency, slots.day ORDER BY number, name, currency, slots.day`,
    values: [storeId, kind, from, to, timeZone],
  });
  return rows.map((row) => ({ ...sumOf(row), day: row.day }));
}

function sumOf(row: SumRow): Sum {
  return { ...row, minor: BigInt(row.minor) };
}
