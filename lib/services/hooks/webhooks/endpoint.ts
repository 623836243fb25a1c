import type { Prisma } from "@/lib/db/client";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { storeReason } from "@/lib/services/core/outbox";
import type { Unit, World } from "@/lib/services/core/world";

/** An endpoint as people see it: everything but its secrets. */
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

/** Locks an endpoint of the caller's store and mode. NotFound when it is not there or was deleted. */
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

/** Ends what waits for this endpoint. Skipped deliveries stay in the log and can be sent again. */
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

/** Refuses as the API does where the store may not use webhooks now: plan, suspension, developer access. */
export async function requireWebhooks(world: World, caller: Caller): Promise<void> {
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    include: { plan: true },
  });
  const reason = storeReason(store);
  if (reason) throw new Refusal(reason);
}

/** The act in the store's log. */
export function auditEndpoint(
  unit: Unit,
  caller: Caller,
  action: string,
  endpointId: number,
  details: Record<string, string | number | boolean | null> = {},
): Promise<void> {
  return unit.audit({
    accountId: caller.accountId,
    storeId: caller.storeId,
    actor: caller.actor,
    action: `webhook_endpoint.${action}`,
    target: `webhook_endpoint:${endpointId}`,
    details,
  });
}
