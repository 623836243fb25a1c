import type { World } from "@/lib/services/core/world";

const slotMs = 15 * 60 * 1000;

/** The start of the quarter of an hour of this instant: the least that is summed. */
export function slotOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / slotMs) * slotMs);
}

/** What is summed as it changes; the migration overview_sums says what the columns of each kind count. */
type Kind = "paid" | "product" | "way" | "ended";

interface Sum {
  name: string;
  currency: string;
  count: number;
  part: number;
  other: number;
  minor: bigint;
}

type SumRow = Omit<Sum, "minor"> & { minor: string };

const sums = `name, currency, sum(count)::int AS count, sum(part)::int AS part, sum(other)::int AS other,
  sum(minor)::text AS minor`;
const asked = "FROM overview_tallies WHERE store_id = $1 AND kind = $2 AND slot >= $3 AND slot < $4";

/** The sums from the instant `from` to the instant `to`, which both begin a quarter of an hour, by name and currency. */
export async function readSums(
  world: World,
  storeId: number,
  kind: Kind,
  { from, to }: { from: Date; to: Date },
): Promise<Sum[]> {
  const { rows } = await world.pool.query<SumRow>({
    name: "overview-sums",
    text: `SELECT ${sums} ${asked} GROUP BY name, currency ORDER BY name, currency`,
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
    text: `SELECT ${sums}, day::text AS day
      FROM (SELECT name, currency, count, part, other, minor, (slot AT TIME ZONE $5)::date AS day ${asked}) AS slots
      GROUP BY name, currency, slots.day ORDER BY name, currency, slots.day`,
    values: [storeId, kind, from, to, timeZone],
  });
  return rows.map((row) => ({ ...sumOf(row), day: row.day }));
}

function sumOf(row: SumRow): Sum {
  return { ...row, minor: BigInt(row.minor) };
}
