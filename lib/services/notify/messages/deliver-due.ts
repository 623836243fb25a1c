import { Prisma } from "@/lib/db/client";
import { snake } from "@/lib/db/columns";
import { within } from "@/lib/providers/turns";
import { isDue, type Leased, lease, nextDue } from "@/lib/services/core/lease";
import type { World } from "@/lib/services/core/world";
import { type Claimed, claimed, deliverMessage, leaseMs, type Sending } from "./deliver-message";

interface Counts {
  sent: number;
  failed: number;
}

export interface DeliverMessagesResult extends Counts {
  /** When the next message is due; null when none waits. */
  nextDueAt: Date | null;
}

const messages: Leased = { table: "messages", dueAt: "next_attempt_at", leaseMs };

/**
 * A document is made by a processor for a third of a second. So its mails go out beside the others, few at once, and few
 * in a pass, because the next pass looks for others again.
 */
const lanes = {
  plain: { atOnce: 5, passMax: 200, lastsMs: Number.POSITIVE_INFINITY },
  documents: { atOnce: 2, passMax: 10, lastsMs: Number.POSITIVE_INFINITY },
  // One for each number of WhatsApp, and not for long.
  installation: { atOnce: 10, passMax: 400, lastsMs: 10_000 },
  store: { atOnce: 3, passMax: 400, lastsMs: 10_000 },
};
type Lane = "plain" | "documents" | { number: number };
type Scope = { storeId?: number };
const limitsOf = (lane: Lane) =>
  lanes[typeof lane === "string" ? lane : lane.number === 0 ? "installation" : "store"];

/** As many numbers of WhatsApp send at once in a process. */
const numbersMax = 50;
/** How long a pass waits for them: one that does not answer goes on by itself, and nothing else waits for it. */
const numbersMs = 1_000;
/** By which number a message goes: the id of a store with one of its own; 0: the installation's. */
const numberOf = Prisma.sql`coalesce((
  SELECT n.store_id FROM whatsapp_numbers n WHERE n.store_id = messages.store_id AND n.removed_at IS NULL), 0)`;

/**
 * Sends queued messages through the mail server, the SMS provider and browsers' push services, with at most six
 * attempts each. Messages of a channel without a provider are never due: they are only stored. If a worker dies after the
 * provider took a message, it is sent again: twice is better than never.
 */
export async function deliverDueMessages(
  world: World,
  sending: Sending,
  scope: Scope = {},
): Promise<DeliverMessagesResult> {
  const results = await Promise.all([
    deliverLane(world, sending, scope, "plain"),
    deliverLane(world, sending, scope, "documents"),
    deliverNumbers(world, sending, scope),
  ]);
  // What waits behind a number that still sends is looked at when that ends.
  const which = Prisma.sql`${waiting(channelsOf(world), scope)} AND ${isFree(world)}`;
  return {
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
    nextDueAt: await nextDue(world, messages, which),
  };
}

/** Each number has a lane of its own, so that one that is silent, slow or banned holds up no other. */
async function deliverNumbers(world: World, sending: Sending, scope: Scope): Promise<Counts> {
  const { courier } = world;
  const result = { sent: 0, failed: 0 };
  const due = await world.db.$queryRaw<{ number: number }[]>`
    SELECT ${numberOf} AS number FROM messages
    WHERE channel = 'whatsapp' AND ${waiting(["whatsapp"], scope)} AND ${isDue(world, messages)} AND ${isFree(world)}
      AND (leased_until IS NULL OR leased_until <= ${world.clock.now()})
    GROUP BY 1 ORDER BY min(next_attempt_at) LIMIT ${Math.max(0, numbersMax - courier.numbers.size)}`;
  // Another pass of this process may have been first.
  const free = due.filter(({ number }) => !courier.numbers.has(number));
  for (const { number } of free) courier.numbers.add(number);
  let isOver = false;
  const work = free.map(async ({ number }) => {
    try {
      const { sent, failed } = await deliverLane(world, sending, scope, { number });
      result.sent += sent;
      result.failed += failed;
    } catch (error) {
      world.log.error({ err: error, number }, "Messages by WhatsApp are tried again later.");
    } finally {
      courier.numbers.delete(number);
    }
    if (isOver) world.wake("messages");
  });
  if (work.length > 0)
    await within<unknown>(numbersMs, Promise.all(work), () => {
      isOver = true;
    });
  return result;
}

/** By mail, SMS or push, or by a number by which this process does not send just now. */
function isFree({ courier }: World): Prisma.Sql {
  return Prisma.sql`(channel <> 'whatsapp' OR ${numberOf} <> ALL (${[...courier.numbers]}::int[]))`;
}

async function deliverLane(world: World, sending: Sending, scope: Scope, lane: Lane): Promise<Counts> {
  const result = { sent: 0, failed: 0 };
  const { passMax, lastsMs } = limitsOf(lane);
  const until = world.clock.now().getTime() + lastsMs;
  for (let taken = 0; taken < passMax && world.clock.now().getTime() < until; ) {
    const due = await claim(world, sending, scope, lane);
    if (due.length === 0) break;
    taken += due.length;
    await Promise.all(
      due.map(async (message) => {
        try {
          const { status } = await deliverMessage(world, message, sending);
          if (status === "sent") result.sent += 1;
          else result.failed += 1;
        } catch (error) {
          result.failed += 1;
          world.log.error({ err: error, message: String(message.id) }, "A message is tried again later.");
        }
      }),
    );
  }
  return result;
}

type Channel = Claimed["channel"];

function channelsOf({ mailer, sms }: World): Channel[] {
  return [...(mailer ? ["email" as const] : []), ...(sms ? ["sms" as const] : []), "whatsapp", "push"];
}

function waiting(channels: Channel[], { storeId = null }: { storeId?: number | null }): Prisma.Sql {
  return Prisma.sql`status = 'queued' AND channel::text = ANY (${channels}::text[])
    AND (${storeId}::int IS NULL OR store_id = ${storeId})`;
}

function claim(world: World, { withDocument }: Sending, scope: Scope, lane: Lane): Promise<Claimed[]> {
  const isWith = Prisma.sql`(channel = 'email' AND template = ANY (${[...withDocument]}::text[]))`;
  const of = { plain: Prisma.sql`NOT ${isWith} AND channel <> 'whatsapp'`, documents: isWith };
  return lease<Claimed>(world, messages, {
    which: Prisma.sql`${waiting(channelsOf(world), scope)} AND ${isDue(world, messages)}
      AND ${typeof lane === "string" ? of[lane] : Prisma.sql`channel = 'whatsapp' AND ${numberOf} = ${lane.number}`}`,
    limit: limitsOf(lane).atOnce,
    columns: Prisma.raw([...claimed, "leasedUntil"].map((name) => `${snake(name)} AS "${name}"`).join(", ")),
  });
}
