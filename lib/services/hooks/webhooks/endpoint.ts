import type { Prisma } from "@/lib/db/client";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { storeReason } from "@/lib/services/core/outbox";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permitRead } from "@/lib/services/people/accounts/permit";

/** The visible columns of an endpoint: all except its secrets. */
export const endpointSelect = {
  id: true,
  livemode: true,
  url: true,
  description: true,
  types: true,
  oldSecretUntil: true,
  switchedAt: true,
  disabledAt: true,
  disabledReason: true,
  failingSince: true,
  failuresInRow: true,
  lastSuccessAt: true,
  warnedAt: true,
  createdAt: true,
} satisfies Prisma.WebhookEndpointSelect;

export type EndpointView = Prisma.WebhookEndpointGetPayload<{ select: typeof endpointSelect }>;

/** Why an endpoint does not receive: its owner turned it off, or it failed for five days. */
export type DisabledReason = "owner" | "failing";

/** Locks an endpoint of the caller's store and mode. Throws NotFound when it is missing or deleted. */
export async function lockEndpoint(unit: Unit, caller: Caller, id: number): Promise<EndpointView> {
  await unit.tx.$queryRaw`SELECT 1 FROM webhook_endpoints WHERE id = ${id} FOR NO KEY UPDATE`;
  const endpoint = await unit.tx.webhookEndpoint.findFirst({
    where: endpointWhere(caller, id),
    select: endpointSelect,
  });
  if (!endpoint) throw new NotFound();
  return endpoint;
}

export function endpointWhere(caller: Caller, id: number): Prisma.WebhookEndpointWhereInput {
  return { id, storeId: caller.storeId, livemode: caller.livemode, deletedAt: null };
}

/** Ends the waiting deliveries of this endpoint. Skipped deliveries stay in the log and can be sent again. */
export async function skipPending(unit: Unit, endpointId: number, reason: string): Promise<void> {
  await unit.tx.webhookDelivery.updateMany({
    where: { endpointId, status: "pending" },
    data: {
      status: "skipped",
      skippedReason: reason,
      nextAttemptAt: null,
      leasedUntil: null,
      completedAt: unit.now,
    },
  });
}

/** Throws the same Refusal as the API where the store may not use webhooks now: plan, suspension, developer access. */
export async function requireWebhooks(world: World, caller: Caller): Promise<void> {
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    include: { plan: true },
  });
  const reason = storeReason(store);
  if (reason) throw new Refusal(reason);
}

/** Writes the act to the audit log. */
export function auditEndpoint(
  unit: Unit,
  caller: Caller,
  action: string,
  endpointId: number,
  details: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  return unit.audit(caller, {
    action: `webhook_endpoint.${action}`,
    target: `webhook_endpoint:${endpointId}`,
    details,
  });
}

/** The endpoints of the caller's mode, oldest first. At most five. */
export async function listEndpoints(world: World, caller: Caller): Promise<EndpointView[]> {
  permitRead(caller, "developers");
  return world.db.webhookEndpoint.findMany({
    where: { storeId: caller.storeId, livemode: caller.livemode, deletedAt: null },
    orderBy: { id: "asc" },
    select: endpointSelect,
  });
}

const spanMs = 24 * 60 * 60 * 1000;

export interface EndpointStats {
  /** The share of the deliveries attempted in the last 24 hours that succeeded: 0 to 1, null when there were none. */
  successShare: number | null;
  attempted: number;
  /** The last attempt ever made. */
  lastDeliveryAt: Date | null;
}

/** Delivery statistics of each endpoint of the caller's mode, by its id. */
export async function endpointStats(world: World, caller: Caller): Promise<Map<number, EndpointStats>> {
  permitRead(caller, "developers");
  const since = new Date(world.clock.now().getTime() - spanMs);
  const endpoints = await world.db.webhookEndpoint.findMany({
    where: { storeId: caller.storeId, livemode: caller.livemode, deletedAt: null },
    select: { id: true },
  });
  const scope = { storeId: caller.storeId, livemode: caller.livemode };
  const [recent, last] = await Promise.all([
    world.db.webhookDelivery.groupBy({
      by: ["endpointId", "status"],
      where: { ...scope, lastAttemptAt: { gte: since } },
      _count: true,
    }),
    world.db.webhookDelivery.groupBy({
      by: ["endpointId"],
      where: scope,
      _max: { lastAttemptAt: true },
    }),
  ]);
  return new Map(
    endpoints.map(({ id }) => {
      const groups = recent.filter((group) => group.endpointId === id);
      const attempted = groups.reduce((sum, group) => sum + group._count, 0);
      const succeeded = groups.find((group) => group.status === "succeeded")?._count ?? 0;
      const lastDeliveryAt = last.find((group) => group.endpointId === id)?._max.lastAttemptAt ?? null;
      return [
        id,
        { successShare: attempted === 0 ? null : succeeded / attempted, attempted, lastDeliveryAt },
      ];
    }),
  );
}
