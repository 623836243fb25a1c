import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import { auditEndpoint, type EndpointView, endpointSelect, endpointWhere, lockEndpoint } from "./endpoint";
import { newSecret, openSecrets } from "./sign";

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
export async function rotateSecret(
  world: World,
  caller: Caller,
  id: number,
): Promise<{ endpoint: EndpointView; secret: string }> {
  permit(caller, "endpoint.secret");
  const secret = newSecret(world);
  const endpoint = await transact(world, async (unit) => {
    await lockEndpoint(unit, caller, id);
    const before = await unit.tx.webhookEndpoint.findUniqueOrThrow({ where: { id } });
    const { current, old } = openSecrets(world, before);
    // Receivers now verify with the old secret of an unfinished rotation, else with the current one.
    const inUse = before.switchedAt === null ? (old ?? current) : current;
    await auditEndpoint(unit, caller, "secret_rotated", id);
    return unit.tx.webhookEndpoint.update({
      where: { id },
      data: {
        secretSealed: world.secrets.seal(secret),
        oldSecretSealed: world.secrets.seal(inUse),
        oldSecretUntil: new Date(unit.now.getTime() + overlapMs),
        switchedAt: null,
      },
      select: endpointSelect,
    });
  });
  return { endpoint, secret };
}

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
