import type { World } from "@/lib/services/world";
import { Problem } from "../problem";
import type { Load } from "./load";

export interface Storm {
  subscriptions: number;
  /** From the minute in which all of them end to the last event in the outbox. */
  seconds: number;
  /** Access checks at 500 a second meanwhile. */
  access: Load;
}

const patienceMs = 600_000;

/** Many subscriptions of all stores that end in the same minute, while access is being asked. */
export async function measureStorm(
  world: World,
  subscriptions: number,
  askAccess: () => Promise<Load>,
): Promise<Storm> {
  const startedAt = performance.now();
  const { rowCount } = await world.pool.query(endSql, [subscriptions]);
  if (rowCount !== subscriptions) throw new Problem(`Only ${rowCount} subscriptions could be made to end.`);
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
  const lateAt = startedAt + patienceMs;
  for (;;) {
    const told = await world.db.event.count({ where: { type: "subscription.past_due" } });
    if (told >= count) return (performance.now() - startedAt) / 1000;
    if (performance.now() > lateAt) throw new Problem(`Of ${count} ends only ${told} were told.`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
