import type { World } from "@/lib/services/core/world";
import { type Said, said } from "@/lib/text/mail";
import { countedMax, countOf, type HealthLine, type Work, waitOf } from "./line";

interface Queue {
  name: Said;
  /** SQL for the waiting rows, with the instant at which each came due. */
  due: string;
  work: Work;
  /** What users notice while it is late. */
  means: Said;
}

/**
 * Work is a row with a due time; a cron job finds it every minute. Each statement reads along the index of that time.
 */
const queues: readonly Queue[] = [
  {
    name: said("told_queue_payments"),
    due: "SELECT next_poll_at AS at FROM payment_attempts WHERE next_poll_at < $1",
    work: "payments",
    means: said("told_queue_payments_means"),
  },
  {
    name: said("told_queue_callbacks"),
    due: "SELECT received_at AS at FROM rail_callbacks WHERE processed_at IS NULL",
    work: "callbacks",
    means: said("told_queue_callbacks_means"),
  },
  {
    name: said("told_queue_transfers"),
    due: "SELECT next_poll_at AS at FROM payouts WHERE next_poll_at < $1 UNION ALL SELECT next_poll_at FROM refunds WHERE next_poll_at < $1",
    work: "transfers",
    means: said("told_queue_transfers_means"),
  },
  {
    name: said("told_queue_subscriptions"),
    due: "SELECT next_due_at AS at FROM subscriptions WHERE next_due_at < $1",
    work: "subscriptions",
    means: said("told_queue_subscriptions_means"),
  },
  {
    name: said("told_queue_reminders"),
    due: "SELECT next_reminder_at AS at FROM subscriptions WHERE next_reminder_at < $1 UNION ALL SELECT next_due_at FROM invoices WHERE next_due_at < $1",
    work: "reminders",
    means: said("told_queue_reminders_means"),
  },
  {
    name: said("told_queue_deliveries"),
    due: "SELECT next_attempt_at AS at FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at < $1",
    work: "deliveries",
    means: said("told_queue_deliveries_means"),
  },
  {
    name: said("told_queue_messages"),
    due: "SELECT next_attempt_at AS at FROM messages WHERE status = 'queued' AND next_attempt_at < $1",
    work: "messages",
    means: said("told_queue_messages_means"),
  },
];

const watchMs = 2 * 60_000;
const badMs = 10 * 60_000;

/** How much each queue has that is due, and for how long the oldest of it is. */
export async function readDue(
  world: Pick<World, "clock" | "pool">,
): Promise<(Queue & { count: number; lateMs: number })[]> {
  const now = world.clock.now();
  const parts = queues.map(
    ({ due }, position) =>
      `(SELECT ${position} AS position, count(*)::int AS count, min(at) AS oldest
        FROM (${due} LIMIT ${countedMax + 1}) due WHERE $1::timestamptz IS NOT NULL)`,
  );
  const { rows } = await world.pool.query<{ position: number; count: number; oldest: Date | null }>(
    `${parts.join(" UNION ALL ")} ORDER BY position`,
    [now],
  );
  return queues.map((queue, position) => {
    const row = rows.find((found) => found.position === position);
    return {
      ...queue,
      count: row?.count ?? 0,
      lateMs: row?.oldest ? now.getTime() - row.oldest.getTime() : 0,
    };
  });
}

/** How far behind each queue is. */
export async function readQueues(world: World): Promise<HealthLine[]> {
  return (await readDue(world)).map((queue) => lineOf(queue, queue.count, queue.lateMs));
}

function lineOf({ name, work, means }: Queue, count: number, lateMs: number): HealthLine {
  if (count === 0)
    return {
      name,
      value: said("told_queueEmpty"),
      state: "well",
      means: said("told_queueEmpty_means"),
      todo: null,
    };
  const value = said("told_queueLate", { waits: countOf(count, work), wait: waitOf(lateMs) });
  if (lateMs < watchMs)
    return { name, value, state: "well", means: said("told_queueWell_means"), todo: null };
  const state = lateMs < badMs ? "watch" : "bad";
  return { name, value, state, means, todo: state === "bad" ? stuck : passes };
}

const passes = said("told_queuePasses");
const stuck = said("told_queueStuck");
