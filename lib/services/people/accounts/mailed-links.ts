import type { UserTokenKind } from "@/lib/db/generated/enums";
import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { NotFound } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { refuseInDemo } from "./permit";
import { auditPerson, lockPerson } from "./person";
import { endSessionsIn } from "./sessions";
import { countTry } from "./throttle";
import { type SignedIn, signedInAs, withStores } from "./verify-password";

// What a link in a mail to a person contains: a secret that is valid for a time and once, stored as a fingerprint.

/** Whether this person got as many links of this kind in the last hour as they may. */
export async function isHourFull(unit: Unit, userId: number, kind: UserTokenKind): Promise<boolean> {
  const createdAt = { gt: new Date(unit.now.getTime() - limits.mailedLinks.windowMs) };
  return (await unit.tx.userToken.count({ where: { userId, kind, createdAt } })) >= limits.mailedLinks.max;
}

/** Stores a new token. Returns its link, and a key that names the mail without containing the token. */
export async function createLink(
  world: World,
  unit: Unit,
  about: { kind: UserTokenKind; userId: number; email?: string; path: string; validMs: number },
): Promise<{ link: string; key: string }> {
  const { kind, userId, email = null, path, validMs } = about;
  const token = base62(world.random.bytes(40), 43);
  const tokenHash = fingerprint(token);
  const expiresAt = new Date(unit.now.getTime() + validMs);
  await unit.tx.userToken.create({
    data: { tokenHash, kind, userId, email, expiresAt, createdAt: unit.now },
  });
  return {
    link: `${world.config.siteUrl}${path}/${token}`,
    key: Buffer.from(tokenHash).toString("hex"),
  };
}

/** Finds the row of a token that is still valid. */
export function validToken(kind: UserTokenKind, token: string, now: Date) {
  return { kind, usedAt: null, expiresAt: { gt: now }, tokenHash: fingerprint(token) };
}

/**
 * Mails a link to whoever has this address. Neither the result nor an error shows whether somebody has. More than five
 * an hour are not sent; dozens of requests from one place bring a pause (Invalid on `email`).
 */
export async function mailLink(
  world: World,
  input: { email: string; ip: string },
  about: {
    kind: UserTokenKind;
    mail: "password_reset" | "sign_in_link";
    action: string;
    path: string;
    validMs: number;
  },
): Promise<void> {
  refuseInDemo(world, "email");
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) return;
  await countTry(
    world,
    { subject: `mailed-link\n${addressBlock(input.ip)}`, freeTries: limits.mailedTokens.free },
    "email",
  );
  await transact(world, async (unit) => {
    const user = await unit.tx.user.findUnique({ where: { email } });
    if (!user || (await isHourFull(unit, user.id, about.kind))) return;
    await auditPerson(unit, user.id, about.action, { ip: input.ip });
    const { kind, path, validMs, mail } = about;
    const { link, key } = await createLink(world, unit, { kind, path, validMs, userId: user.id });
    await queueMail(unit, {
      to: user,
      kind: mail,
      values: { ...placeOf(world), name: user.name, link },
      link,
      dedupeKey: `${mail}/${key}`,
    });
  });
}

/**
 * Mails a link for signing in, valid for 15 minutes and once. Neither the result nor an error shows whether an account
 * has the address. More than five links an hour are not sent. Throws Invalid on `email` while a pause lasts.
 */
export function requestSignInLink(world: World, input: { email: string; ip: string }): Promise<void> {
  return mailLink(world, input, {
    kind: "sign_in",
    mail: "sign_in_link",
    action: "sign_in.link_asked",
    path: "/sign-in/link",
    validMs: 15 * 60_000,
  });
}

/** The address of a valid link's person, else null. Reading does not use up the link: mail scanners open links too. */
export async function readSignInLink(world: World, token: string): Promise<{ email: string } | null> {
  const found = await world.db.userToken.findFirst({
    where: validToken("sign_in", token, world.clock.now()),
    select: { user: { select: { email: true } } },
  });
  return found?.user ?? null;
}

/**
 * Uses up the link and signs its holder in, who reads the person's mail. Whether they are who made the account is
 * shown only by a browser that signed the person in before: there it proves the address too. It takes nothing away; only
 * a new password does (`resetPassword`). Throws NotFound when it is wrong, used or expired.
 */
export async function spendSignInLink(
  world: World,
  token: string,
  { isKnown }: { isKnown?: IsKnown } = {},
): Promise<SignedIn> {
  const found = await world.db.userToken.findFirst({
    where: validToken("sign_in", token, world.clock.now()),
    include: { user: { select: { id: true, sessionVersion: true } } },
  });
  if (!found) throw new NotFound();
  const { user: whose } = found;
  const known = (await isKnown?.({ userId: whose.id, sessionVersion: whose.sessionVersion })) === true;
  return transact(world, async (unit) => {
    const [spent] = await unit.tx.userToken.updateManyAndReturn({
      where: validToken("sign_in", token, unit.now),
      data: { usedAt: unit.now },
    });
    if (!spent) throw new NotFound();
    const before = await lockPerson(unit, spent.userId);
    if (known) await proveAddress(world, unit, before, { clears: false });
    const user = await unit.tx.user.findUniqueOrThrow({ where: { id: spent.userId }, include: withStores });
    return signedInAs(user, "link");
  });
}

/** Whether this browser has signed this person in before, with a method that they chose themselves. */
export type IsKnown = (person: { userId: number; sessionVersion: number }) => Promise<boolean>;

/**
 * Marks an address as proven, for somebody who opened a link that was mailed to it. `clears`: they showed nothing else,
 * and a stranger may have created the account in the name of the address's owner, to use it later. Then all existing
 * sign-in methods are removed, with the keys, endpoints and payout destinations of the accounts that only this person
 * has, and the person is told. Nothing happens to an address that was proven before.
 */
export async function proveAddress(
  world: World,
  unit: Unit,
  user: { id: number; name: string; email: string; language: string; emailVerifiedAt: Date | null },
  { clears }: { clears: boolean },
): Promise<void> {
  if (user.emailVerifiedAt) return;
  await unit.tx.user.update({ where: { id: user.id }, data: { emailVerifiedAt: unit.now } });
  await auditPerson(unit, user.id, "sign_in.address_proven", { cleared: clears });
  if (!clears) return;
  await clearWaysIn(unit, user.id);
  await queueMail(unit, {
    to: user,
    kind: "address_proven",
    values: { ...placeOf(world), name: user.name },
    dedupeKey: `address_proven/${user.id}`,
  });
}

/**
 * Removes password, second step, passkeys and sessions, and everything else that can act for the person's own accounts.
 */
async function clearWaysIn(unit: Unit, userId: number): Promise<void> {
  await unit.tx.user.update({
    where: { id: userId },
    data: {
      ...{ passwordHash: null, totpSealed: null, totpConfirmedAt: null, totpLastStep: null },
      ...{ recoveryHashes: [], sessionVersion: { increment: 1 } },
    },
  });
  await removePasskeys(unit, userId);
  await endSessionsIn(unit, userId);
  const owned = await unit.tx.store.findMany({
    where: { account: { members: { every: { userId } } } },
    select: { id: true },
  });
  const storeId = { in: owned.map(({ id }) => id) };
  const keys = await unit.tx.apiKey.findMany({ where: { storeId } });
  await unit.tx.apiKey.deleteMany({ where: { storeId } });
  for (const { id, storeId, name, livemode, last4 } of keys)
    await unit.audit(
      { storeId, actor: `user:${userId}` },
      { action: "api_key.deleted", target: `api_key:${id}`, details: { name, livemode, last4 } },
    );
  const gone = { where: { storeId, deletedAt: null }, data: { deletedAt: unit.now } };
  await unit.tx.webhookEndpoint.updateMany(gone);
  await unit.tx.payoutDestination.updateMany(gone);
}

/** Removes all passkeys of a person. Returns how many there were. */
export async function removePasskeys(unit: Unit, userId: number): Promise<number> {
  const { count } = await unit.tx.passkey.deleteMany({ where: { userId } });
  if (count > 0) await auditPerson(unit, userId, "passkey.all_removed", { count });
  return count;
}
