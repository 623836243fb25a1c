import type { MemberRole } from "@/lib/db/generated/enums";
import type { StoreRow } from "@/lib/db/rows";
import type { World } from "../world";

export interface Membership {
  role: MemberRole;
  account: { id: number; name: string };
  store: StoreRow & { plan: { includesApi: boolean; name: string } };
}

export interface SessionFacts {
  user: { id: number; name: string; email: string; isOperator: boolean; language: string };
  /** One entry a store, oldest first. */
  memberships: Membership[];
}

/**
 * Who a session belongs to and what they may see, as it is now. Null once the person is gone or was signed out
 * everywhere: a session carries the version it was made with.
 */
export async function readSession(
  world: World,
  session: { userId: number; sessionVersion: number },
): Promise<SessionFacts | null> {
  const user = await world.db.user.findUnique({
    where: { id: session.userId },
    include: {
      memberships: {
        orderBy: { accountId: "asc" },
        include: {
          account: { include: { stores: { orderBy: { id: "asc" }, include: { plan: true } } } },
        },
      },
    },
  });
  if (!user || user.sessionVersion !== session.sessionVersion) return null;
  return {
    user: {
      ...{ id: user.id, name: user.name, email: user.email },
      ...{ isOperator: user.isOperator, language: user.language },
    },
    memberships: user.memberships.flatMap(({ role, account }) =>
      account.stores.map((store) => ({ role, account: { id: account.id, name: account.name }, store })),
    ),
  };
}
