import type { CivilDate } from "@/lib/domain/civil-date";
import type { World } from "@/lib/services/core/world";
import type { Span } from "./span";

/** What came in, in one currency, less what was given back of it. */
export interface Collected {
  currency: string;
  minor: bigint;
  /** Of as many days before the span. */
  beforeMinor: bigint;
  payments: number;
  /** Days of the store's zone with a payment, by the day it was paid. */
  days: ReadonlyMap<CivilDate, { minor: bigint; payments: number }>;
}

/** One entry a currency, the store's own first and always there. */
export async function readCollected(
  world: World,
  storeId: number,
  currency: string,
  span: Span,
): Promise<Collected[]> {
  const rows = await world.db.$queryRaw<{ currency: string; day: string; minor: string; payments: bigint }[]>`
    SELECT currency, day::text, sum(minor)::text AS minor, count(*) AS payments
    FROM (
      SELECT currency, (paid_at AT TIME ZONE ${span.timeZone})::date AS day, total_minor - refunded_minor AS minor
      FROM orders
      WHERE store_id = ${storeId} AND paid_at >= ${span.before} AND paid_at < ${span.end}
    ) AS paid
    GROUP BY currency, day`;
  const others = [...new Set(rows.map((row) => row.currency))].filter((one) => one !== currency).sort();
  return [currency, ...others].map((one) => {
    const own = rows.filter((row) => row.currency === one);
    const inside = own.filter(({ day }) => day >= span.first);
    const sum = (some: typeof rows) => some.reduce((all, { minor }) => all + BigInt(minor), 0n);
    return {
      currency: one,
      minor: sum(inside),
      beforeMinor: sum(own.filter(({ day }) => day < span.first)),
      payments: inside.reduce((all, { payments }) => all + Number(payments), 0),
      days: new Map(
        inside.map(({ day, minor, payments }) => [day, { minor: BigInt(minor), payments: Number(payments) }]),
      ),
    };
  });
}
