import { Invalid, NotFound } from "@/lib/domain/refusal";
import { hashPassword } from "@/lib/providers/passwords";
import { fingerprint } from "@/lib/providers/secrets";
import { transact } from "../unit";
import type { World } from "../world";
import { endSessionsIn, spendLinks } from "./end-session";
import { passwordProblem } from "./password-rules";

/** Whether a mailed link would still work. Reading it spends nothing: mail scanners open links too. */
export async function isResetToken(world: World, token: string): Promise<boolean> {
  const found = await world.db.userToken.findFirst({
    where: { ...usable(world.clock.now()), tokenHash: fingerprint(token) },
    select: { userId: true },
  });
  return found !== null;
}

/**
 * Sets the password, spends the link and every other open one, and signs the person out everywhere. Throws Invalid
 * on `password`, NotFound when the link is wrong, spent or out of time.
 */
export async function resetPassword(world: World, input: { token: string; password: string }): Promise<void> {
  const problem = passwordProblem(input.password);
  if (problem) throw new Invalid({ password: [problem] });
  // A wrong link costs no hashing, and no hashing happens inside the transaction.
  if (!(await isResetToken(world, input.token))) throw new NotFound();
  const passwordHash = await hashPassword(input.password);
  await transact(world, async (unit) => {
    const tokenHash = fingerprint(input.token);
    const spent = await unit.tx.userToken.updateManyAndReturn({
      where: { ...usable(unit.now), tokenHash },
      data: { usedAt: unit.now },
    });
    const [token] = spent;
    if (!token) throw new NotFound();
    const user = await unit.tx.user.update({
      where: { id: token.userId },
      data: { passwordHash, sessionVersion: { increment: 1 }, emailVerifiedAt: unit.now },
    });
    await endSessionsIn(unit, user.id);
    await spendLinks(unit, user.id);
    await unit.audit({
      accountId: null,
      storeId: null,
      actor: `user:${user.id}`,
      action: "password.reset",
      target: `user:${user.id}`,
    });
    await unit.queueMessage({
      accountId: null,
      storeId: null,
      channel: "email",
      recipient: user.email,
      template: "password_changed",
      subject: `Your password for ${world.config.serviceName} was changed`,
      body: `Hello ${user.name},

Your password was changed and you were signed out everywhere. Sign in with the new one:

${world.config.siteUrl}/sign-in

If it was not you, set a new password at once: ${world.config.siteUrl}/forgot-password`,
      dedupeKey: `password_changed/${Buffer.from(tokenHash).toString("hex")}`,
    });
  });
}

function usable(now: Date) {
  return { kind: "password_reset" as const, usedAt: null, expiresAt: { gt: now } };
}
