import { isChoosableEventType, standardEventTypes } from "@/lib/domain/event-types";
import { Invalid, type Problem, type Problems, Refusal, say } from "@/lib/domain/refusal";
import { lineProblem } from "@/lib/domain/text";
import { resolvedProblem, urlProblem } from "@/lib/providers/webhook-url";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { auditEndpoint, type EndpointView, endpointSelect, lockEndpoint } from "./endpoint";
import { newSecret } from "./sign";

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
  return urlProblem(url, { allowLocal: world.config.allowLocalWebhooks }) ?? resolvedProblem(url);
}
