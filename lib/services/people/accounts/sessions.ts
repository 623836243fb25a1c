import { deviceName } from "@/lib/domain/device-name";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { idleMaxMs, sessionMaxMs } from "./read-session";
import { auditPerson } from "./sign-in-log";

/** Signs out one browser of this person. A session of another person, or one that has ended, is not changed. */
export async function endSession(world: World, userId: number, id: string): Promise<{ ended: boolean }> {
  return transact(world, async (unit) => {
    const { count } = await unit.tx.session.updateMany({
      where: { id, userId, endedAt: null },
      data: { endedAt: unit.now },
    });
    if (count > 0) await auditPerson(unit, userId, "sign_in.ended");
    return { ended: count > 0 };
  });
}

/**
 * Signs the person out everywhere, or everywhere except in the current browser (`except`). Without `except`, all unused
 * mailed links are used up, and no browser counts as known any more.
 */
export async function endAllSessions(
  world: World,
  userId: number,
  options: { except?: string } = {},
): Promise<{ ended: number }> {
  return transact(world, async (unit) => {
    const ended = await endSessionsIn(unit, userId, options);
    if (options.except === undefined) {
      await unit.tx.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
      await spendLinks(unit, userId);
    }
    const action = options.except === undefined ? "sessions.ended" : "sessions.others_ended";
    await auditPerson(unit, userId, action, { ended });
    return { ended };
  });
}

/** The same inside a larger transaction. */
export async function endSessionsIn(
  unit: Unit,
  userId: number,
  { except }: { except?: string } = {},
): Promise<number> {
  const { count } = await unit.tx.session.updateMany({
    where: { userId, endedAt: null, ...(except === undefined ? {} : { id: { not: except } }) },
    data: { endedAt: unit.now },
  });
  return count;
}

/** Uses up all open links that were mailed to this person. */
export async function spendLinks(unit: Unit, userId: number): Promise<void> {
  await unit.tx.userToken.updateMany({ where: { userId, usedAt: null }, data: { usedAt: unit.now } });
}

/** A browser in which somebody is signed in. */
export interface ListedSession {
  id: string;
  /** "Chrome on Android". */
  device: string;
  ip: string | null;
  createdAt: Date;
  /** Accurate to about five minutes. */
  lastSeenAt: Date;
  isCurrent: boolean;
}

/**
 * The person's open sessions, the current one first, then last seen first; `currentId` is the current browser's
 * session.
 */
export async function listSessions(
  world: World,
  userId: number,
  currentId: string,
): Promise<ListedSession[]> {
  const now = world.clock.now().getTime();
  const { isOperator } = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  const idle = new Date(now - idleMaxMs[isOperator ? "operator" : "seller"]);
  const rows = await world.db.session.findMany({
    where: {
      userId,
      endedAt: null,
      createdAt: { gt: new Date(now - sessionMaxMs) },
      lastSeenAt: { gt: idle },
    },
    orderBy: { lastSeenAt: "desc" },
    take: 100,
  });
  return rows
    .map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
      ...{ id, ip, createdAt, lastSeenAt },
      device: deviceName(userAgent),
      isCurrent: id === currentId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}
