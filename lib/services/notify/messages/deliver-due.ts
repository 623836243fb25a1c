import { Prisma } from "@/lib/db/client";
import { isDue, type Leased, lease, nextDue } from "@/lib/services/core/lease";
import type { World } from "@/lib/services/core/world";
import { type Claimed, deliverMessage, leaseMs, type WhenSent } from "./deliver-message";

export interface DeliverMessagesResult {
  sent: number;
  failed: number;
  /** When the next message is due; null when none waits. */
  nextDueAt: Date | null;
}

const messages: Leased = { table: "messages", dueAt: "next_attempt_at", leaseMs };
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
  return { ...result, nextDueAt: await nextDue(world, messages, waiting(channels, scope)) };
}

type Channel = Claimed["channel"];

function channelsOf(world: World): Channel[] {
  return [...(world.mailer ? ["email" as const] : []), ...(world.sms ? ["sms" as const] : [])];
}

function waiting(channels: Channel[], { storeId = null }: { storeId?: number | null }): Prisma.Sql {
  return Prisma.sql`status = 'queued' AND channel::text = ANY (${channels}::text[])
    AND (${storeId}::int IS NULL OR store_id = ${storeId})`;
}

function claim(world: World, channels: Channel[], scope: { storeId?: number }): Promise<Claimed[]> {
  return lease<Claimed>(world, messages, {
    which: Prisma.sql`${waiting(channels, scope)} AND ${isDue(world, messages)}`,
    limit: atOnce,
    columns: Prisma.sql`id, channel, recipient, template, subject, body, body_sealed AS "bodySealed",
      action_label AS "actionLabel", action_url AS "actionUrl", attempts_made AS "attemptsMade",
      leased_until AS "leasedUntil", next_attempt_at AS "nextAttemptAt", created_at AS "createdAt",
      store_id AS "storeId", object_id AS "objectId"`,
  });
}
