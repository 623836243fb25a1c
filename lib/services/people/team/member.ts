import type { MemberRole } from "@/lib/db/generated/enums";
import { say } from "@/lib/domain/problem";
import { NotFound } from "@/lib/domain/refusal";
import { type Role, rolesUnder } from "@/lib/domain/roles";
import type { Unit, World } from "@/lib/services/core/world";
import { NotAllowed, type Seller } from "../accounts/seller";

/** One change of a team at a time, so that two owners who remove each other are never both gone. */
export async function lockTeam(unit: Unit, accountId: number): Promise<void> {
  await unit.tx.$queryRaw`SELECT 1 FROM accounts WHERE id = ${accountId} FOR UPDATE`;
}

export async function memberOf(unit: Unit, accountId: number, userId: number) {
  const member = await unit.tx.member.findUnique({
    where: { accountId_userId: { accountId, userId } },
    include: { user: { select: { id: true, name: true, email: true } }, account: true },
  });
  if (!member) throw new NotFound();
  return member;
}

/** Roles above one's own are not handed out, changed or taken away. Throws NotAllowed. */
export function requireUnder(seller: Seller, role: Role): void {
  if (!rolesUnder(seller.role).includes(role)) throw new NotAllowed(say("role_owners"));
}

export async function isLastOwner(unit: Unit, accountId: number, role: MemberRole): Promise<boolean> {
  return role === "owner" && (await unit.tx.member.count({ where: { accountId, role: "owner" } })) === 1;
}

/** Tells somebody what became of their place in a team. Not for the store's messages: it is theirs to know. */
export async function tellMember(
  world: World,
  unit: Unit,
  member: { user: { id: number; name: string; email: string }; account: { id: number; name: string } },
  news: { template: string; subject: string; body: string },
): Promise<void> {
  await unit.queueMessage({
    accountId: null,
    storeId: null,
    channel: "email",
    recipient: member.user.email,
    template: news.template,
    subject: news.subject,
    body: `Hello ${member.user.name},

${news.body}

Your dashboard: ${world.config.siteUrl}/dashboard`,
    dedupeKey: `${news.template}/${member.account.id}/${member.user.id}/${unit.now.getTime()}`,
  });
}

/** Roles as people call them, in mails. */
export const roleNames: Record<Role, string> = {
  owner: "owner",
  admin: "admin",
  support: "support",
  developer: "developer",
  viewer: "somebody who may look",
};
