import type { Prisma, Tx } from "@/lib/db/client";
import { composeId } from "@/lib/domain/token";
import { type EventType, serializeEvent } from "@/lib/resources/event";
import { testTurn } from "./test-mode/test-turn";
import type { World } from "./world";

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

const storeInclude = { plan: true } satisfies Prisma.StoreInclude;
export type StoreWithPlan = Prisma.StoreGetPayload<{ include: typeof storeInclude }>;

/** The events of one transaction: gathered while it runs, and written together however many they are. */
export interface Outbox {
  emit(event: NewEvent): void;
  /** The place of the next event about an object, behind those that are written and those that are gathered. */
  nextSequence(storeId: number, objectId: string): Promise<number>;
  /** A store as this transaction found it when it asked first. Not for those who change it. */
  store(id: number): Promise<StoreWithPlan>;
  /** Writes what is gathered, and one delivery for each endpoint that asked for it. */
  flush(): Promise<void>;
  /** Whether anything was told that had not been told before. */
  hasTold(): boolean;
}

export function openOutbox(world: World, tx: Tx, now: Date): Outbox {
  const gathered: { id: string; event: NewEvent }[] = [];
  const stores = new Map<number, Promise<StoreWithPlan>>();
  let told = false;
  const store = (id: number) => {
    const known = stores.get(id) ?? tx.store.findUniqueOrThrow({ where: { id }, include: storeInclude });
    stores.set(id, known);
    return known;
  };
  return {
    emit(event) {
      gathered.push({ id: composeId("evt_", now.getTime(), world.random.bytes(20)), event });
    },
    async nextSequence(storeId, objectId) {
      const mine = gathered.filter(({ event }) => event.storeId === storeId && event.objectId === objectId);
      const last = mine.at(-1)?.event.sequence;
      if (last !== undefined) return last + 1;
      const { _max } = await tx.event.aggregate({ where: { storeId, objectId }, _max: { sequence: true } });
      return (_max.sequence ?? 0) + 1;
    },
    store,
    async flush() {
      for (const group of alike(gathered.splice(0)))
        if (await write(tx, group, now, await store(group.storeId))) told = true;
    },
    hasTold: () => told,
  };
}

interface Group {
  storeId: number;
  livemode: boolean;
  events: { id: string; event: NewEvent }[];
}

/** Events of one store and mode together, in the order in which they were told. */
function alike(gathered: readonly { id: string; event: NewEvent }[]): Group[] {
  const groups = new Map<string, Group>();
  for (const each of gathered) {
    const { storeId, livemode } = each.event;
    const key = `${storeId}/${livemode}`;
    const group = groups.get(key) ?? { storeId, livemode, events: [] };
    group.events.push(each);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** False when all were told before. */
async function write(tx: Tx, group: Group, now: Date, store: StoreWithPlan): Promise<boolean> {
  const { storeId, livemode, events } = group;
  const at = livemode ? () => now : await testTurn(tx, storeId, now);
  const written = await tx.event.createManyAndReturn({
    data: events.map(({ id, event }, index) => eventRow(id, event, at(index))),
    skipDuplicates: true,
    select: { id: true, type: true },
  });
  if (written.length === 0) return false;
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { storeId, livemode, deletedAt: null, types: { hasSome: written.map(({ type }) => type) } },
    select: { id: true, disabledAt: true, types: true },
  });
  const deliveries = endpoints.flatMap((endpoint) => {
    const skippedReason = storeReason(store) ?? (endpoint.disabledAt ? "endpoint_disabled" : null);
    const asked = new Set<string>(endpoint.types);
    return written
      .filter(({ type }) => asked.has(type))
      .map(({ id }) => ({
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

function eventRow(id: string, event: NewEvent, createdAt: Date) {
  const { type, storeId, livemode, objectId, sequence, dedupeKey, at, data } = event;
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
