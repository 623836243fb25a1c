import type { CivilDate } from "@/lib/domain/civil-date";
import { outsideRail } from "@/lib/domain/outside";
import { graceMs } from "@/lib/domain/subscription";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import type { Span } from "./span";

/** The results of payment attempts by method or network. Open attempts do not count. */
export interface Approval {
  /** A network's code, or the method where there is no network. */
  way: string;
  approved: number;
  refused: number;
  /** Refused because nobody answered the prompt in time. */
  unanswered: number;
  /** The amounts of the approved ones, by currency. */
  collected: { currency: string; minor: bigint }[];
}

/**
 * The way with most attempts first. Counts attempts of orders that were created in the span; a reversed payment counts
 * as approved.
 */
export async function readApprovals(world: World, storeId: number, span: Span): Promise<Approval[]> {
  const rows = await world.db.$queryRaw<
    { way: string; currency: string; approved: bigint; refused: bigint; unanswered: bigint; minor: string }[]
  >`
    SELECT coalesce(a.network, a.method::text) AS way, a.currency,
      count(*) FILTER (WHERE a.status IN ('succeeded', 'reversed')) AS approved,
      count(*) FILTER (WHERE a.status = 'failed') AS refused,
      count(*) FILTER (WHERE a.status = 'failed' AND a.failure_reason = 'not_approved_in_time') AS unanswered,
      coalesce(sum(a.amount_minor) FILTER (WHERE a.status = 'succeeded'), 0)::text AS minor
    FROM payment_attempts a JOIN orders o ON o.id = a.order_id
    WHERE a.store_id = ${storeId} AND a.created_at >= ${span.start} AND o.store_id = ${storeId} AND o.created_at >= ${span.start} AND o.created_at < ${span.end}
      AND a.status IN ('succeeded', 'reversed', 'failed') AND a.rail <> ${outsideRail}
    GROUP BY 1, 2 ORDER BY 2`;
  const ways = new Map<string, Approval>();
  for (const { way, currency, minor, ...counts } of rows) {
    const known = ways.get(way) ?? { way, approved: 0, refused: 0, unanswered: 0, collected: [] };
    const collected = BigInt(minor) > 0n ? [{ currency, minor: BigInt(minor) }] : [];
    ways.set(way, {
      way,
      approved: known.approved + Number(counts.approved),
      refused: known.refused + Number(counts.refused),
      unanswered: known.unanswered + Number(counts.unanswered),
      collected: [...known.collected, ...collected],
    });
  }
  const tries = ({ approved, refused }: Approval) => approved + refused;
  return [...ways.values()].sort((a, b) => tries(b) - tries(a));
}

/** The current subscribers. */
export interface Subscribers {
  active: number;
  inGrace: number;
  /** Active ones whose paid time ends today. */
  endsToday: number;
}

/** What followed the paid periods that ended in the span. Periods whose grace still runs do not count. */
export interface Renewals {
  onTime: number;
  inGrace: number;
  /** Not renewed in time: cancelled, never paid, or paid after access had ended. */
  lost: number;
}

export async function readSubscribers(world: World, caller: Caller, span: Span): Promise<Subscribers> {
  const none = { skip: 0, take: 0 };
  const { storeId, livemode } = caller;
  const now = world.clock.now();
  const [active, inGrace, endsToday] = await Promise.all([
    listSubscriptions(world, caller, { status: "active" }, none),
    listSubscriptions(world, caller, { status: "past_due" }, none),
    world.db.subscription.count({
      where: { storeId, livemode, status: "active", currentPeriodEnd: { gt: now, lt: span.end } },
    }),
  ]);
  return { active: active.total, inGrace: inGrace.total, endsToday };
}

/** A following period ends later than the one before it: so periods that ended before the span need not be read. */
export async function readRenewals(
  world: World,
  { storeId, livemode }: Caller,
  span: Span,
): Promise<Renewals> {
  const now = world.clock.now();
  const graceOver = new Date(now.getTime() - graceMs);
  const grace = `${graceMs} milliseconds`;
  const [row] = await world.db.$queryRaw<{ on_time: bigint; in_grace: bigint; lost: bigint }[]>`
    SELECT
      count(*) FILTER (WHERE n.paid_at <= p.ends_at) AS on_time,
      count(*) FILTER (WHERE n.paid_at > p.ends_at AND n.paid_at <= p.ends_at + ${grace}::interval) AS in_grace,
      count(*) FILTER (
        WHERE n.paid_at > p.ends_at + ${grace}::interval
          OR (n.paid_at IS NULL AND (p.ends_at <= ${graceOver} OR EXISTS (
            SELECT 1 FROM subscriptions s WHERE s.id = p.subscription_id AND s.status = 'cancelled'
          )))
      ) AS lost
    FROM subscription_periods p
    LEFT JOIN subscription_periods n ON n.subscription_id = p.subscription_id AND n.number = p.number + 1
      AND n.store_id = ${storeId} AND n.livemode = ${livemode} AND n.ends_at >= ${span.start}
    WHERE p.store_id = ${storeId} AND p.livemode = ${livemode}
      AND p.ends_at >= ${span.start} AND p.ends_at <= ${now}`;
  return {
    onTime: Number(row?.on_time ?? 0),
    inGrace: Number(row?.in_grace ?? 0),
    lost: Number(row?.lost ?? 0),
  };
}

/** The money that came in, in one currency, minus refunds. */
export interface Collected {
  currency: string;
  minor: bigint;
  /** The amount of the same number of days before the span. */
  beforeMinor: bigint;
  payments: number;
  /** Days with a payment in the store's zone, by the day of payment. */
  days: ReadonlyMap<CivilDate, { minor: bigint; payments: number }>;
}

/** One entry for each currency; the store's own is first and always there. */
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
