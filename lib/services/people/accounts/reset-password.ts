import { Invalid, NotFound } from "@/lib/domain/refusal";
import { hashPassword } from "@/lib/providers/passwords";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { lockPerson } from "./person";
import { type IsKnown, proveAddress, removePasskeys } from "./prove-address";
import { endSessionsIn, spendLinks } from "./sessions";
import { logSignIn } from "./sign-in-log";
import { passwordProblem } from "./verify-password";

/** Whether a mailed link is still valid. Reading does not use it up: mail scanners open links too. */
export async function isResetToken(world: World, token: string): Promise<boolean> {
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    select: { userId: true },
  });
  return found !== null;
}

/**
 * Sets the password, uses up the link and every other open one, and signs the person out everywhere. Passkeys are
 * removed: the person may have lost their device, or found a passkey of a stranger. The second step stays, because a
 * mailbox alone must not remove it (but see prove-address.ts). Throws Invalid on `password`, NotFound when the link is
 * wrong, used or expired.
 */
export async function resetPassword(
  world: World,
  input: { token: string; password: string; isKnown?: IsKnown },
): Promise<void> {
  const tokenHash = fingerprint(input.token);
  // A wrong link causes no hashing, and hashing must not happen inside the transaction.
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash },
    include: { user: true },
  });
  const about = found ? [found.user.name, found.user.email] : [];
  const problem = passwordProblem(input.password, about);
  if (problem) throw new Invalid({ password: [problem] });
  if (!found) throw new NotFound();
  const { id: userId, sessionVersion } = found.user;
  const isKnown = (await input.isKnown?.({ userId, sessionVersion })) === true;
  const passwordHash = await hashPassword(input.password);
  await transact(world, async (unit) => {
    const { count } = await unit.tx.userToken.updateMany({
      where: { ...usable(unit.now), tokenHash },
      data: { usedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    const user = await lockPerson(unit, userId);
    await proveAddress(unit, user, isKnown);
    const passkeys = await removePasskeys(unit, userId);
    await unit.tx.user.update({
      where: { id: userId },
      data: { passwordHash, sessionVersion: user.sessionVersion + 1 },
    });
    await endSessionsIn(unit, userId);
    await spendLinks(unit, userId);
    await logSignIn(unit, userId, "password.reset", { passkeys });
    await notifyReset(world, unit, user, { passkeys, key: Buffer.from(tokenHash).toString("hex") });
  });
}

async function notifyReset(
  world: World,
  unit: Unit,
  user: { name: string; email: string; language: string },
  { passkeys, key }: { passkeys: number; key: string },
): Promise<void> {
  const link = `${world.config.siteUrl}/sign-in`;
  await queueMail(unit, {
    to: user,
    kind: "password_reset_done",
    template: "password_changed",
    values: { ...placeOf(world), name: user.name, passkeys, link },
    link,
    dedupeKey: `password_changed/${key}`,
  });
}

function usable(now: Date) {
  return { kind: "password_reset" as const, usedAt: null, expiresAt: { gt: now } };
}
