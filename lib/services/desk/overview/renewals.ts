import { graceMs } from "@/lib/domain/subscription";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import type { Span } from "./span";

/** Who is subscribed now. */
export interface Subscribers {
  active: number;
  inGrace: number;
  /** Active ones whose paid time ends today. */
  endsToday: number;
}

/** Of the paid periods that ended in the span: what came after them. Those whose grace still runs count nowhere. */
export interface Renewals {
  onTime: number;
  inGrace: number;
  /** Not renewed in time: cancelled, or never paid, or paid after access had ended. */
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

/** What comes after a period ends after it: so nothing older than the span is looked at, on either side. */
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
