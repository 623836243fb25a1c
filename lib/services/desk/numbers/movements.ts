import type { Movement } from "@/lib/domain/movements";
import { graceMs } from "@/lib/domain/subscription";
import type { Grain } from "@/lib/domain/sums";
import type { World } from "@/lib/services/core/world";

const slotMs = 15 * 60 * 1000;

/** The instants that decide what has happened. */
export interface Moment {
  /** The end of the present quarter of an hour: all is counted as it will be then, if nothing is paid until then. */
  asOf: Date;
  /** The grace of paid time that ended before this instant is over as well. */
  settled: Date;
}

export function momentOf(now: Date): Moment {
  const asOf = new Date((Math.floor(now.getTime() / slotMs) + 1) * slotMs);
  return { asOf, settled: new Date(asOf.getTime() - graceMs) };
}

export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** From one instant (null: ever) up to another. Both begin a quarter of an hour. */
export interface Window {
  from: Date | null;
  to: Date;
}

/** The sums of one kind of movement in one window; whoever asks names the window by `key`. */
export interface Question extends Window {
  key: string;
  kind: Movement;
}

export interface Sum {
  /** Of `stayed`: from which month on. Else 0. */
  step: number;
  count: number;
  yearlyMinor: bigint;
  minor: bigint;
}

/** The sums of one currency in a window that was asked for; nothing where nothing happened. */
export type Own = (key: string, kind: Movement) => readonly Sum[];

export interface Sums {
  /** Those in which anything was found. */
  currencies: string[];
  of(currency: string): Own;
}

const dayMs = 24 * 60 * 60 * 1000;
const ever = new Date(0);

/** Whole days of UTC are read by day; what is left on both sides by the quarter of an hour. */
function partsOf({ from, to }: Window): { grain: Grain; from: Date; to: Date }[] {
  const start = from ?? ever;
  if (start >= to) return [];
  const days = {
    from: new Date(Math.ceil(start.getTime() / dayMs) * dayMs),
    to: new Date(Math.floor(to.getTime() / dayMs) * dayMs),
  };
  if (days.from >= days.to) return [{ grain: "slot", from: start, to }];
  return [
    { grain: "slot" as const, from: start, to: days.from },
    { grain: "day" as const, ...days },
    { grain: "slot" as const, from: days.to, to },
  ].filter((part) => part.from < part.to);
}

/** Answers all questions by one statement. */
export async function readMovements(
  world: World,
  { storeId, livemode }: { storeId: number; livemode: boolean },
  questions: readonly Question[],
): Promise<Sums> {
  const parts = questions.flatMap((asked) => partsOf(asked).map((part) => ({ ...part, asked })));
  const { rows } = await world.pool.query<{
    key: string;
    kind: Movement;
    currency: string;
    step: number;
    count: number;
    yearly: string;
    minor: string;
  }>({
    name: "subscription-movements",
    text: `SELECT part.key, part.kind, t.currency, t.step, sum(t.count)::int AS count, sum(t.yearly)::text AS yearly,
        sum(t.minor)::text AS minor
      FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[]) part(key, kind, grain, starts, ends)
      CROSS JOIN LATERAL (
        SELECT currency, number AS step, sum(count) AS count, sum(yearly_minor) AS yearly, sum(minor) AS minor FROM sums
        WHERE store_id = $1 AND livemode = $2 AND grain = part.grain AND kind = part.kind
          AND at >= part.starts AND at < part.ends
        GROUP BY currency, number) t
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
    values: [
      storeId,
      livemode,
      parts.map(({ asked }) => asked.key),
      parts.map(({ asked }) => asked.kind),
      parts.map(({ grain }) => grain),
      parts.map(({ from }) => from),
      parts.map(({ to }) => to),
    ],
  });
  const found = new Map<string, Sum[]>();
  for (const { key, kind, currency, step, count, yearly, minor } of rows) {
    const name = `${currency} ${key} ${kind}`;
    const sum = { step, count, yearlyMinor: BigInt(yearly), minor: BigInt(minor) };
    found.set(name, [...(found.get(name) ?? []), sum]);
  }
  return {
    currencies: [...new Set(rows.map(({ currency }) => currency))].sort(),
    of: (currency) => (key, kind) => found.get(`${currency} ${key} ${kind}`) ?? [],
  };
}
