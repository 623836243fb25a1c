import type { MemberRole } from "@/lib/db/generated/enums";
import type { PlanRow, StoreRow } from "@/lib/db/rows";
import { deviceName } from "@/lib/domain/device-name";
import { composeId } from "@/lib/domain/token";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { refuseInDemo } from "./permit";
import { auditPerson, type SignInWay } from "./person";

/** A session ends this long after its start, even if it is used. */
export const sessionMaxMs = 14 * 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** An unused session ends sooner: after a long weekend, or for operators after a working day. */
export const idleMaxMs = { seller: 4 * 24 * hourMs, operator: 12 * hourMs };
const seenEveryMs = 5 * 60 * 1000;

export interface Membership {
  role: MemberRole;
  account: { id: number; name: string };
  store: StoreRow & { plan: PlanRow };
  /** The stores to which they are limited in this account; not set where they have all. */
  onlyStores?: readonly number[];
}

export interface SessionFacts {
  /** The id of the session in this browser. */
  id: string;
  user: {
    id: number;
    name: string;
    email: string;
    isOperator: boolean;
    language: string;
    /** In which an operator reads times; null where none is known. */
    timeZone: string | null;
    /** Whether a code is required besides the password. */
    hasTwoStep: boolean;
    /** Whether they have proven that the address is theirs. */
    isEmailVerified: boolean;
  };
  /** One entry a store, oldest first. */
  memberships: Membership[];
}

/**
 * The person of a session and what they may see now. Null when the session ended, expired or was unused for too long,
 * or the person is gone or was signed out everywhere. Its use is stored every five minutes.
 */
export async function readSession(
  world: World,
  session: { id: string; userId: number; sessionVersion: number },
): Promise<SessionFacts | null> {
  const row = await world.db.session.findUnique({
    where: { id: session.id, userId: session.userId },
    include: { user: { include: memberships } },
  });
  const now = world.clock.now();
  if (!row || row.endedAt || now.getTime() - row.createdAt.getTime() >= sessionMaxMs) return null;
  const { user } = row;
  const idleMs = now.getTime() - row.lastSeenAt.getTime();
  if (idleMs >= idleMaxMs[user.isOperator ? "operator" : "seller"]) return null;
  if (user.sessionVersion !== session.sessionVersion) return null;
  if (idleMs >= seenEveryMs)
    await world.db.session.updateMany({ where: { id: row.id, endedAt: null }, data: { lastSeenAt: now } });
  return {
    id: row.id,
    user: {
      ...{ id: user.id, name: user.name, email: user.email },
      ...{ isOperator: user.isOperator, language: user.language, timeZone: user.timeZone },
      hasTwoStep: user.totpConfirmedAt !== null,
      isEmailVerified: user.emailVerifiedAt !== null,
    },
    memberships: user.memberships.flatMap(({ role, account, storeIds }) =>
      account.stores
        .filter(({ id }) => storeIds.length === 0 || storeIds.includes(id))
        .map((store) => ({
          ...{ role, account: { id: account.id, name: account.name }, store },
          ...(storeIds.length === 0 ? {} : { onlyStores: storeIds }),
        })),
    ),
  };
}

const memberships = {
  memberships: {
    orderBy: { accountId: "asc" },
    include: { account: { include: { stores: { orderBy: { id: "asc" }, include: { plan: true } } } } },
  },
} as const;

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
 * caller must have verified the person. In a public demo only operators come in this way, and who has just opened a store:
 * else Invalid on `form`. `showsPerson`: whoever is at it may be remembered as the person; a mailed link to
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
    if (device.by !== "sign_up" && !person.isOperator) refuseInDemo(world, "form");
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
