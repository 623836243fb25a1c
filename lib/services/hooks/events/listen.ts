import type { Prisma } from "@/lib/db/client";
import type { EventRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";
import { eventIdOf } from "../webhooks/resend";
import { openSecrets, secretPrefix, signWebhook } from "../webhooks/sign";

/** A test event for a server that we cannot reach: the exact body with fresh signatures, ready to be posted. */
export interface SignedEvent {
  row: EventRow;
  headers: Record<string, string>;
  /** How the test endpoints took it; absent where several events are read. */
  deliveries?: Taken[];
}

const takenSelect = {
  ...{ status: true, attemptsMade: true, nextAttemptAt: true },
  endpoint: { select: { url: true } },
  attempts: {
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    select: { statusCode: true, errorClass: true, startedAt: true },
    take: 1,
  },
} satisfies Prisma.WebhookDeliverySelect;

/** The way of an event to one endpoint, with its last attempt. */
export type Taken = Prisma.WebhookDeliveryGetPayload<{ select: typeof takenSelect }>;

/** What a listener starts with: the secret for verification, and a cursor after the newest event. */
export interface Listener {
  secret: string;
  cursor: string;
}

const batchMax = 50;
const listened = { livemode: false, type: { not: "ping" } } as const;

/**
 * The listen secret and the cursor of the store. The secret is the same on every machine that listens, and valid only
 * for test events.
 */
export async function readListener(world: World, { storeId }: Caller): Promise<Listener> {
  const last = await world.db.event.findFirst({
    where: { storeId, ...listened },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { createdAt: true },
  });
  return { secret: listenSecret(world, storeId), cursor: cursorOf(last) };
}

/**
 * The store's test events after `cursor`, oldest first, at most 50. If there are none, it waits up to `waitSeconds` for
 * one. `created_at` grows with every test event of a store (see `testTurn` in core/outbox.ts), so the time of the last
 * one is enough as a cursor.
 */
export async function followTestEvents(
  world: World,
  caller: Caller,
  asked: { cursor: string | null; waitSeconds: number; signal: AbortSignal },
): Promise<{ events: SignedEvent[]; cursor: string }> {
  const { storeId } = caller;
  const cursor = asked.cursor ?? (await readListener(world, caller)).cursor;
  for (let waited = 0; ; waited += 1) {
    if (await isThereMore(world, storeId, cursor)) break;
    if (waited >= asked.waitSeconds || asked.signal.aborted) return { events: [], cursor };
    await new Promise((resolve) => setTimeout(resolve, world.config.listenRestMs));
  }
  const rows = await world.db.event.findMany({
    where: { storeId, ...listened, createdAt: { gt: new Date(Number(cursor)) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: batchMax,
  });
  return {
    events: rows.map((row) => signed(world, row)),
    cursor: rows.length > 0 ? cursorOf(rows.at(-1)) : cursor,
  };
}

/** One test event, signed anew, and how it was taken. Throws NotFound. */
export async function readTestEvent(world: World, { storeId }: Caller, id: string): Promise<SignedEvent> {
  const found = await world.db.event.findFirst({
    where: { id: eventIdOf(id), storeId, ...listened },
    include: { deliveries: { orderBy: { endpointId: "asc" }, select: takenSelect } },
  });
  if (!found) throw new NotFound();
  const { deliveries, ...row } = found;
  return { ...signed(world, row), deliveries };
}

/** Many requests may wait at once, so each check is one prepared statement on an index. */
async function isThereMore(world: World, storeId: number, cursor: string): Promise<boolean> {
  const { rows } = await world.pool.query({
    name: "test-events-after",
    text: "SELECT 1 FROM events WHERE store_id = $1 AND NOT livemode AND type <> 'ping' AND created_at > $2 LIMIT 1",
    values: [storeId, new Date(Number(cursor))],
  });
  return rows.length > 0;
}

function signed(world: World, row: EventRow): SignedEvent {
  const timestamp = Math.floor(world.clock.now().getTime() / 1000);
  const secretSealed = world.secrets.seal(listenSecret(world, row.storeId));
  const endpoint = { secretSealed, oldSecretSealed: null, oldSecretUntil: null, switchedAt: null };
  const facts = { id: row.id, type: row.type, body: row.payload, timestamp };
  return { row, headers: signWebhook(world, openSecrets(world, endpoint), facts) };
}

function listenSecret(world: World, storeId: number): string {
  return secretPrefix + Buffer.from(world.secrets.mac("listen", String(storeId))).toString("base64");
}

function cursorOf(event: { createdAt: Date } | null | undefined): string {
  return String(event?.createdAt.getTime() ?? 0);
}
