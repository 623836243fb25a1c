import type { MemberRole } from "@/lib/db/generated/enums";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { type Role, rolesUnder } from "@/lib/domain/roles";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { NotAllowed, type Seller } from "../accounts/permit";

export interface Teammate {
  userId: number;
  name: string;
  email: string;
  role: MemberRole;
  since: Date;
  /** The stores to which they are limited; none: they have all. */
  storeIds: readonly number[];
  /** Accurate to about five minutes; null for a person who has not signed in since sessions are stored. */
  lastSeenAt: Date | null;
  /** Two-step sign-in is on: a stolen password is not enough to sign in. */
  isProtected: boolean;
}

export interface SentInvitation {
  id: number;
  email: string;
  role: MemberRole;
  expiresAt: Date;
}

const most = 200;

/** The members of the account, oldest first, and its open invitations. */
export async function listTeam(
  world: World,
  caller: Caller,
): Promise<{ people: Teammate[]; invitations: SentInvitation[] }> {
  const { accountId, onlyStores } = caller;
  // Who has only some stores sees with whom they share those, and no invitations.
  const where = onlyStores
    ? { accountId, OR: [{ storeIds: { isEmpty: true } }, { storeIds: { hasSome: [...onlyStores] } }] }
    : { accountId };
  const [members, invitations] = await Promise.all([
    world.db.member.findMany({
      where,
      include: {
        user: {
          include: { sessions: { orderBy: { lastSeenAt: "desc" }, take: 1, select: { lastSeenAt: true } } },
        },
      },
      orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
      take: most,
    }),
    world.db.invitation.findMany({
      where: {
        accountId,
        ...(onlyStores ? { id: -1 } : {}),
        acceptedAt: null,
        revokedAt: null,
        expiresAt: { gt: world.clock.now() },
      },
      select: { id: true, email: true, role: true, expiresAt: true },
      orderBy: { id: "asc" },
      take: most,
    }),
  ]);
  return {
    people: members.map(({ user, role, storeIds, createdAt }) => ({
      ...{ userId: user.id, name: user.name, email: user.email, role, storeIds, since: createdAt },
      lastSeenAt: user.sessions[0]?.lastSeenAt ?? user.lastSignInAt,
      isProtected: user.totpConfirmedAt !== null,
    })),
    invitations,
  };
}

/** Allows one change of a team at a time, so that two owners cannot remove each other. */
export async function lockTeam(unit: Unit, accountId: number): Promise<void> {
  await unit.tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`;
}

export async function memberOf(unit: Unit, accountId: number, userId: number) {
  const member = await unit.tx.member.findUnique({
    where: { accountId_userId: { accountId, userId } },
    include: { user: { select: { id: true, name: true, email: true, language: true } }, account: true },
  });
  if (!member) throw new NotFound();
  return member;
}

/** Roles above the seller's own cannot be given, changed or removed. Throws NotAllowed. */
export function requireUnder(seller: Seller, role: Role): void {
  if (!rolesUnder(seller.role).includes(role)) throw new NotAllowed(say("role_owners"));
}

export async function isLastOwner(unit: Unit, accountId: number, role: MemberRole): Promise<boolean> {
  return role === "owner" && (await unit.tx.member.count({ where: { accountId, role: "owner" } })) === 1;
}

/** Notifies a person about their membership. Not listed in the store's messages, because it is private. */
export async function notifyMember(
  world: World,
  unit: Unit,
  member: { user: { id: number; name: string; email: string; language: string }; account: Account },
  news:
    | { kind: "team_removed" }
    | { kind: "team_role_changed"; role: Role }
    /** The names of the stores; none where they have them all. */
    | { kind: "team_stores_changed"; stores: readonly string[] },
): Promise<void> {
  const { user, account } = member;
  const facts = { ...placeOf(world), name: user.name, account: account.name };
  const dedupeKey = `${news.kind}/${account.id}/${user.id}/${unit.now.getTime()}`;
  if (news.kind === "team_removed")
    return queueMail(unit, { to: user, kind: news.kind, values: facts, dedupeKey });
  if (news.kind === "team_stores_changed") {
    const stores = news.stores.length > 0 ? news.stores.join(", ") : said("team_stores_all");
    return queueMail(unit, { to: user, kind: news.kind, values: { ...facts, stores }, dedupeKey });
  }
  const values = { ...facts, role: said(`role.${news.role}`) };
  return queueMail(unit, { to: user, kind: news.kind, values, dedupeKey });
}

type Account = { id: number; name: string };

/** The stores that a member may see, as the form sends them. */
export interface WantedStores {
  /** `some`: only `storeIds`. `all`, or none where there is nothing to choose: all, also those that come later. */
  access?: string;
  storeIds?: readonly number[];
}

/**
 * The stores to which a member is limited; none for all. Throws Invalid on `stores` for none of the
 * account's, and on `access` for any other word, and where an owner would be limited.
 */
export async function limitOf(
  unit: Unit,
  accountId: number,
  role: Role,
  { access = "", storeIds = [] }: WantedStores,
): Promise<number[]> {
  // An unknown word must not open all stores.
  if (!["", "all", "some"].includes(access)) throw new Invalid({ access: [say("choose_stores")] });
  if (access !== "some") return [];
  if (role === "owner") throw new Invalid({ access: [say("owner_all_stores")] });
  const stores = await unit.tx.store.findMany({
    where: { accountId, id: { in: [...storeIds] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (stores.length === 0) throw new Invalid({ stores: [say("choose_stores")] });
  return stores.map(({ id }) => id);
}

/** All stores of the account, to choose from: for who has them all. */
export function accountStores(world: World, seller: Seller): Promise<{ id: number; name: string }[]> {
  const { accountId, onlyStores } = seller;
  const only = onlyStores ? { id: { in: [...onlyStores] } } : {};
  return world.db.store.findMany({
    where: { accountId, ...only },
    select: { id: true, name: true },
    orderBy: { id: "asc" },
  });
}
