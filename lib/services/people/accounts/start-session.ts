import { deviceName } from "@/lib/domain/device-name";
import { composeId } from "@/lib/domain/token";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { auditPerson, type SignInWay } from "./sign-in-log";

/** The browser used for signing in. */
export interface Device {
  /** The name that the browser sends; it can be anything. */
  userAgent: string;
  ip: string | null;
  /** It has signed this person in before: it has a mark that only this server can create. */
  isKnown: boolean;
  by: SignInWay;
}

const userAgentMax = 300;

/**
 * Starts a session in a browser. The person gets a mail when the browser is new, except at the very first sign-in. The
 * caller must have verified the person. `showsPerson`: whoever is at it may be remembered as the person; a mailed link to
 * an address that is not confirmed shows only who reads that mail.
 */
export async function startSession(
  world: World,
  userId: number,
  device: Device,
): Promise<{ id: string; showsPerson: boolean }> {
  return transact(world, async (unit) => {
    const id = composeId("ses_", unit.now.getTime(), world.random.bytes(24));
    const earlier = await unit.tx.session.findFirst({ where: { userId }, select: { id: true } });
    const userAgent = device.userAgent.replace(/[^\x20-\x7e]/g, "").slice(0, userAgentMax);
    const { now } = unit;
    await unit.tx.session.create({
      data: { id, userId, userAgent, ip: device.ip, createdAt: now, lastSeenAt: now },
    });
    const person = await unit.tx.user.update({ where: { id: userId }, data: { lastSignInAt: now } });
    await auditPerson(unit, userId, "sign_in.done", {
      ...{ by: device.by, ip: device.ip, device: deviceName(userAgent), new: !device.isKnown },
    });
    if (earlier && !device.isKnown) await notifyNewDevice(world, unit, person, { ...device, userAgent, id });
    return { id, showsPerson: device.by !== "link" || person.emailVerifiedAt !== null };
  });
}

async function notifyNewDevice(
  world: World,
  unit: Unit,
  person: { name: string; email: string; language: string },
  session: { id: string; userAgent: string; ip: string | null },
): Promise<void> {
  await queueMail(unit, {
    to: person,
    kind: "new_device",
    values: {
      ...placeOf(world),
      name: person.name,
      browser: deviceName(session.userAgent),
      address: session.ip ?? "none",
      time: unit.now.toISOString().slice(0, 16).replace("T", " "),
    },
    dedupeKey: `new_device/${session.id}`,
  });
}
