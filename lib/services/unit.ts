import { sqlState, type Tx } from "@/lib/db/client";
import { composeId } from "@/lib/domain/token";
import type { Topic } from "@/lib/providers/inngest-client";
import { type EventType, serializeEvent } from "@/lib/resources/event";
import { type NewEntry, post } from "./ledger/post";
import { testTurn } from "./test-mode/test-turn";
import type { World } from "./world";

/** One transaction and what belongs to it: the rows, the outbox, the log of acts. */
export interface Unit {
  tx: Tx;
  /** The one instant at which everything in this transaction happens. */
  now: Date;
  emit(event: NewEvent): Promise<void>;
  /** The same of many events, in few statements however many. */
  emitAll(events: readonly NewEvent[]): Promise<void>;
  queueMessage(message: NewMessage): Promise<void>;
  audit(entry: NewAuditEntry): Promise<void>;
  /** Writes one entry of the ledger. False, and nothing written, when this kind and source was posted before. */
  post(entry: NewEntry): Promise<boolean>;
  /** Asks a person to look. One task for each kind and subject, however often it is asked. */
  raiseTask(task: NewTask): Promise<void>;
  /** Wakes the executor after the commit. */
  wake(topic: Topic): void;
}

export interface NewEvent {
  type: EventType;
  storeId: number;
  livemode: boolean;
  /** The object it is about, e.g. `sub_…`. */
  objectId: string;
  /** Its place among the events of that object, from 1 without gaps. */
  sequence: number;
  /** Names the fact, so that a transition is told once however often it is recorded. */
  dedupeKey: string;
  /** When it became true, which may be before it was recorded. */
  at: Date;
  /** The API object as it was at that instant. */
  data: Record<string, unknown>;
}

export interface NewMessage {
  accountId: number | null;
  storeId: number | null;
  channel: "email" | "sms";
  recipient: string;
  template: string;
  subject: string;
  body: string;
  /** What it is about: `invoice/12`, `sub_…`. */
  objectId?: string;
  dedupeKey: string;
  /** It waits until then; what can wait does not wake people at night. */
  notBefore?: Date;
}

export interface NewAuditEntry {
  accountId: number | null;
  storeId: number | null;
  actor: string;
  action: string;
  target: string;
  reason?: string;
  details?: Record<string, string | number | boolean | null>;
}

export interface NewTask {
  storeId: number | null;
  /** What kind of look it needs, e.g. `late_payment`. */
  kind: string;
  /** What it is about, e.g. an attempt's id. */
  subject: string;
  details?: Record<string, string | number | boolean | null>;
}

const triesMax = 5;

/**
 * Runs one verb in one transaction. State, outbox and audit commit together or not at all; the executor is woken
 * after the commit. Deadlocks and serialization failures are tried again. No network call belongs inside.
 */
export async function transact<T>(world: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  // Whoever opened that transaction commits it, and tries all of it again.
  if (world.unit) return work(world.unit);
  for (let tried = 1; ; tried += 1) {
    try {
      return await once(world, work);
    } catch (error) {
      const state = sqlState(error);
      if (tried >= triesMax || (state !== "40001" && state !== "40P01")) throw error;
      await pause(2 ** tried * 5 + (world.random.bytes(1)[0] ?? 0) / 10);
    }
  }
}

async function once<T>(world: World, work: (unit: Unit) => Promise<T>): Promise<T> {
  const due = new Set<Topic>();
  const result = await world.db.$transaction(
    (tx) => {
      const now = world.clock.now();
      return work({
        tx,
        now,
        async emit(event) {
          if (await writeEvents(world, tx, [event], now)) due.add("webhooks");
        },
        async emitAll(events) {
          for (const group of alike(events))
            if (await writeEvents(world, tx, group, now)) due.add("webhooks");
        },
        async queueMessage(message) {
          if (await writeMessage(world, tx, message, now)) due.add("messages");
        },
        post: (entry) => post(tx, entry, now),
        async raiseTask(task) {
          const row = { ...task, details: task.details ?? {}, createdAt: now };
          await tx.task.createMany({ data: [row], skipDuplicates: true });
        },
        wake: (topic) => due.add(topic),
        async audit(entry) {
          await tx.auditEntry.create({
            data: { ...entry, reason: entry.reason ?? null, details: entry.details ?? {}, createdAt: now },
          });
        },
      });
    },
    { maxWait: 10_000, timeout: 15_000 },
  );
  for (const topic of due) world.wake(topic);
  return result;
}

/** Without somebody who takes messages of this channel it is kept, to be read. True when there is one to send now. */
async function writeMessage(world: World, tx: Tx, message: NewMessage, now: Date): Promise<boolean> {
  const { notBefore, objectId = null, ...facts } = message;
  const isSent = message.channel === "sms" ? world.sms !== null : world.mailer !== null;
  const dueAt = notBefore && notBefore > now ? notBefore : now;
  const status = isSent ? ("queued" as const) : ("kept" as const);
  const row = { ...facts, objectId, status, nextAttemptAt: isSent ? dueAt : null, createdAt: now };
  const { count } = await tx.message.createMany({ data: [row], skipDuplicates: true });
  return isSent && count > 0 && dueAt === now;
}

/** Events of one store, mode and type together. */
function alike(events: readonly NewEvent[]): NewEvent[][] {
  const groups = new Map<string, NewEvent[]>();
  for (const event of events) {
    const key = `${event.storeId}/${event.livemode}/${event.type}`;
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  return [...groups.values()];
}

/** Writes events of one store, mode and type, and one delivery an endpoint. False when all were told before. */
async function writeEvents(world: World, tx: Tx, events: NewEvent[], now: Date): Promise<boolean> {
  const [any] = events;
  const at = any && !any.livemode ? await testTurn(tx, any.storeId, now) : () => now;
  const rows = events.map((event, index) => eventRow(world, event, now, at(index)));
  const written = await tx.event.createManyAndReturn({
    data: rows,
    skipDuplicates: true,
    select: { id: true, storeId: true, livemode: true, type: true },
  });
  const [first] = written;
  if (!first) return false;
  const { storeId, livemode, type } = first;
  const store = await tx.store.findUniqueOrThrow({ where: { id: storeId }, include: { plan: true } });
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { storeId, livemode, deletedAt: null, types: { has: type } },
    select: { id: true, disabledAt: true },
  });
  const deliveries = endpoints.flatMap((endpoint) => {
    const skippedReason = storeReason(store) ?? (endpoint.disabledAt ? "endpoint_disabled" : null);
    return written.map(({ id }) => ({
      ...{ storeId, livemode, eventId: id, endpointId: endpoint.id },
      status: skippedReason ? ("skipped" as const) : ("pending" as const),
      skippedReason,
      nextAttemptAt: skippedReason ? null : now,
      completedAt: skippedReason ? now : null,
      createdAt: now,
    }));
  });
  if (deliveries.length > 0) await tx.webhookDelivery.createMany({ data: deliveries });
  return true;
}

function eventRow(world: World, event: NewEvent, now: Date, createdAt: Date) {
  const { type, storeId, livemode, objectId, sequence, dedupeKey, at, data } = event;
  const id = composeId("evt_", now.getTime(), world.random.bytes(20));
  const payload = serializeEvent({ id, type, livemode, createdAt: at, data });
  return {
    id,
    ...{ storeId, livemode, type, objectId, sequence, dedupeKey, payload },
    occurredAt: at,
    createdAt,
  };
}

/** Webhooks are part of developer access: where the API is off, deliveries wait to be resent (spec, rule 2). */
export function storeReason(store: {
  status: string;
  developerAccessBlockedAt: Date | null;
  plan: { includesApi: boolean };
}): "store_suspended" | "developer_access_blocked" | "plan_required" | null {
  if (store.status === "suspended") return "store_suspended";
  if (store.developerAccessBlockedAt) return "developer_access_blocked";
  return store.plan.includesApi ? null : "plan_required";
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
