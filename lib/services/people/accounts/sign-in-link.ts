import { addressBlock } from "@/lib/domain/address-block";
import { NotFound } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { base62 } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { lockPerson } from "./person";
import { type IsKnown, notifyCleared, proveAddress } from "./prove-address";
import { logSignIn } from "./sign-in-log";
import { countTry } from "./throttle";
import { type SignedIn, signedInAs, withStores } from "./verify-password";

const validMs = 15 * 60_000;
const mostPerHour = 5;

/**
 * Mails a link for signing in, valid for 15 minutes and once. Neither the result nor an error shows whether an account
 * has the address. More than five links an hour are not sent. Throws Invalid on `email` while a pause lasts.
 */
export async function requestSignInLink(world: World, input: { email: string; ip: string }): Promise<void> {
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) return;
  await countTry(world, { subject: `mailed-link\n${addressBlock(input.ip)}`, freeTries: 60 }, "email");
  await transact(world, async (unit) => {
    const user = await unit.tx.user.findUnique({ where: { email } });
    if (!user) return;
    const hourAgo = new Date(unit.now.getTime() - 60 * 60_000);
    const asked = await unit.tx.userToken.count({
      where: { userId: user.id, kind: "sign_in", createdAt: { gt: hourAgo } },
    });
    if (asked >= mostPerHour) return;
    await logSignIn(unit, user.id, "sign_in.link_asked", { ip: input.ip });
    const token = base62(world.random.bytes(40), 43);
    const tokenHash = fingerprint(token);
    const expiresAt = new Date(unit.now.getTime() + validMs);
    await unit.tx.userToken.create({
      data: { tokenHash, kind: "sign_in", userId: user.id, expiresAt, createdAt: unit.now },
    });
    const link = `${world.config.siteUrl}/sign-in/link/${token}`;
    await queueMail(unit, {
      to: user,
      kind: "sign_in_link",
      values: { ...placeOf(world), name: user.name, link },
      link,
      dedupeKey: `sign_in_link/${Buffer.from(tokenHash).toString("hex")}`,
    });
  });
}

/** The address of a valid link's person, else null. Reading does not use up the link: mail scanners open links too. */
export async function readSignInLink(world: World, token: string): Promise<{ email: string } | null> {
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    select: { user: { select: { email: true } } },
  });
  return found?.user ?? null;
}

/**
 * Uses up the link: its holder reads the person's mail (see prove-address.ts). Throws NotFound when it is wrong, used
 * or expired.
 */
export async function spendSignInLink(
  world: World,
  token: string,
  { isKnown }: { isKnown?: IsKnown } = {},
): Promise<SignedIn> {
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    include: { user: { select: { id: true, sessionVersion: true } } },
  });
  if (!found) throw new NotFound();
  const { user: whose } = found;
  const known = (await isKnown?.({ userId: whose.id, sessionVersion: whose.sessionVersion })) === true;
  return transact(world, async (unit) => {
    const [spent] = await unit.tx.userToken.updateManyAndReturn({
      where: { ...usable(unit.now), tokenHash: fingerprint(token) },
      data: { usedAt: unit.now },
    });
    if (!spent) throw new NotFound();
    const before = await lockPerson(unit, spent.userId);
    if (await proveAddress(unit, before, known)) await notifyCleared(world, unit, before);
    const user = await unit.tx.user.findUniqueOrThrow({ where: { id: spent.userId }, include: withStores });
    return signedInAs(user, "link");
  });
}

function usable(now: Date) {
  return { kind: "sign_in" as const, usedAt: null, expiresAt: { gt: now } };
}
