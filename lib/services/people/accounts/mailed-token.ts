import type { UserTokenKind } from "@/lib/db/generated/enums";
import { addressBlock } from "@/lib/domain/address-block";
import { limits } from "@/lib/domain/limits";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { auditPerson } from "./sign-in-log";
import { countTry } from "./throttle";

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
