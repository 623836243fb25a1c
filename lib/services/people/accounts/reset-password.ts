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

/** Whether a mailed link would still work. Reading it spends nothing: mail scanners open links too. */
export async function isResetToken(world: World, token: string): Promise<boolean> {
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    select: { userId: true },
  });
  return found !== null;
}

/**
 * Sets the password, spends the link and every other open one, and signs the person out everywhere. Passkeys go: whoever
 * had to recover may have lost what they are on, or found one that is not theirs. The second step stays, because a mailbox
 * alone must not undo it (but see prove-address.ts). Throws Invalid on `password`, NotFound when the link is wrong, spent
 * or out of time.
 */
export async function resetPassword(
  world: World,
  input: { token: string; password: string; isKnown?: IsKnown },
): Promise<void> {
  const tokenHash = fingerprint(input.token);
  // A wrong link costs no hashing, and no hashing happens inside the transaction.
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
