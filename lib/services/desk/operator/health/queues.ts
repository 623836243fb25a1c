import type { World } from "@/lib/services/core/world";
import { countedMax, countOf, type HealthLine, waitOf } from "./line";

interface Queue {
  name: string;
  /** What waits, as SQL: rows with the instant at which each came due. */
  due: string;
  one: string;
  many: string;
  /** What people notice while it is late. */
  means: string;
}

/** Work is a row with a due time; a cron of a minute finds it. Each statement reads along the index of that time. */
const queues: readonly Queue[] = [
  {
    name: "Payments to ask about",
    due: "SELECT next_poll_at AS at FROM payment_attempts WHERE next_poll_at < $1",
    ...{ one: "payment", many: "payments" },
    means: "Payers who approved wait for their receipt this much longer than they should.",
  },
  {
    name: "Callbacks to work on",
    due: "SELECT received_at AS at FROM rail_callbacks WHERE processed_at IS NULL",
    ...{ one: "callback", many: "callbacks" },
    means: "Providers told us something that nobody has looked at. Asking finds the same a little later.",
  },
  {
    name: "Payouts and refunds to move",
    due: "SELECT next_poll_at AS at FROM payouts WHERE next_poll_at < $1 UNION ALL SELECT next_poll_at FROM refunds WHERE next_poll_at < $1",
    ...{ one: "transfer", many: "transfers" },
    means: "Sellers and payers wait for their money this much longer than they should.",
  },
  {
    name: "Subscriptions to record",
    due: "SELECT next_due_at AS at FROM subscriptions WHERE next_due_at < $1",
    ...{ one: "subscription", many: "subscriptions" },
    means: "Access is right all the same, because it follows from dates; events about it come late.",
  },
  {
    name: "Reminders to send",
    due: "SELECT next_reminder_at AS at FROM subscriptions WHERE next_reminder_at < $1 UNION ALL SELECT next_due_at FROM invoices WHERE next_due_at < $1",
    ...{ one: "reminder", many: "reminders" },
    means: "Subscribers and customers hear late that something is due, so some pay late.",
  },
  {
    name: "Webhooks to deliver",
    due: "SELECT next_attempt_at AS at FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at < $1",
    ...{ one: "delivery", many: "deliveries" },
    means:
      "Sellers’ servers hear of payments this much later. None is lost: each has its place in the queue.",
  },
  {
    name: "Messages to hand over",
    due: "SELECT next_attempt_at AS at FROM messages WHERE status = 'queued' AND next_attempt_at < $1",
    ...{ one: "message", many: "messages" },
    means: "Receipts, codes and reminders go out this much later.",
  },
];

const watchMs = 2 * 60_000;
const badMs = 10 * 60_000;

/** How far behind each queue is. */
export async function readQueues(world: World): Promise<HealthLine[]> {
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
    const lateMs = row?.oldest ? now.getTime() - row.oldest.getTime() : 0;
    return lineOf(queue, row?.count ?? 0, lateMs);
  });
}

function lineOf({ name, one, many, means }: Queue, count: number, lateMs: number): HealthLine {
  if (count === 0)
    return { name, value: "Nothing waits", state: "well", means: "It is up to date.", todo: null };
  const value = `${countOf(count, one, many)}, the oldest due ${waitOf(lateMs)} ago`;
  if (lateMs < watchMs)
    return { name, value, state: "well", means: "It is worked on every minute.", todo: null };
  const state = lateMs < badMs ? "watch" : "bad";
  return { name, value, state, means, todo: state === "bad" ? stuck : passes };
}

const passes = "Look again in a few minutes: after a restart or a busy hour it catches up by itself.";
const stuck =
  "If all queues are late, the executor does not run: see whether the process of npm start (or your Inngest server) is up and what it logs. If it is this one alone, the log names what fails.";
