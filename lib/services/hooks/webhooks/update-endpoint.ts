import type { Caller } from "@/lib/services/core/caller";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { auditEndpoint, type EndpointView, endpointSelect, lockEndpoint } from "./endpoint";
import { checkEndpoint } from "./endpoint-input";

/** Changes what is given. Deliveries that wait go to the new URL. Invalid on `url`, `types`, `description`. */
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
