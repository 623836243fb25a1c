import { standardEventTypes } from "@/lib/domain/event-types";
import { Refusal } from "@/lib/domain/refusal";
import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { auditEndpoint, type EndpointView, endpointSelect } from "./endpoint";
import { checkEndpoint } from "./endpoint-input";
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
 * Registers an endpoint in the caller's mode. The secret can be read again by the owner. `endpoint_limit` when there
 * are five; Invalid on `url`, `types`, `description`.
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
    // Two at once must not both become the fifth.
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
