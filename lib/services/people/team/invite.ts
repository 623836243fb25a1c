import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { type Role, roles } from "@/lib/domain/roles";
import { isEmail, normalizeEmail, unlinked } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { reserve } from "@/lib/services/core/gate";
import { queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { permit, type Seller } from "../accounts/permit";
import { lockTeam, requireUnder } from "./list-team";
import { limitOf, type WantedStores } from "./stores";

export const invitationDays = 7;
const openMax = 50;
const mostPerHour = 20;
const hourMs = 60 * 60 * 1000;

/**
 * Invites somebody by mail to the account, for all of its stores or some of them. The link works for seven days and once; an earlier
 * one to the same address no longer works. Where the server sends no mail, the link is returned. Throws NotAllowed,
 * Invalid on `email`, `role` or `stores`, or the Refusals of `reserve`.
 */
export async function inviteMember(
  world: World,
  seller: Seller,
  input: { email: string; role: string } & WantedStores,
): Promise<{ email: string; link: string | null }> {
  permit(seller, "team.change");
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) throw new Invalid({ email: [say("email")] });
  const role = roles.find((known) => known === input.role);
  if (!role) throw new Invalid({ role: [say("choose_role")] });
  requireUnder(seller, role);
  const token = base62(world.random.bytes(40), 43);
  const link = `${world.config.siteUrl}/invitation/${token}`;
  return transact(world, async (unit) => {
    await lockTeam(unit, seller.accountId);
    await requireRoom(unit, seller, email);
    await reserve(world, unit, seller.accountId, [{ channel: "email", recipient: email }]);
    const { accountId, userId: invitedBy } = seller;
    const storeIds = await limitOf(unit, accountId, role, input);
    await unit.tx.invitation.updateMany({
      where: { accountId, email, acceptedAt: null, revokedAt: null },
      data: { revokedAt: unit.now },
    });
    const expiresAt = new Date(unit.now.getTime() + invitationDays * 24 * hourMs);
    const tokenHash = fingerprint(token);
    const { id } = await unit.tx.invitation.create({
      data: { accountId, email, role, storeIds, tokenHash, invitedBy, expiresAt, createdAt: unit.now },
    });
    await unit.audit(
      { accountId, actor: seller.actor },
      {
        target: `invitation:${id}`,
        action: "team.invited",
        details: { email, role, ...(storeIds.length > 0 ? { stores: storeIds.join(", ") } : {}) },
      },
    );
    await mail(world, unit, seller, { id, email, role, link });
    return { email, link: world.mailer === null ? link : null };
  });
}

/** Revokes an open invitation. Throws NotAllowed, or NotFound. */
export async function revokeInvitation(world: World, seller: Seller, id: number): Promise<{ email: string }> {
  permit(seller, "team.change");
  return transact(world, async (unit) => {
    const { accountId, actor } = seller;
    await lockTeam(unit, accountId);
    const open = { id, accountId, acceptedAt: null, revokedAt: null };
    const invitation = await unit.tx.invitation.findFirst({ where: open });
    if (!invitation) throw new NotFound();
    requireUnder(seller, invitation.role);
    await unit.tx.invitation.update({ where: { id }, data: { revokedAt: unit.now } });
    await unit.audit(
      { accountId, actor },
      { target: `invitation:${id}`, action: "team.invitation_revoked", details: { email: invitation.email } },
    );
    return { email: invitation.email };
  });
}

async function requireRoom(unit: Unit, { accountId }: Seller, email: string): Promise<void> {
  const member = await unit.tx.member.findFirst({ where: { accountId, user: { email } } });
  if (member) throw new Invalid({ email: [say("in_team")] });
  const open = await unit.tx.invitation.count({
    where: { accountId, acceptedAt: null, revokedAt: null, expiresAt: { gt: unit.now } },
  });
  const hourAgo = new Date(unit.now.getTime() - hourMs);
  const recent = await unit.tx.invitation.count({ where: { accountId, createdAt: { gt: hourAgo } } });
  if (open >= openMax || recent >= mostPerHour) throw new Invalid({ email: [say("invitations_full")] });
}

/** Not listed in the store's messages, where every role could read the link. */
async function mail(
  world: World,
  unit: Unit,
  seller: Seller,
  invitation: { id: number; email: string; role: Role; link: string },
): Promise<void> {
  const by = await unit.tx.user.findUniqueOrThrow({ where: { id: seller.userId }, select: { name: true } });
  const account = await unit.tx.account.findUniqueOrThrow({ where: { id: seller.accountId } });
  const { email, role, link } = invitation;
  // A person with an account gets it in their language; for others no language is known.
  const known = await unit.tx.user.findUnique({ where: { email }, select: { language: true } });
  await queueMail(unit, {
    to: { email, language: known?.language ?? null },
    kind: "team_invitation",
    values: {
      service: world.config.serviceName,
      ...{ inviter: by.name, account: unlinked(account.name), role: said(`role.${role}`) },
      ...{ days: invitationDays, link },
    },
    link,
    dedupeKey: `team_invitation/${invitation.id}`,
  });
}
