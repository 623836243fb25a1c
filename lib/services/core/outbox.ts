import { Prisma, type Tx } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import { watchChannel } from "@/lib/db/listen";
import type { PlanRow, StoreRow } from "@/lib/db/rows";
import { composeId } from "@/lib/domain/token";
import type { Clock } from "@/lib/providers/clock";
import { currentRequest } from "@/lib/providers/request-context";
import type { Random } from "@/lib/providers/totp";
import { type EventType, serializeEvent } from "@/lib/resources/event";
import { insertAlerts, type NewAlert } from "./alerts";

export interface NewEvent {
  type: EventType;
  storeId: number;
  livemode: boolean;
  /** The object it is about, e.g. `sub_…`. */
  objectId: string;
  /** The object whose events it must follow on delivery, if it is another one: the events of its cause. */
  line?: string;
  /** Its position among the events of that object, from 1 without gaps. */
  sequence: number;
  /** Names the fact, so that a transition is published once, however often it is recorded. */
  dedupeKey: string;
  /** When it became true, which may be before it was recorded. */
  at: Date;
  /** The API object as it was at that instant. */
  data: Record<string, unknown>;
}

/** The sources of ids and times. */
interface Origin {
  clock: Clock;
  random: Random;
}

export type StoreWithPlan = StoreRow & { plan: PlanRow };

/** The events and alerts of one transaction: collected while it runs, and written together. */
export interface Outbox {
  emit(event: NewEvent): void;
  /** Tells the people of a store. Of live stores only: callers never call it for what happened in test mode. */
  alert(alert: NewAlert): void;
  /**
   * The position of the next event about an object, after the written and the collected ones. `written`: the position
   * of the last written one, where the caller knows it.
   */
  nextSequence(storeId: number, objectId: string, written?: number): Promise<number>;
  /** A store as this transaction first read it. Not for code that changes the store. */
  store(id: number): Promise<StoreWithPlan>;
  /** Writes the collected events and alerts, and one delivery for each endpoint that subscribed to the type. */
  flush(): Promise<void>;
}

/** Opens the outbox of a transaction. `isDue` is called when a delivery or an alert was written that is due now. */
export function openOutbox(
  world: Origin,
  tx: Tx,
  now: Date,
  isDue: (topic: "webhooks" | "alerts") => void,
): Outbox {
  const gathered: Gathered[] = [];
  const alerts: NewAlert[] = [];
  let written = 0;
  const stores = new Map<number, Promise<StoreWithPlan>>();
  const store = (id: number) => {
    const known = stores.get(id) ?? readStore(tx, id);
    stores.set(id, known);
    return known;
  };
  return {
    emit(event) {
      gathered.push({ ...event, requestId: currentRequest() });
    },
    alert(alert) {
      alerts.push(alert);
    },
    async nextSequence(storeId, objectId, written) {
      const mine = gathered.filter((event) => event.storeId === storeId && event.objectId === objectId);
      const last = mine.at(-1)?.sequence;
      if (last !== undefined) return last + 1;
      if (written !== undefined) return written + 1;
      const { _max } = await tx.event.aggregate({ where: { storeId, objectId }, _max: { sequence: true } });
      return (_max.sequence ?? 0) + 1;
    },
    store,
    async flush() {
      const events = gathered.splice(0);
      const ids = idsInOrder(world, new Date(now.getTime() + written), events.length);
      written += events.length === 0 ? 0 : 1;
      // The current time, under the locks of the events' objects: a later event has a later due time.
      const times = { now, dueAt: world.clock.now() };
      for (const group of alike(ids.map((id, index) => ({ id, event: events[index] as Gathered }))))
        await write(tx, withAlerts(group, alerts), times, await store(group.storeId), isDue);
      for (const storeId of new Set(alerts.map((alert) => alert.storeId)))
        writeAlerts(tx, storeId, takeOf(alerts, storeId), now, isDue);
    },
  };
}

async function readStore(tx: Tx, id: number): Promise<StoreWithPlan> {
  const [row] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${columns("stores", Prisma.StoreScalarFieldEnum, "store")}, ${columns("plans", Prisma.PlanScalarFieldEnum, "plan")}
    FROM stores JOIN plans ON plans.code = stores.plan_code WHERE stores.id = ${id}`;
  if (!row) throw new Error(`There is no store ${id}.`);
  return { ...part<StoreRow>(row, "store"), plan: part<PlanRow>(row, "plan") };
}

/** Ids that sort in the order of the events. */
function idsInOrder(world: Origin, at: Date, count: number): string[] {
  return Array.from({ length: count }, () => composeId("evt_", at.getTime(), world.random.bytes(20))).sort();
}

/** With the request that it came of. */
type Gathered = NewEvent & { requestId: string | null };

interface Group {
  storeId: number;
  livemode: boolean;
  events: { id: string; event: Gathered }[];
}

/** A store's live events take its alerts into their statement, because every payment has both. */
function withAlerts(group: Group, alerts: NewAlert[]): Group & { alerts: NewAlert[] } {
  return { ...group, alerts: group.livemode ? takeOf(alerts, group.storeId) : [] };
}

function takeOf(alerts: NewAlert[], storeId: number): NewAlert[] {
  const own = alerts.filter((alert) => alert.storeId === storeId);
  alerts.splice(0, alerts.length, ...alerts.filter((alert) => alert.storeId !== storeId));
  return own;
}

/** The alerts of a transaction that has no event of that store. */
function writeAlerts(
  tx: Tx,
  storeId: number,
  alerts: readonly NewAlert[],
  now: Date,
  isDue: (topic: "alerts") => void,
): void {
  const query = Prisma.sql`WITH ${insertAlerts(storeId, alerts, now)} SELECT count(*)::int FROM alerted`;
  tx.$send<{ count: number }>(query, ([written]) => {
    if (written && written.count > 0) isDue("alerts");
  });
}

/** Groups events by store and mode, in the order in which they were emitted. */
function alike(gathered: readonly { id: string; event: Gathered }[]): Group[] {
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

/**
 * Writes events, and a delivery of each for every endpoint that subscribed to its type, in one statement, because every
 * payment needs it. Deliveries are sent in the order in which the events were emitted.
 */
async function write(
  tx: Tx,
  group: Group & { alerts: NewAlert[] },
  { now, dueAt }: { now: Date; dueAt: Date },
  store: StoreWithPlan,
  isDue: (topic: "webhooks" | "alerts") => void,
): Promise<void> {
  const { storeId, livemode, events, alerts } = group;
  const at = livemode ? () => now : await testTurn(tx, storeId, now);
  const column = (value: (event: Gathered, id: string, index: number) => string) =>
    events.map(({ id, event }, index) => value(event, id, index));
  const query = Prisma.sql`/* one plan */
    WITH given AS (
      SELECT * FROM unnest(
        ${column((_, id) => id)}::text[], ${column(({ type }) => type)}::text[],
        ${column(({ objectId }) => objectId)}::text[], ${column(({ sequence }) => String(sequence))}::int[],
        ${column(({ dedupeKey }) => dedupeKey)}::text[], ${column(payloadOf)}::text[],
        ${column((event) => event.at.toISOString())}::timestamptz[],
        ${column((_event, _id, index) => at(index).toISOString())}::timestamptz[],
        ${column(({ line, objectId }) => line ?? objectId)}::text[],
        ${column(({ requestId }) => requestId ?? "")}::text[]
      ) WITH ORDINALITY AS event(id, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at, line, request_id, place)
    ), told AS (
      INSERT INTO events (store_id, livemode, id, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at, request_id)
      SELECT ${storeId}, ${livemode}, id, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at,
        nullif(request_id, '')
      FROM given ORDER BY place
      ON CONFLICT DO NOTHING RETURNING id
    ), asked AS (
      SELECT given.id AS event_id, given.place, given.line, endpoint.id AS endpoint_id,
        coalesce(${storeReason(store)}, CASE WHEN endpoint.disabled_at IS NOT NULL THEN 'endpoint_disabled' END) AS reason
      FROM told JOIN given USING (id) JOIN webhook_endpoints endpoint ON endpoint.store_id = ${storeId}
        AND endpoint.livemode = ${livemode} AND endpoint.deleted_at IS NULL AND given.type = ANY (endpoint.types)
    ), delivered AS (
      INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, status, skipped_reason,
        next_attempt_at, completed_at, created_at)
      SELECT ${storeId}, ${livemode}, event_id, endpoint_id, line,
        (CASE WHEN reason IS NULL THEN 'pending' ELSE 'skipped' END)::delivery_status, reason,
        CASE WHEN reason IS NULL THEN ${dueAt}::timestamptz END, CASE WHEN reason IS NOT NULL THEN ${now}::timestamptz END,
        ${now}::timestamptz
      FROM asked ORDER BY place, endpoint_id
      RETURNING status
    )${alerts.length > 0 ? Prisma.sql`, ${insertAlerts(storeId, alerts, now)}` : Prisma.empty}
    SELECT count(*)::int AS pending,
      ${alerts.length > 0 ? Prisma.sql`(SELECT count(*)::int FROM alerted)` : Prisma.sql`0`} AS alerts
    FROM delivered WHERE status = 'pending'`;
  tx.$send<{ pending: number; alerts: number }>(query, ([written]) => {
    if (written && written.pending > 0) isDue("webhooks");
    if (written && written.alerts > 0) isDue("alerts");
  });
  tellPages(tx, store, now);
}

/** Tells pages of the store that are open; every event does. */
export function tellPages(tx: Tx, { id, watchedUntil }: StoreRow, now: Date): void {
  if (watchedUntil && watchedUntil > now)
    tx.$send(Prisma.sql`SELECT pg_notify(${watchChannel}, ${String(id)})`);
}

function payloadOf({ type, livemode, at, data }: NewEvent, id: string): string {
  return serializeEvent({ id, type, livemode, createdAt: at, data });
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

const lockClass = 7_201;

/**
 * Only one transaction at a time writes test events of a store, each later than all before it. So a reader that follows
 * them by `created_at` misses none, not even from a slow transaction. Returns a function for the time of the n-th event
 * of this transaction.
 */
export async function testTurn(tx: Tx, storeId: number, now: Date): Promise<(n: number) => Date> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${lockClass}::int, ${storeId}::int)`;
  const last = await tx.event.findFirst({
    where: { storeId, livemode: false, type: { not: "ping" } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { createdAt: true },
  });
  const first = Math.max(now.getTime(), last ? last.createdAt.getTime() + 1 : 0);
  return (n) => new Date(first + n);
}
