import type { CivilDate } from "@/lib/domain/civil-date";
import { graceMs } from "@/lib/domain/subscription";
import { beginOf } from "@/lib/domain/sums";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import type { Caller, World } from "@/lib/services/core/world";
import { earlier } from "../numbers/movements";
import { readDailySums, readSums, type Span } from "./sums";

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
 * The way with most attempts first. Counts the attempts that were begun in the span and have ended; a reversed payment counts
 * as approved.
 */
export async function readApprovals(
  world: World,
  storeId: number,
  { start, end }: Span,
): Promise<Approval[]> {
  const rows = await readSums(world, storeId, "way", { from: start, to: end });
  const ways = new Map<string, Approval>();
  for (const { name, currency, minor, count, part, other } of rows) {
    const known = ways.get(name) ?? { way: name, approved: 0, refused: 0, unanswered: 0, collected: [] };
    ways.set(name, {
      way: name,
      approved: known.approved + count,
      refused: known.refused + part,
      unanswered: known.unanswered + other,
      collected: minor > 0n ? [...known.collected, { currency, minor }] : known.collected,
    });
  }
  const tries = ({ approved, refused }: Approval) => approved + refused;
  return [...ways.values()].filter((way) => tries(way) > 0).sort((a, b) => tries(b) - tries(a));
}

/** The current subscribers. */
export interface Subscribers {
  active: number;
  inGrace: number;
}

/**
 * What followed the periods that ended in the span. Periods whose grace still runs do not count, nor do trials; days for
 * free put the end off, so they count in the place of what they followed.
 */
export interface Renewals {
  onTime: number;
  inGrace: number;
  /** Not renewed in time: cancelled, never paid, or paid after access had ended. */
  lost: number;
}

export async function readSubscribers(world: World, caller: Caller): Promise<Subscribers> {
  const none = { skip: 0, take: 0 };
  const [active, inGrace] = await Promise.all([
    listSubscriptions(world, caller, { status: "active" }, none),
    listSubscriptions(world, caller, { status: "past_due" }, none),
  ]);
  return { active: active.total, inGrace: inGrace.total };
}

/**
 * What is over is summed as it changes: whoever did not pay in time is lost. Of the last days, whose grace still runs, each period
 * is looked at.
 */
export async function readRenewals(
  world: World,
  { storeId, livemode }: Caller,
  { start, end }: Span,
): Promise<Renewals> {
  const now = world.clock.now();
  const until = earlier(end, new Date(now.getTime() + 1));
  const over = earlier(until, new Date(beginOf("slot", now.getTime() - graceMs)));
  const [sums, recent] = await Promise.all([
    over > start ? readSums(world, storeId, "ended", { from: start, to: over }) : [],
    recentRenewals(world, { storeId, livemode }, over > start ? over : start, until),
  ]);
  const { onTime, inGrace, lost } = recent;
  const [old] = sums;
  if (!old) return recent;
  return {
    onTime: onTime + old.part,
    inGrace: inGrace + old.other,
    lost: lost + old.count - old.part - old.other,
  };
}

/** Of the periods that ended from the one instant to the other. */
async function recentRenewals(
  world: World,
  { storeId, livemode }: Pick<Caller, "storeId" | "livemode">,
  from: Date,
  to: Date,
): Promise<Renewals> {
  const graceOver = new Date(world.clock.now().getTime() - graceMs);
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
    WHERE p.kind <> 'trial' AND n.kind IS DISTINCT FROM 'granted' AND p.store_id = ${storeId} AND p.livemode = ${livemode} AND p.ends_at >= ${from} AND p.ends_at < ${to}`;
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
  const { before, start, end, timeZone } = span;
  const [daily, earlierSums] = await Promise.all([
    readDailySums(world, storeId, "paid", { from: start, to: end, timeZone }),
    readSums(world, storeId, "paid", { from: before, to: start }),
  ]);
  const paid = daily.filter(({ count }) => count > 0);
  const known = [...paid, ...earlierSums.filter(({ count }) => count > 0)].map((row) => row.currency);
  const others = [...new Set(known)].filter((one) => one !== currency).sort();
  return [currency, ...others].map((one) => {
    const own = paid.filter((row) => row.currency === one);
    return {
      currency: one,
      minor: own.reduce((all, { minor }) => all + minor, 0n),
      beforeMinor: earlierSums.find((row) => row.currency === one)?.minor ?? 0n,
      payments: own.reduce((all, { count }) => all + count, 0),
      days: new Map(own.map(({ day, minor, count }) => [day, { minor, payments: count }])),
    };
  });
}

/** A product or a payment link by what its lines in paid orders brought: after discounts and unused time, before refunds. */
export interface TopProduct {
  of: "product" | "link";
  id: number;
  name: string;
  quantity: number;
  currency: string;
  minor: bigint;
}

const topShown = 5;

/** Those that brought most, in the store's own currency. */
export async function readTopProducts(
  world: World,
  storeId: number,
  currency: string,
  { start, end }: Span,
): Promise<TopProduct[]> {
  const brought = async (of: TopProduct["of"]) =>
    (await readSums(world, storeId, of, { from: start, to: end })).map((sum) => ({ ...sum, of }));
  const top = (await Promise.all([brought("product"), brought("link")]))
    .flat()
    .filter((sum) => sum.currency === currency && sum.count > 0)
    .sort((a, b) => Number(b.minor - a.minor) || a.number - b.number)
    .slice(0, topShown);
  const named = (of: TopProduct["of"]) => ({
    storeId,
    id: { in: top.filter((sum) => sum.of === of).map(({ number }) => number) },
  });
  const [products, links] = await Promise.all([
    world.db.product.findMany({ where: named("product"), select: { id: true, name: true } }),
    world.db.paymentLink.findMany({ where: named("link"), select: { id: true, title: true } }),
  ]);
  const names = new Map([
    ...products.map(({ id, name }) => [`product ${id}`, name] as const),
    ...links.map(({ id, title }) => [`link ${id}`, title] as const),
  ]);
  return top.map(({ of, number: id, count: quantity, minor }) => ({
    ...{ of, id, quantity, currency, minor },
    name: names.get(`${of} ${id}`) ?? String(id),
  }));
}
