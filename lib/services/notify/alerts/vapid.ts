import { makeVapidKeys, type VapidKeys } from "@/lib/providers/push";
import type { World } from "@/lib/services/core/world";

const name = "vapid";

/** The instance's keys for push messages, made at their first use. Changing them would lose every device. */
export async function readVapidKeys(world: World): Promise<VapidKeys> {
  const found = await world.db.instanceKey.findUnique({ where: { name } });
  if (found) return { publicKey: found.public, privateKey: world.secrets.open(found.sealed) };
  const { publicKey, privateKey } = makeVapidKeys();
  const sealed = world.secrets.seal(privateKey);
  // Two processes may make keys at the same time: the first ones count.
  await world.db.instanceKey.createMany({
    data: [{ name, public: publicKey, sealed, createdAt: world.clock.now() }],
    skipDuplicates: true,
  });
  return readVapidKeys(world);
}
