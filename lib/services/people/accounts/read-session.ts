import type { MemberRole } from "@/lib/db/generated/enums";
import type { PlanRow, StoreRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

/** However busy, a session ends this long after it was started. */
export const sessionMaxMs = 14 * 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** One that nobody uses ends sooner: after a long weekend, for who runs the service after a working day. */
export const idleMaxMs = { seller: 4 * 24 * hourMs, operator: 12 * hourMs };
const seenEveryMs = 5 * 60 * 1000;

export interface Membership {
  role: MemberRole;
  account: { id: number; name: string };
  store: StoreRow & { plan: PlanRow };
}

export interface SessionFacts {
  /** Of the session itself: the browser that asks. */
  id: string;
  user: {
    id: number;
    name: string;
    email: string;
    isOperator: boolean;
    language: string;
    /** Whether a code is asked for beside the password. */
    hasTwoStep: boolean;
    /** Whether they have shown that the address is theirs. */
    isEmailVerified: boolean;
  };
  /** One entry a store, oldest first. */
  memberships: Membership[];
}

/**
 * Who a session belongs to and what they may see, as it is now. Null once the session was ended, ran out or was not used for long, the person
 * is gone, or was signed out everywhere. That it is in use is noted every five minutes.
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
      ...{ isOperator: user.isOperator, language: user.language },
      hasTwoStep: user.totpConfirmedAt !== null,
      isEmailVerified: user.emailVerifiedAt !== null,
    },
    memberships: user.memberships.flatMap(({ role, account }) =>
      account.stores.map((store) => ({ role, account: { id: account.id, name: account.name }, store })),
    ),
  };
}

const memberships = {
  memberships: {
    orderBy: { accountId: "asc" },
    include: { account: { include: { stores: { orderBy: { id: "asc" }, include: { plan: true } } } } },
  },
} as const;
