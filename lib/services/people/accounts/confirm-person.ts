import { limits } from "@/lib/domain/limits";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { spendCode } from "./second-step";
import { auditPerson } from "./sign-in-log";
import { countTry, forgetTries } from "./throttle";
import { matches } from "./verify-password";

/** What a signed-in person must enter again before a sensitive act. */
export interface Proof {
  password: string;
  /** From the app, or a recovery code; required where two-step sign-in is on. */
  code?: string;
}

/**
 * Verifies a signed-in person's password again, and a code where two-step sign-in is on, before a secret is shown, a
 * sign-in method is changed or money is paid out. Throws Invalid on `password` or `code`. A code is used up only after
 * the right password.
 */
export async function confirmPerson(world: World, userId: number, proof: Proof): Promise<void> {
  const { hasTwoStep } = await confirmPassword(world, userId, proof.password);
  if (hasTwoStep) await requireCode(world, userId, proof.code ?? "");
}

/** Verifies the password only: for acts that only make signing in harder. Throws Invalid on `password`. */
export async function confirmPassword(
  world: World,
  userId: number,
  password: string,
): Promise<{ hasTwoStep: boolean }> {
  const subject = `confirm\n${userId}`;
  await countTry(world, { subject, freeTries: limits.passwordAgain.free }, "password");
  const user = await world.db.user.findUnique({
    where: { id: userId },
    select: { passwordHash: true, totpConfirmedAt: true },
  });
  if (!(await matches(user?.passwordHash ?? null, password))) {
    await transact(world, (unit) => auditPerson(unit, userId, "sign_in.confirm_failed", { by: "password" }));
    throw new Invalid({ password: [say("wrong_password")] });
  }
  await forgetTries(world, subject);
  return { hasTwoStep: Boolean(user?.totpConfirmedAt) };
}

async function requireCode(world: World, userId: number, code: string): Promise<void> {
  if (code.trim() === "") throw new Invalid({ code: [say("code")] });
  // The same counter as at sign-in, so that an attacker does not get both limits.
  const subject = `code\n${userId}`;
  await countTry(world, { subject, freeTries: limits.secondStep.free }, "code");
  if (!(await spendCode(world, userId, code))) {
    await transact(world, (unit) => auditPerson(unit, userId, "sign_in.confirm_failed", { by: "code" }));
    throw new Invalid({ code: [say("wrong_code")] });
  }
  await forgetTries(world, subject);
}
