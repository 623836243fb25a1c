import { isChoosableEventType, standardEventTypes } from "@/lib/domain/event-types";
import { Invalid, NotFound, type Problem, type Problems, Refusal, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { resolvedProblem, urlProblem } from "@/lib/providers/webhook-url";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import {
  auditEndpoint,
  type DisabledReason,
  type EndpointView,
  endpointSelect,
  endpointWhere,
  lockEndpoint,
  skipPending,
} from "./endpoint";
import { newSecret, openSecrets } from "./sign";

/** A store has at most this many endpoints of each mode (decisions: 5 live and 5 test). */
export const endpointsMax = 5;

export interface NewEndpoint {
  url: string;
  /** Event types to receive; without them the seven of the spec. */
  types?: string[];
  description?: string;
}

/**
 * Registers an endpoint in the caller's mode. The owner can read the secret again later. Throws Refusal
 * `endpoint_limit` when there are five; Invalid on `url`, `types`, `description`.
 */
export async function createEndpoint(
  world: World,
  caller: Caller,
  input: NewEndpoint,
): Promise<{ endpoint: EndpointView; secret: string }> {
  permit(caller, "endpoint.change");
  const checked = { types: [...standardEventTypes], description: "", ...input };
  await checkEndpoint(world, checked);
  const secret = newSecret(world);
  const endpoint = await transact(world, async (unit) => {
    // Two concurrent requests must not both create the fifth.
    await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${caller.storeId} FOR NO KEY UPDATE`;
    const scope = { storeId: caller.storeId, livemode: caller.livemode };
    const count = await unit.tx.webhookEndpoint.count({ where: { ...scope, deletedAt: null } });
    if (count >= endpointsMax) throw new Refusal("endpoint_limit");
    const created = await unit.tx.webhookEndpoint.create({
      data: {
        ...scope,
        url: checked.url,
        types: [...new Set(checked.types)],
        description: checked.description,
        secretSealed: world.secrets.seal(secret),
        createdAt: unit.now,
      },
      select: endpointSelect,
    });
    await auditEndpoint(unit, caller, "created", created.id, { url: created.url });
    return created;
  });
  return { endpoint, secret };
}

/** Changes the given fields. Waiting deliveries go to the new URL. Throws Invalid on `url`, `types`, `description`. */
export async function updateEndpoint(
  world: World,
  caller: Caller,
  id: number,
  input: { url?: string; types?: string[]; description?: string },
): Promise<EndpointView> {
  permit(caller, "endpoint.change");
  await checkEndpoint(world, input);
  return transact(world, async (unit) => {
    const before = await lockEndpoint(unit, caller, id);
    const updated = await unit.tx.webhookEndpoint.update({
      where: { id },
      data: {
        url: input.url ?? before.url,
        types: [...new Set(input.types ?? before.types)],
        description: input.description ?? before.description,
      },
      select: endpointSelect,
    });
    await auditEndpoint(unit, caller, "updated", id, { url: updated.url });
    return updated;
  });
}

const descriptionMax = 255;

/** Throws Invalid with a sentence for each invalid field. It resolves host names, so call it before a transaction. */
export async function checkEndpoint(
  world: World,
  input: { url?: string; types?: string[]; description?: string },
): Promise<void> {
  const errors: Problems = {};
  const url = input.url === undefined ? null : await urlProblemOf(world, input.url);
  if (url) errors.url = [url];
  if (input.types?.length === 0) errors.types = [say("choose_event_type")];
  const unknown = input.types?.filter((type) => !isChoosableEventType(type)) ?? [];
  if (unknown.length > 0) errors.types = [say("event_type")];
  const description = lineProblem(input.description ?? "", descriptionMax);
  if (description) errors.description = [description];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

async function urlProblemOf(world: World, url: string): Promise<Problem | null> {
  const problem = urlProblem(url, { allowLocal: world.config.allowLocalWebhooks });
  // A public demo asks no name server either; nothing is sent there.
  return world.config.publicDemo ? problem : (problem ?? resolvedProblem(url));
}

/**
 * Disables an endpoint. Its waiting deliveries, and those of new events, are stored as skipped and can be sent later.
 */
export const disableEndpoint = verb(
  "endpoint.change",
  async (unit, caller: Caller, id: number): Promise<EndpointView> => {
    const before = await lockEndpoint(unit, caller, id);
    if (before.disabledAt) return before;
    await skipPending(unit, id, "endpoint_disabled");
    await auditEndpoint(unit, caller, "disabled", id);
    return unit.tx.webhookEndpoint.update({
      where: { id },
      data: { disabledAt: unit.now, disabledReason: "owner" satisfies DisabledReason },
      select: endpointSelect,
    });
  },
);

/** Enables it again and resets its failures. `missed` is how many events were skipped meanwhile: offer to send them. */
export const enableEndpoint = verb(
  "endpoint.change",
  async (
    unit,
    caller: Caller,
    id: number,
  ): Promise<{ endpoint: EndpointView; missed: number; missedSince: Date | null }> => {
    const before = await lockEndpoint(unit, caller, id);
    if (!before.disabledAt) return { endpoint: before, missed: 0, missedSince: null };
    const missed = await unit.tx.webhookDelivery.aggregate({
      where: { endpointId: id, status: "skipped", completedAt: { gte: before.disabledAt } },
      _count: true,
      _min: { createdAt: true },
    });
    await auditEndpoint(unit, caller, "enabled", id, { missed: missed._count });
    const endpoint = await unit.tx.webhookEndpoint.update({
      where: { id },
      data: { disabledAt: null, disabledReason: null, failingSince: null, failuresInRow: 0, warnedAt: null },
      select: endpointSelect,
    });
    return { endpoint, missed: missed._count, missedSince: missed._min.createdAt };
  },
);

/** Deletes the endpoint for its owner; its past deliveries stay in the event log. */
export const deleteEndpoint = verb("endpoint.change", async (unit, caller: Caller, id: number) => {
  await lockEndpoint(unit, caller, id);
  await skipPending(unit, id, "endpoint_deleted");
  await unit.tx.webhookEndpoint.update({ where: { id }, data: { deletedAt: unit.now } });
  await auditEndpoint(unit, caller, "deleted", id);
});

const overlapMs = 24 * 60 * 60 * 1000;

/** The secrets in use, for the owner's eyes. `old` is set during the 24 hours of a rotation. */
export const revealSecret = verb(
  "endpoint.secret",
  async (unit, caller: Caller, id: number): Promise<{ secret: string; old: string | null }> => {
    const endpoint = await unit.tx.webhookEndpoint.findFirst({ where: endpointWhere(caller, id) });
    if (!endpoint) throw new NotFound();
    await auditEndpoint(unit, caller, "secret_revealed", id);
    const { current, old } = openSecrets(unit.world, endpoint);
    return { secret: current, old };
  },
);

/**
 * Gives the endpoint a new secret. For 24 hours webhook-signature contains a signature of each, and X-Service-Signature
 * uses the old one until `switchSecret` or the end of that time. A second rotation meanwhile retains the secret that
 * was in use.
 */
export const rotateSecret = verb("endpoint.secret", async (unit, caller: Caller, id: number) => {
  const { world } = unit;
  const secret = newSecret(world);
  await lockEndpoint(unit, caller, id);
  const before = await unit.tx.webhookEndpoint.findUniqueOrThrow({ where: { id } });
  const { current, old } = openSecrets(world, before);
  // Receivers now verify with the old secret of an unfinished rotation, else with the current one.
  const inUse = before.switchedAt === null ? (old ?? current) : current;
  await auditEndpoint(unit, caller, "secret_rotated", id);
  const endpoint = await unit.tx.webhookEndpoint.update({
    where: { id },
    data: {
      secretSealed: world.secrets.seal(secret),
      oldSecretSealed: world.secrets.seal(inUse),
      oldSecretUntil: new Date(unit.now.getTime() + overlapMs),
      switchedAt: null,
    },
    select: endpointSelect,
  });
  return { endpoint, secret };
});

/** From now on X-Service-Signature uses the new secret. Outside a rotation nothing changes. */
export const switchSecret = verb(
  "endpoint.secret",
  async (unit, caller: Caller, id: number): Promise<EndpointView> => {
    const before = await lockEndpoint(unit, caller, id);
    const rotating = before.oldSecretUntil !== null && before.oldSecretUntil > unit.now;
    if (!rotating || before.switchedAt) return before;
    await auditEndpoint(unit, caller, "secret_switched", id);
    return unit.tx.webhookEndpoint.update({
      where: { id },
      data: { switchedAt: unit.now },
      select: endpointSelect,
    });
  },
);
