import type { MemberRole } from "@/lib/db/generated/enums";
import type { PlanRow, StoreRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

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
