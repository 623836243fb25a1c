import { deviceName } from "@/lib/domain/device-name";
import type { World } from "@/lib/services/core/world";
import { idleMaxMs, sessionMaxMs } from "./read-session";

/** A browser in which somebody is signed in. */
export interface ListedSession {
  id: string;
  /** "Chrome on Android". */
  device: string;
  ip: string | null;
  createdAt: Date;
  /** To some five minutes. */
  lastSeenAt: Date;
  isCurrent: boolean;
}

/** Where this person is signed in now, last seen first; `currentId` is the browser they are looking with. */
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
