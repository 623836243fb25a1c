import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { hashPassword } from "@/lib/providers/passwords";
import { fingerprint } from "@/lib/providers/secrets";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { confirmPerson, type Proof } from "./confirm-person";
import { type IsKnown, mailLink, proveAddress, removePasskeys, validToken } from "./mailed-links";
import { auditPerson, lockPerson, notifyPerson } from "./person";
import { endSessionsIn, spendLinks } from "./sessions";
import { passwordProblem } from "./verify-password";

/**
 * Sets a new password for a signed-in person who knows the old one. Every other browser is signed out, and earlier
 * mailed links no longer work. Throws Invalid on `password` (the old one), `code` or `newPassword`.
 */
export async function changePassword(
  world: World,
  person: { userId: number; sessionId: string },
  input: Proof & { newPassword: string },
): Promise<{ ended: number }> {
  await confirmPerson(world, person.userId, input);
  const user = await world.db.user.findUniqueOrThrow({ where: { id: person.userId } });
  const problem = passwordProblem(input.newPassword, [user.name, user.email]);
  if (problem) throw new Invalid({ newPassword: [problem] });
  if (input.newPassword === input.password) throw new Invalid({ newPassword: [say("same_password")] });
  const passwordHash = await hashPassword(input.newPassword);
  return transact(world, async (unit) => {
    const { userId } = person;
    await unit.tx.user.update({ where: { id: userId }, data: { passwordHash } });
    const ended = await endSessionsIn(unit, userId, { except: person.sessionId });
    await spendLinks(unit, userId);
    await auditPerson(unit, userId, "password.changed", { ended });
    await notifyPerson(world, unit, userId, {
      template: "password_changed",
      change: said("change.password"),
    });
    return { ended };
  });
}

/**
 * Sends a link to set a new password, valid for 30 minutes and once. Neither the result nor an error shows whether an
 * account has the address. More than five links an hour are not sent; dozens of requests bring a pause (Invalid on
 * `email`).
 */
export function requestPasswordReset(world: World, input: { email: string; ip: string }): Promise<void> {
  return mailLink(world, input, {
    kind: "password_reset",
    mail: "password_reset",
    action: "password.reset_asked",
    path: "/reset-password",
    validMs: 30 * 60_000,
  });
}

/** Whether a mailed link is still valid. Reading does not use it up: mail scanners open links too. */
export async function isResetToken(world: World, token: string): Promise<boolean> {
  const found = await world.db.userToken.findFirst({
    where: validToken("password_reset", token, world.clock.now()),
    select: { userId: true },
  });
  return found !== null;
}

/**
 * Sets the password, uses up the link and every other open one, and signs the person out everywhere. Passkeys are
 * removed: the person may have lost their device, or found a passkey of a stranger. The second step stays, because a
 * mailbox alone must not remove it (but see `proveAddress`). Throws Invalid on `password`, NotFound when the link is
 * wrong, used or expired.
 */
export async function resetPassword(
  world: World,
  input: { token: string; password: string; isKnown?: IsKnown },
): Promise<void> {
  // A wrong link causes no hashing, and hashing must not happen inside the transaction.
  const found = await world.db.userToken.findFirst({
    where: validToken("password_reset", input.token, world.clock.now()),
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
      where: validToken("password_reset", input.token, unit.now),
      data: { usedAt: unit.now },
    });
    if (count === 0) throw new NotFound();
    const user = await lockPerson(unit, userId);
    await proveAddress(world, unit, user, { clears: !isKnown });
    const passkeys = await removePasskeys(unit, userId);
    await unit.tx.user.update({
      where: { id: userId },
      data: { passwordHash, sessionVersion: user.sessionVersion + 1 },
    });
    await endSessionsIn(unit, userId);
    await spendLinks(unit, userId);
    await auditPerson(unit, userId, "password.reset", { passkeys });
    await notifyReset(world, unit, user, {
      passkeys,
      key: Buffer.from(fingerprint(input.token)).toString("hex"),
    });
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
