import type { MemberRole } from "@/lib/db/generated/enums";
import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { type Role, roles } from "@/lib/domain/roles";
import { isEmail, normalizeEmail, unlinked } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { hashPassword } from "@/lib/providers/passwords";
import { fingerprint } from "@/lib/providers/secrets";
import { reserve } from "@/lib/services/core/gate";
import { queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { permit, refuseInDemo, type Seller } from "../accounts/permit";
import { nameProblem, personName } from "../accounts/person";
import { passwordProblem } from "../accounts/verify-password";
import { limitOf, lockTeam, requireUnder, type WantedStores } from "./list-team";

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
): Promise<{ email: string; link: string | null; expiresAt: Date }> {
  permit(seller, "team.change");
  refuseInDemo(world, "email");
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
    return { email, link: world.mailer === null ? link : null, expiresAt };
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

export interface OpenInvitation {
  email: string;
  role: MemberRole;
  accountName: string;
  invitedBy: string;
  /** An account with this address exists: its person signs in to join. Only the recipient of the link sees this. */
  hasPerson: boolean;
}

/** The invitation of a valid link, else null. Reading does not use it up. */
export async function readInvitation(world: World, token: string): Promise<OpenInvitation | null> {
  const found = await world.db.invitation.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    include: { account: { select: { name: true } } },
  });
  if (!found) return null;
  const [by, person] = await Promise.all([
    world.db.user.findUnique({ where: { id: found.invitedBy }, select: { name: true } }),
    world.db.user.findUnique({ where: { email: found.email }, select: { id: true } }),
  ]);
  return {
    email: found.email,
    role: found.role,
    accountName: found.account.name,
    invitedBy: by?.name ?? found.account.name,
    hasPerson: person !== null,
  };
}

/**
 * Joins the team as a signed-in person. The invitation must be to their own address. A member keeps their role. Throws
 * NotFound when the link is wrong, used, revoked or expired, Invalid on `form`.
 */
export async function acceptInvitation(
  world: World,
  userId: number,
  token: string,
): Promise<{ storeId: number | null }> {
  return transact(world, async (unit) => {
    const user = await unit.tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    const { email, ...spent } = await spend(unit, token);
    // Thrown after the link was used up; the rollback undoes that.
    if (email !== user.email) throw new Invalid({ form: [say("invitation_other")] });
    return join(unit, userId, spent);
  });
}

/** Joins as a new person, who chooses a name and a password. Throws as above, and Invalid on `name` or `password`. */
export async function acceptAsNewPerson(
  world: World,
  input: { token: string; name: string; password: string },
): Promise<{ userId: number; sessionVersion: number; storeId: number | null }> {
  const name = personName(input.name);
  const invitation = await readInvitation(world, input.token);
  if (!invitation) throw new NotFound();
  requireNone({
    name: nameProblem(name),
    password: passwordProblem(input.password, [name, invitation.email]),
  });
  // Hashing must not happen inside the transaction.
  const passwordHash = await hashPassword(input.password);
  return transact(world, async (unit) => {
    const { email, ...spent } = await spend(unit, input.token);
    // The holder of a mailed link reads the mail of this address.
    const emailVerifiedAt = world.mailer === null ? null : unit.now;
    const person = { email, name, passwordHash, emailVerifiedAt, createdAt: unit.now };
    const { count } = await unit.tx.user.createMany({ data: [person], skipDuplicates: true });
    if (count === 0) throw new Invalid({ form: [say("invitation_sign_in")] });
    const user = await unit.tx.user.findUniqueOrThrow({ where: { email } });
    const { storeId } = await join(unit, user.id, spent);
    return { userId: user.id, sessionVersion: user.sessionVersion, storeId };
  });
}

type Spent = { id: number; accountId: number; role: MemberRole; storeIds: number[] };

/** Uses up the invitation, only once even for concurrent requests. */
async function spend(unit: Unit, token: string): Promise<Spent & { email: string }> {
  const [spent] = await unit.tx.invitation.updateManyAndReturn({
    where: { ...usable(unit.now), tokenHash: fingerprint(token) },
    data: { acceptedAt: unit.now },
  });
  if (!spent) throw new NotFound();
  const { id, accountId, role, storeIds, email } = spent;
  return { id, accountId, role, storeIds, email };
}

async function join(unit: Unit, userId: number, spent: Spent): Promise<{ storeId: number | null }> {
  const { id, accountId, role, storeIds } = spent;
  await lockTeam(unit, accountId);
  const member = { accountId, userId, role, storeIds, createdAt: unit.now };
  const { count } = await unit.tx.member.createMany({ data: [member], skipDuplicates: true });
  await unit.audit(
    { accountId, actor: `user:${userId}` },
    { target: `invitation:${id}`, action: "team.joined", details: { role, isNew: count > 0 } },
  );
  const store = await unit.tx.store.findFirst({
    where: { accountId, ...(storeIds.length > 0 ? { id: { in: storeIds } } : {}) },
    orderBy: { id: "asc" },
  });
  return { storeId: store?.id ?? null };
}

function usable(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}
