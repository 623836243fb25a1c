import { lastTimes } from "@/lib/services/core/last-times";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { countedMax, countOf, type HealthLine, type Work, waitOf, well } from "./line";

const watchMs = 2 * 60_000;
/** From here on it does not run: it calls every minute. */
export const stoppedMs = 3 * 60_000;

/** When the executor last called, as all processes see it. */
export async function readExecutor(world: World): Promise<HealthLine> {
  const { clock } = await lastTimes(world.pool);
  if (clock) return executorLine(world.clock.now().getTime() - clock.getTime());
  return {
    ...{ name: said("told_executor"), value: said("told_executorNever"), state: "unknown", todo: null },
    means: said("told_executor_means"),
  };
}

export function executorLine(agoMs: number): HealthLine {
  const isStopped = agoMs >= stoppedMs;
  return {
    name: said("told_executor"),
    value: said("told_executorAgo", { wait: waitOf(agoMs) }),
    state: isStopped ? "bad" : agoMs >= watchMs ? "watch" : "well",
    means: isStopped ? said("told_executorStopped_means") : said("told_executor_means"),
    todo: isStopped ? said("told_executorStopped_todo") : null,
  };
}

/**
 * The waiting rows of each kind of work, with the instant at which each came due; a cron job finds them every minute. Each
 * statement reads along the index of that time.
 */
const waiting = {
  payments: "SELECT next_poll_at AS at FROM payment_attempts WHERE next_poll_at < $1",
  callbacks: "SELECT received_at AS at FROM rail_callbacks WHERE processed_at IS NULL",
  transfers:
    "SELECT next_poll_at AS at FROM payouts WHERE next_poll_at < $1 UNION ALL SELECT next_poll_at FROM refunds WHERE next_poll_at < $1",
  subscriptions: "SELECT next_due_at AS at FROM subscriptions WHERE next_due_at < $1",
  reminders:
    "SELECT next_reminder_at AS at FROM subscriptions WHERE next_reminder_at < $1 UNION ALL SELECT next_due_at FROM invoices WHERE next_due_at < $1",
  deliveries:
    "SELECT next_attempt_at AS at FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at < $1",
  messages: "SELECT next_attempt_at AS at FROM messages WHERE status = 'queued' AND next_attempt_at < $1",
} satisfies Partial<Record<Work, string>>;

export interface Due {
  work: keyof typeof waiting;
  count: number;
  lateMs: number;
}

const badMs = 10 * 60_000;

/** How much of each kind is due, and for how long the oldest of it is. */
export async function readDue(world: Pick<World, "clock" | "pool">): Promise<Due[]> {
  const now = world.clock.now();
  // Safe: the keys of a literal are exactly those of its type.
  const kinds = Object.keys(waiting) as Due["work"][];
  const parts = kinds.map(
    (work, position) =>
      `(SELECT ${position} AS position, count(*)::int AS count, min(at) AS oldest
        FROM (${waiting[work]} LIMIT ${countedMax + 1}) due WHERE $1::timestamptz IS NOT NULL)`,
  );
  const { rows } = await world.pool.query<{ position: number; count: number; oldest: Date | null }>(
    `${parts.join(" UNION ALL ")} ORDER BY position`,
    [now],
  );
  return kinds.map((work, position) => {
    const { count = 0, oldest } = rows.find((found) => found.position === position) ?? {};
    return { work, count, lateMs: oldest ? now.getTime() - oldest.getTime() : 0 };
  });
}

/** How far behind each queue is, and what users notice while it is late. */
export async function readQueues(world: World): Promise<HealthLine[]> {
  return (await readDue(world)).map(lineOf);
}

function lineOf({ work, count, lateMs }: Due): HealthLine {
  const name = said(`told_queue_${work}`);
  if (count === 0) return well(name, said("told_queueEmpty"), said("told_queueEmpty_means"));
  const value = said("told_queueLate", { waits: countOf(count, work), wait: waitOf(lateMs) });
  if (lateMs < watchMs) return well(name, value, said("told_queueWell_means"));
  const state = lateMs < badMs ? "watch" : "bad";
  return {
    name,
    value,
    state,
    means: said(`told_queue_${work}_means`),
    todo: state === "bad" ? stuck : passes,
  };
}

const passes = said("told_queuePasses");
const stuck = said("told_queueStuck");
