import type { MemberRole } from "@/lib/db/generated/enums";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

export interface Teammate {
  userId: number;
  name: string;
  email: string;
  role: MemberRole;
  since: Date;
  /** To some five minutes; null for somebody who was never signed in since sessions are kept. */
  lastSeenAt: Date | null;
  /** A stolen password alone does not sign in as them. */
  isProtected: boolean;
}

export interface SentInvitation {
  id: number;
  email: string;
  role: MemberRole;
  expiresAt: Date;
}

const most = 200;

/** Who works on the account, oldest first, and who is asked to. */
export async function listTeam(
  world: World,
  caller: Caller,
): Promise<{ people: Teammate[]; invitations: SentInvitation[] }> {
  const { accountId } = caller;
  const [members, invitations] = await Promise.all([
    world.db.member.findMany({
      where: { accountId },
      include: {
        user: {
          include: { sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } } },
        },
      },
      orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
      take: most,
    }),
    world.db.invitation.findMany({
      where: { accountId, acceptedAt: null, revokedAt: null, expiresAt: { gt: world.clock.now() } },
      select: { id: true, email: true, role: true, expiresAt: true },
      orderBy: { id: "asc" },
      take: most,
    }),
  ]);
  return {
    people: members.map(({ user, role, createdAt }) => ({
      ...{ userId: user.id, name: user.name, email: user.email, role, since: createdAt },
      lastSeenAt: user.sessions[0]?.lastSeenAt ?? user.lastSignInAt,
      isProtected: user.totpConfirmedAt !== null,
    })),
    invitations,
  };
}
