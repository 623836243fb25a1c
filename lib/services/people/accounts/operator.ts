import { Invalid, say } from "@/lib/domain/refusal";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { hashPassword } from "@/lib/providers/passwords";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { removePasskeys } from "./mailed-links";
import { endSessionsIn, spendLinks } from "./sessions";
import { passwordProblem } from "./verify-password";

/** Creates an operator, who runs the service. They have no store; their area is /ops. Throws Invalid by field. */
export async function createOperator(
  world: World,
  input: { name: string; email: string; password: string },
): Promise<{ userId: number }> {
  const email = normalizeEmail(input.email);
  if (!isEmail(email)) throw new Invalid({ email: [say("email")] });
  const problem = passwordProblem(input.password, [input.name, email]);
  if (problem) throw new Invalid({ password: [problem] });
  const passwordHash = await hashPassword(input.password);
  return transact(world, async (unit) => {
    const taken = await unit.tx.user.findUnique({ where: { email }, select: { id: true } });
    if (taken) throw new Invalid({ email: [say("address_taken")] });
    const user = await unit.tx.user.create({
      data: {
        email,
        name: input.name,
        passwordHash,
        isOperator: true,
        emailVerifiedAt: unit.now,
        createdAt: unit.now,
      },
    });
    await unit.audit({ actor: "system" }, { action: "operator.created", target: `user:${user.id}` });
    return { userId: user.id };
  });
}

/**
 * Lets an operator in again who lost their password, phone or both: a new password, no two-step sign-in and no passkey,
 * and every session ends. For whoever holds the machine; nobody else can ask for it. Throws Invalid on `email`.
 */
export async function resetOperator(
  world: World,
  input: { email: string; password: string },
): Promise<{ userId: number }> {
  const email = normalizeEmail(input.email);
  const passwordHash = await hashPassword(input.password);
  return transact(world, async (unit) => {
    const found = await unit.tx.user.findUnique({ where: { email }, select: { id: true, isOperator: true } });
    if (!found?.isOperator) throw new Invalid({ email: [say("nobody_has")] });
    const { id } = found;
    await unit.tx.user.update({
      where: { id },
      data: {
        ...{ totpSealed: null, totpConfirmedAt: null, totpLastStep: null, recoveryHashes: [] },
        passwordHash,
        sessionVersion: { increment: 1 },
      },
    });
    await removePasskeys(unit, id);
    await endSessionsIn(unit, id);
    await spendLinks(unit, id);
    await unit.audit({ actor: "system" }, { action: "operator.reset", target: `user:${id}` });
    return { userId: id };
  });
}
