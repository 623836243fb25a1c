import { Prisma } from "@/lib/db/client";
import type { EventRow, WebhookAttemptRow, WebhookDeliveryRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { attemptPlanMs, maxAttempts } from "@/lib/domain/retry-schedule";
import { type LogPage, newestFirst, type Page, readLogPage, type Span } from "@/lib/services/core/list";
import type { Caller, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";
import { eventIdOf } from "../webhooks/resend";

export interface EventFilters extends Span {
  /** What they are about, such as `order/12`. */
  objectId?: string;
  /** An endpoint answered with this code. Such events are looked for among the newest. */
  code?: number;
  type?: string;
  /** Events with a delivery in this state (to `endpointId`, when that is given). */
  status?: WebhookDeliveryRow["status"];
  endpointId?: number;
}

/** Few events have a code that somebody looks for, so all of a large log would be read for one. */
const newestLooked = 20_000;

const summarySelect = {
  id: true,
  livemode: true,
  type: true,
  objectId: true,
  occurredAt: true,
  createdAt: true,
  deliveries: {
    orderBy: { endpointId: "asc" },
    select: {
      id: true,
      endpointId: true,
      status: true,
      skippedReason: true,
      attemptsMade: true,
      lastAttemptAt: true,
      nextAttemptAt: true,
      endpoint: { select: { url: true, description: true, deletedAt: true } },
      attempts: {
        orderBy: [{ startedAt: "desc" }, { id: "desc" }],
        select: { statusCode: true },
        take: 1,
      },
    },
  },
} satisfies Prisma.EventSelect;

/** An event with a summary of each delivery; none when no endpoint subscribed to its type. */
export type EventSummary = Prisma.EventGetPayload<{ select: typeof summarySelect }>;

/** The event log of the caller's mode, newest first. */
export async function listEvents(
  world: World,
  caller: Caller,
  filters: EventFilters,
  page: Page,
): Promise<LogPage<EventSummary>> {
  permitRead(caller, "developers");
  const matching = matchingSql(caller, filters);
  return readLogPage(
    page,
    async () => {
      const found = await world.db.$queryRaw<{ id: string }[]>`
        SELECT e.id ${matching} ORDER BY e.created_at DESC, e.id DESC OFFSET ${page.skip} LIMIT ${page.take}`;
      return world.db.event.findMany({
        where: { storeId: caller.storeId, livemode: caller.livemode, id: { in: found.map(({ id }) => id) } },
        select: summarySelect,
        orderBy: newestFirst,
      });
    },
    async (atMost) => {
      const [counted] = await world.db.$queryRaw<{ count: bigint }[]>`
        SELECT count(*) AS count FROM (SELECT 1 ${matching} LIMIT ${atMost}) AS counted`;
      return Number(counted?.count ?? 0);
    },
  );
}

/** The status is a literal in the text: only then can the planner use the partial index of failed deliveries. */
const withStatus: Record<WebhookDeliveryRow["status"], Prisma.Sql> = {
  pending: Prisma.sql` AND d.status = 'pending'`,
  succeeded: Prisma.sql` AND d.status = 'succeeded'`,
  failed: Prisma.sql` AND d.status = 'failed'`,
  skipped: Prisma.sql` AND d.status = 'skipped'`,
};

function matchingSql(
  { storeId, livemode }: Caller,
  { type, createdAfter, createdBefore, status, endpointId, objectId, code }: EventFilters,
): Prisma.Sql {
  const and = (condition: Prisma.Sql, isWanted: boolean) =>
    isWanted ? Prisma.sql` AND ${condition}` : Prisma.empty;
  const delivery = Prisma.sql`EXISTS (
    SELECT 1 FROM webhook_deliveries d
    WHERE d.store_id = e.store_id AND d.livemode = e.livemode AND d.event_id = e.id${[
      status === undefined ? Prisma.empty : withStatus[status],
      and(Prisma.sql`d.endpoint_id = ${endpointId}`, endpointId !== undefined),
    ].reduce(joined)})`;
  const answered = Prisma.sql`EXISTS (
    SELECT 1 FROM webhook_deliveries d JOIN webhook_attempts a ON a.delivery_id = d.id
    WHERE d.event_id = e.id AND a.status_code = ${code})`;
  const log = [
    Prisma.sql`e.store_id = ${storeId} AND e.livemode = ${livemode}`,
    and(Prisma.sql`e.type = ${type}`, type !== undefined),
    and(Prisma.sql`e.object_id = ${objectId}`, objectId !== undefined),
    and(Prisma.sql`e.created_at >= ${createdAfter}`, createdAfter !== undefined),
    and(Prisma.sql`e.created_at < ${createdBefore}`, createdBefore !== undefined),
  ].reduce(joined);
  const isOfDelivery = and(delivery, status !== undefined || endpointId !== undefined);
  if (code === undefined) return Prisma.sql`FROM events e WHERE ${log}${isOfDelivery}`;
  return Prisma.sql`FROM (
    SELECT * FROM events e WHERE ${log} ORDER BY e.created_at DESC, e.id DESC LIMIT ${newestLooked}
  ) AS e WHERE ${answered}${isOfDelivery}`;
}

function joined(left: Prisma.Sql, right: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${left}${right}`;
}

const attemptsShown = 100;

export interface DeliveryDetails extends WebhookDeliveryRow {
  endpoint: { id: number; url: string; description: string; disabledAt: Date | null; deletedAt: Date | null };
  /** Newest first, at most 100. `sentBy` is set where a person requested the attempt. */
  attempts: WebhookAttemptRow[];
  /** Remaining planned attempts; 0 when the delivery has ended. */
  triesLeft: number;
  /** The approximate time of the last planned attempt; null when the delivery has ended or not begun. */
  givesUpAt: Date | null;
}

/**
 * One event of the caller's store and mode: its exact payload, and all its deliveries with their attempts. Throws
 * NotFound.
 */
export async function readEvent(
  world: World,
  caller: Caller,
  id: string,
): Promise<EventRow & { deliveries: DeliveryDetails[] }> {
  permitRead(caller, "developers");
  const event = await world.db.event.findFirst({
    where: { id: eventIdOf(id), storeId: caller.storeId, livemode: caller.livemode },
    include: {
      deliveries: {
        orderBy: { endpointId: "asc" },
        include: {
          endpoint: {
            select: { id: true, url: true, description: true, disabledAt: true, deletedAt: true },
          },
          attempts: { orderBy: [{ startedAt: "desc" }, { id: "desc" }], take: attemptsShown },
        },
      },
    },
  });
  if (!event) throw new NotFound();
  return { ...event, deliveries: event.deliveries.map((delivery) => ({ ...delivery, ...planOf(delivery) })) };
}

function planOf(delivery: WebhookDeliveryRow): { triesLeft: number; givesUpAt: Date | null } {
  if (delivery.status !== "pending") return { triesLeft: 0, givesUpAt: null };
  const lastMs = attemptPlanMs[maxAttempts - 1] ?? 0;
  const givesUpAt = delivery.firstAttemptAt && new Date(delivery.firstAttemptAt.getTime() + lastMs);
  return { triesLeft: maxAttempts - delivery.attemptsMade, givesUpAt };
}

/**
 * One event of an object by its sequence number, with the number of endpoints it is sent to. Null when there is none.
 */
export async function sentEvent(
  world: World,
  caller: Caller,
  objectId: string,
  sequence: number,
): Promise<{ id: string; type: string; endpoints: number } | null> {
  const event = await world.db.event.findFirst({
    where: { storeId: caller.storeId, livemode: caller.livemode, objectId, sequence },
    select: {
      id: true,
      type: true,
      _count: { select: { deliveries: { where: { status: { not: "skipped" } } } } },
    },
  });
  return event && { id: event.id, type: event.type, endpoints: event._count.deliveries };
}
