import type { Prisma } from "@/lib/db/client";
import type { WebhookDeliveryRow } from "@/lib/db/rows";
import type { Caller } from "../caller";
import type { World } from "../world";

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
export async function listEvents(
  world: World,
  caller: Caller,
  filters: EventFilters,
  page: { skip: number; take: number },
): Promise<{ rows: EventSummary[]; total: number }> {
  const delivery = {
    ...(filters.status === undefined ? {} : { status: filters.status }),
    ...(filters.endpointId === undefined ? {} : { endpointId: filters.endpointId }),
  };
  const where: Prisma.EventWhereInput = {
    storeId: caller.storeId,
    livemode: caller.livemode,
    ...(filters.type === undefined ? {} : { type: filters.type }),
    ...(filters.since === undefined ? {} : { createdAt: { gte: filters.since } }),
    ...(Object.keys(delivery).length === 0 ? {} : { deliveries: { some: delivery } }),
  };
  const [rows, total] = await Promise.all([
    world.db.event.findMany({
      where,
      select: summarySelect,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: page.skip,
      take: page.take,
    }),
    world.db.event.count({ where }),
  ]);
  return { rows, total };
}
