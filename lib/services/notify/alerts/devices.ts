import { ECDH } from "node:crypto";
import { z } from "zod";
import { deviceName } from "@/lib/domain/device-name";
import { Invalid, say } from "@/lib/domain/refusal";
import type { PushAddress } from "@/lib/providers/push";
import { fingerprint } from "@/lib/providers/secrets";
import { urlProblem } from "@/lib/providers/webhook-url";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { requireReader } from "./settings";

export const devicesMax = 10;

/** What a browser gives: its address, a point on the curve P-256, and 16 random bytes. */
const addressShape = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({
    p256dh: z
      .string()
      .regex(/^[A-Za-z0-9_-]{86,88}$/)
      .refine(isOnCurve),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22,24}$/),
  }),
});

/** Nothing can be encrypted for another key, so each message would be tried in vain. */
function isOnCurve(key: string): boolean {
  try {
    return ECDH.convertKey(key, "prime256v1", "base64url").length > 0;
  } catch {
    return false;
  }
}

export interface PushDeviceView {
  id: number;
  /** "Chrome on Android". */
  name: string;
  createdAt: Date;
}

/** The caller's devices that take push messages, oldest first. */
export function listPushDevices(world: World, userId: number): Promise<PushDeviceView[]> {
  return world.db.pushDevice.findMany({
    where: { userId },
    select: { id: true, name: true, createdAt: true },
    orderBy: { id: "asc" },
  });
}

/**
 * Stores the browser that the caller sits at. `typed` is what the browser gave. One that was another person's becomes a
 * new device, so that nothing that waits for the other one goes there. Throws NotAllowed, or Invalid on `form`.
 */
export async function addPushDevice(
  world: World,
  seller: Seller,
  { typed, userAgent, sessionId }: { typed: string; userAgent: string; sessionId: string },
): Promise<void> {
  const address = readAddress(world, typed);
  if (!address) throw new Invalid({ form: [say("device_unknown")] });
  const endpointHash = fingerprint(address.endpoint);
  const { userId } = seller;
  await transact(world, async (unit) => {
    await requireReader(unit, seller);
    await unit.tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
    await unit.tx.pushDevice.deleteMany({ where: { endpointHash } });
    if ((await unit.tx.pushDevice.count({ where: { userId } })) >= devicesMax)
      throw new Invalid({ form: [say("devices_many", { max: devicesMax })] });
    const sealed = world.secrets.seal(JSON.stringify(address));
    const name = deviceName(userAgent);
    await unit.tx.pushDevice.create({
      data: { userId, sessionId, endpointHash, sealed, name, createdAt: unit.now },
    });
    const { accountId, actor } = seller;
    await unit.audit({ accountId, actor }, { target: `user:${userId}`, action: "push_device.added" });
  });
}

const renewalShape = z.object({ old: z.string().nullable(), subscription: z.unknown() });

/**
 * The same browser under its new address, as its service worker says. The old one is forgotten, if it was the caller's.
 * Throws as `addPushDevice`.
 */
export async function renewPushDevice(
  world: World,
  seller: Seller,
  { typed, ...browser }: { typed: string; userAgent: string; sessionId: string },
): Promise<void> {
  const said = renewalShape.safeParse(parseJson(typed));
  if (!said.success) throw new Invalid({ form: [say("device_unknown")] });
  const { old, subscription } = said.data;
  const subscribed = JSON.stringify(subscription ?? null);
  if (!readAddress(world, subscribed)) throw new Invalid({ form: [say("device_unknown")] });
  if (old !== null) {
    const { userId } = seller;
    await world.db.pushDevice.deleteMany({ where: { userId, endpointHash: fingerprint(old) } });
  }
  await addPushDevice(world, seller, { ...browser, typed: subscribed });
}

function readAddress(world: World, typed: string): PushAddress | null {
  const parsed = addressShape.safeParse(parseJson(typed));
  if (!parsed.success) return null;
  const { endpoint } = parsed.data;
  return urlProblem(endpoint, { allowLocal: world.config.allowLocalWebhooks }) === null ? parsed.data : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.slice(0, 4_000));
  } catch {
    return null;
  }
}

/** Another person's device is not changed. */
export async function removePushDevice(world: World, seller: Seller, id: number): Promise<void> {
  await world.db.pushDevice.deleteMany({ where: { id, userId: seller.userId } });
}
