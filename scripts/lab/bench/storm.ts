import type { World } from "@/lib/services/core/world";
import { Problem } from "../../problem";
import type { Load } from "./load";
import { until } from "./until";

export interface Storm {
  subscriptions: number;
  /** From the minute in which all of them end until the last event is in the outbox. */
  seconds: number;
  /** Access checks at 500 a second at the same time. */
  access: Load;
}

const patienceMs = 600_000;
/** Before the minute: what was changed to make them end is on the disk, and nobody measures that. */
const restMs = 15_000;
const minuteMs = 60_000;

/**
 * Many subscriptions of all stores end in the same minute, which the clock finds by itself, while access checks run.
 * `atOnce`: they have ended already, and the clock is woken.
 */
export async function measureStorm(
  world: World,
  subscriptions: number,
  askAccess: () => Promise<Load>,
  { atOnce }: { atOnce: boolean },
): Promise<Storm> {
  const endsAt = new Date(Math.floor(Date.now() / minuteMs) * minuteMs + (atOnce ? 0 : 2 * minuteMs));
  const { rowCount } = await world.pool.query(endSql, [subscriptions, endsAt]);
  if (rowCount !== subscriptions) throw new Problem(`Only ${rowCount} subscriptions could be made to end.`);
  if (atOnce) world.wake("subscriptions");
  else if (endsAt.getTime() - Date.now() < restMs) throw new Problem("To make them end took too long.");
  await new Promise((go) => setTimeout(go, endsAt.getTime() - Date.now()));
  const startedAt = performance.now();
  const [access, seconds] = await Promise.all([askAccess(), untilTold(world, subscriptions, startedAt)]);
  return { subscriptions, seconds, access };
}

/** Every first of the active ones: their period of a month ends then, and so began a month before. */
const endSql = `
  UPDATE subscriptions s SET current_period_end = $2::timestamptz, next_due_at = $2::timestamptz,
    current_period_start = $2::timestamptz - interval '1 month', anchor_at = $2::timestamptz - interval '1 month',
    started_at = $2::timestamptz - interval '1 month'
  FROM (SELECT id FROM subscriptions WHERE status = 'active' AND ref LIKE 'user_%' ORDER BY id LIMIT $1) chosen WHERE chosen.id = s.id`;

async function untilTold(world: World, count: number, startedAt: number): Promise<number> {
  let told = 0;
  await until(
    async () => {
      told = await world.db.event.count({ where: { type: "subscription.past_due" } });
      return told >= count;
    },
    { everyMs: 1_000, withinMs: patienceMs, late: () => `Of ${count} ends only ${told} were told.` },
  );
  return (performance.now() - startedAt) / 1000;
}
