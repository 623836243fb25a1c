import type { World } from "@/lib/services/core/world";
import { Problem } from "../problem";
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

/** Many subscriptions of all stores end in the same minute, while access checks run. */
export async function measureStorm(
  world: World,
  subscriptions: number,
  askAccess: () => Promise<Load>,
  { wakes }: { wakes: boolean },
): Promise<Storm> {
  const startedAt = performance.now();
  const { rowCount } = await world.pool.query(endSql, [subscriptions]);
  if (rowCount !== subscriptions) throw new Problem(`Only ${rowCount} subscriptions could be made to end.`);
  // Without a wake-up the cron finds them, as it finds all that end by themselves.
  if (wakes) world.wake("subscriptions");
  const [access, seconds] = await Promise.all([askAccess(), untilTold(world, subscriptions, startedAt)]);
  return { subscriptions, seconds, access };
}

/** Every first of the active ones: their period of a month ends now, and so began a month ago. */
const endSql = `
  UPDATE subscriptions s SET current_period_end = date_trunc('minute', now()), next_due_at = date_trunc('minute', now()),
    current_period_start = date_trunc('minute', now()) - interval '1 month', anchor_at = date_trunc('minute', now()) - interval '1 month',
    started_at = date_trunc('minute', now()) - interval '1 month'
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
