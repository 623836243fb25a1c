import type { World } from "@/lib/services/core/world";
import { type Claimed, deliverMessage, leaseMs, type WhenSent } from "./deliver-message";

export interface DeliverMessagesResult {
  sent: number;
  failed: number;
  /** When the next message is due; null when none waits. */
  nextDueAt: Date | null;
}

const atOnce = 5;
const passMax = 200;

/**
 * Hands queued messages to the mail server and the SMS provider, at most six times each. What has nobody to take it is
 * not due: it is kept, to be read. A worker that dies after a message was taken sends it again: rather twice than never.
 */
export async function deliverDueMessages(
  world: World,
  whenSent: WhenSent,
  scope: { storeId?: number } = {},
): Promise<DeliverMessagesResult> {
  const result = { sent: 0, failed: 0 };
  const channels = channelsOf(world);
  if (channels.length === 0) return { ...result, nextDueAt: null };
  for (let taken = 0; taken < passMax; ) {
    const due = await claim(world, channels, scope);
    if (due.length === 0) break;
    taken += due.length;
    await Promise.all(
      due.map(async (message) => {
        try {
          const { status } = await deliverMessage(world, message, whenSent);
          if (status === "sent") result.sent += 1;
          else result.failed += 1;
        } catch (error) {
          result.failed += 1;
          world.log.error({ err: error, message: String(message.id) }, "A message is tried again later.");
        }
      }),
    );
  }
  return { ...result, nextDueAt: await nextDueAt(world, channels, scope) };
}

type Channel = Claimed["channel"];

function channelsOf(world: World): Channel[] {
  return [...(world.mailer ? ["email" as const] : []), ...(world.sms ? ["sms" as const] : [])];
}

async function claim(world: World, channels: Channel[], scope: { storeId?: number }): Promise<Claimed[]> {
  const now = world.clock.now();
  const { rows } = await world.pool.query<Omit<Claimed, "id"> & { id: string }>({
    name: "claim-messages",
    text: `
      WITH due AS (
        SELECT id FROM messages
        WHERE status = 'queued' AND channel::text = ANY($4) AND next_attempt_at <= $1
          AND (leased_until IS NULL OR leased_until <= $1) AND ($3::int IS NULL OR store_id = $3)
        ORDER BY next_attempt_at, id LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
      )
      UPDATE messages m SET leased_until = $2 FROM due WHERE m.id = due.id
      RETURNING m.id, m.channel, m.recipient, m.template, m.subject, m.body, m.body_sealed AS "bodySealed",
        m.action_label AS "actionLabel", m.action_url AS "actionUrl", m.attempts_made AS "attemptsMade",
        m.leased_until AS "leasedUntil", m.next_attempt_at AS "nextAttemptAt", m.created_at AS "createdAt",
        m.store_id AS "storeId", m.object_id AS "objectId"`,
    values: [now, new Date(now.getTime() + leaseMs), scope.storeId ?? null, channels],
  });
  return rows.map((row) => ({ ...row, id: BigInt(row.id) }));
}

/** One that another worker has in hand is due again when its lease runs out. */
async function nextDueAt(
  world: World,
  channels: Channel[],
  scope: { storeId?: number },
): Promise<Date | null> {
  const { rows } = await world.pool.query<{ at: Date | null }>({
    name: "next-message",
    text: `
      SELECT min(greatest(next_attempt_at, leased_until)) AS at FROM messages
      WHERE status = 'queued' AND channel::text = ANY($1) AND ($2::int IS NULL OR store_id = $2)`,
    values: [channels, scope.storeId ?? null],
  });
  return rows[0]?.at ?? null;
}
