import { Prisma } from "@/lib/db/client";
import type { WebhookDeliveryRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import { newestFirst, type Page } from "@/lib/services/core/list";
import { type LogPage, readLogPage } from "@/lib/services/core/log-page";
import type { World } from "@/lib/services/core/world";

export interface EventFilters {
  type?: string;
  /** Events with a delivery in this state (to `endpointId`, when that is given). */
  status?: WebhookDeliveryRow["status"];
  endpointId?: number;
  since?: Date;
}

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
    },
  },
} satisfies Prisma.EventSelect;

/** An event with a line about each of its deliveries; none when no endpoint took its type. */
export type EventSummary = Prisma.EventGetPayload<{ select: typeof summarySelect }>;

/** The event log of the caller's mode, newest first. */
export function listEvents(
  world: World,
  caller: Caller,
  filters: EventFilters,
  page: Page,
): Promise<LogPage<EventSummary>> {
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

/** The state is part of the text: only so does the planner know that the index of those that ended badly has them all. */
const withStatus: Record<WebhookDeliveryRow["status"], Prisma.Sql> = {
  pending: Prisma.sql` AND d.status = 'pending'`,
  succeeded: Prisma.sql` AND d.status = 'succeeded'`,
  failed: Prisma.sql` AND d.status = 'failed'`,
  skipped: Prisma.sql` AND d.status = 'skipped'`,
};

function matchingSql(
  { storeId, livemode }: Caller,
  { type, since, status, endpointId }: EventFilters,
): Prisma.Sql {
  const and = (condition: Prisma.Sql, isWanted: boolean) =>
    isWanted ? Prisma.sql` AND ${condition}` : Prisma.empty;
  const delivery = Prisma.sql`EXISTS (
    SELECT 1 FROM webhook_deliveries d
    WHERE d.store_id = e.store_id AND d.livemode = e.livemode AND d.event_id = e.id${[
      status === undefined ? Prisma.empty : withStatus[status],
      and(Prisma.sql`d.endpoint_id = ${endpointId}`, endpointId !== undefined),
    ].reduce(joined)})`;
  return [
    Prisma.sql`FROM events e WHERE e.store_id = ${storeId} AND e.livemode = ${livemode}`,
    and(Prisma.sql`e.type = ${type}`, type !== undefined),
    and(Prisma.sql`e.created_at >= ${since}`, since !== undefined),
    and(delivery, status !== undefined || endpointId !== undefined),
  ].reduce(joined);
}

function joined(left: Prisma.Sql, right: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${left}${right}`;
}
