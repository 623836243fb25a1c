import { isConnectionLoss } from "@/lib/db/client";
import { maskSecrets } from "@/lib/providers/log";
import type { Mailer } from "@/lib/providers/mail/mailer";
import type { World } from "../world";

export interface DeliverMessagesResult {
  sent: number;
  failed: number;
  /** When the next message is due; null when none waits. */
  nextDueAt: Date | null;
}

interface Due {
  id: bigint;
  recipient: string;
  subject: string;
  body: string;
  attemptsMade: number;
  leasedUntil: Date;
}

const minuteMs = 60_000;
/** How long after each failed attempt the next is made; after the last there is none. */
const backoffMs = [1, 5, 15, 60, 240].map((minutes) => minutes * minuteMs);
const leaseMs = 2 * minuteMs;
const atOnce = 5;
const passMax = 200;

/**
 * Hands queued e-mail to the mail server, at most six times each. Without a mail server nothing is due: messages are
 * kept for the outbox page. A worker that dies after the server took a message sends it again: rather twice than never.
 */
export async function deliverDueMessages(
  world: World,
  scope: { storeId?: number } = {},
): Promise<DeliverMessagesResult> {
  const result = { sent: 0, failed: 0 };
  const { mailer } = world;
  if (!mailer) return { ...result, nextDueAt: null };
  for (let taken = 0; taken < passMax; ) {
    const due = await claim(world, scope);
    if (due.length === 0) break;
    taken += due.length;
    await Promise.all(
      due.map(async (message) => {
        if (await sendOne(world, mailer, message)) result.sent += 1;
        else result.failed += 1;
      }),
    );
  }
  return { ...result, nextDueAt: await nextDueAt(world, scope) };
}

async function claim(world: World, scope: { storeId?: number }): Promise<Due[]> {
  const now = world.clock.now();
  const { rows } = await world.pool.query<Omit<Due, "id"> & { id: string }>({
    name: "claim-messages",
    text: `
      WITH due AS (
        SELECT id FROM messages
        WHERE status = 'queued' AND channel = 'email' AND next_attempt_at <= $1
          AND (leased_until IS NULL OR leased_until <= $1) AND ($3::int IS NULL OR store_id = $3)
        ORDER BY next_attempt_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
      )
      UPDATE messages m SET leased_until = $2 FROM due WHERE m.id = due.id
      RETURNING m.id, m.recipient, m.subject, m.body, m.attempts_made AS "attemptsMade",
        m.leased_until AS "leasedUntil"`,
    values: [now, new Date(now.getTime() + leaseMs), scope.storeId ?? null],
  });
  return rows.map((row) => ({ ...row, id: BigInt(row.id) }));
}

async function sendOne(world: World, mailer: Mailer, message: Due): Promise<boolean> {
  let problem: unknown = null;
  try {
    await mailer.send({ to: message.recipient, subject: message.subject, text: message.body });
  } catch (error) {
    problem = error ?? new Error("The mail server did not take it.");
  }
  const at = world.clock.now();
  try {
    await world.db.message.updateMany({
      where: { id: message.id, leasedUntil: message.leasedUntil },
      data: problem === null ? sentRow(message, at) : failedRow(message, at, problem),
    });
  } catch (error) {
    if (!isConnectionLoss(error)) throw error;
    world.log.error(
      { err: error, message: String(message.id) },
      "A message could not be recorded; its lease runs out.",
    );
  }
  return problem === null;
}

function sentRow(message: Due, at: Date) {
  return {
    status: "sent",
    sentAt: at,
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: null,
    leasedUntil: null,
    lastError: null,
  } as const;
}

function failedRow(message: Due, at: Date, problem: unknown) {
  const text = problem instanceof Error ? problem.message : String(problem);
  const waitMs = backoffMs[message.attemptsMade];
  return {
    status: waitMs === undefined ? "failed" : "queued",
    attemptsMade: message.attemptsMade + 1,
    nextAttemptAt: waitMs === undefined ? null : new Date(at.getTime() + waitMs),
    leasedUntil: null,
    lastError: maskSecrets(text.replaceAll("\0", "")).slice(0, 500),
  } as const;
}

async function nextDueAt(world: World, scope: { storeId?: number }): Promise<Date | null> {
  const next = await world.db.message.findFirst({
    where: {
      ...(scope.storeId === undefined ? {} : { storeId: scope.storeId }),
      status: "queued",
      channel: "email",
      nextAttemptAt: { not: null },
    },
    orderBy: { nextAttemptAt: "asc" },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}
