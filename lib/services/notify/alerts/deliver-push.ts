import { DeliveryProblem } from "@/lib/providers/call-out";
import { makeVapidKeys, type PushAddress, pushRequest, type VapidKeys } from "@/lib/providers/push";
import type { World } from "@/lib/services/core/world";

/** A push message as it stands in the outbox; `recipient` is the device. */
interface PushMessage {
  id: bigint;
  recipient: string;
  subject: string;
  body: string;
  actionUrl: string | null;
}

const textMax = 200;

/**
 * Brings one message to one browser, through the same guarded way out as webhooks: its address came from outside. A
 * device that is gone, or whose session was ended, is forgotten. Throws DeliveryProblem where it was not taken.
 */
export async function deliverPush(world: World, message: PushMessage): Promise<{ ref: null }> {
  const id = Number(message.recipient);
  const device = await world.db.pushDevice.findUnique({ where: { id } });
  if (!device) throw gone();
  const ended = await world.db.session.count({ where: { id: device.sessionId, endedAt: { not: null } } });
  if (ended > 0) return forget(world, id);
  // Safe: it was read when the device was stored.
  const address = JSON.parse(world.secrets.open(device.sealed)) as PushAddress;
  const text = JSON.stringify({
    ...{ title: message.subject.slice(0, textMax), body: message.body.slice(0, textMax) },
    ...{ path: message.actionUrl ?? "/dashboard", tag: String(message.id) },
  });
  const signing = { keys: await readVapidKeys(world), subject: contactOf(world) };
  const answer = await world.post(pushRequest(address, text, signing));
  if (answer.kind === "error")
    throw new DeliveryProblem(answer.message, answer.errorClass === "blocked_address");
  const { status } = answer;
  if (status >= 200 && status < 300) return { ref: null };
  if (status === 404 || status === 410) return forget(world, id);
  const isBusy = status === 429 || status >= 500;
  throw new DeliveryProblem(`The push service answered ${status}.`, !isBusy);
}

async function forget(world: World, id: number): Promise<never> {
  await world.db.pushDevice.deleteMany({ where: { id } });
  throw gone();
}

function gone(): DeliveryProblem {
  return new DeliveryProblem("This device takes no push messages any more.", true);
}

/** Whom a push service may ask about what we send: an https or mailto address. */
function contactOf({ config }: World): string {
  const { protocol, hostname } = new URL(config.siteUrl);
  return protocol === "https:" ? config.siteUrl : `mailto:no-reply@${hostname}`;
}

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
