import type { MemberRole } from "@/lib/db/generated/enums";
import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { hashPassword } from "@/lib/providers/passwords";
import { fingerprint } from "@/lib/providers/secrets";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { nameProblem, personName } from "../accounts/change-name";
import { passwordProblem } from "../accounts/verify-password";
import { lockTeam } from "./list-team";

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
