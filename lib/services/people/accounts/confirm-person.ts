import { limits } from "@/lib/domain/limits";
import { Invalid, say } from "@/lib/domain/refusal";
import { readRecoveryCode } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { totpStep } from "@/lib/providers/totp";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { auditPerson, recordChange } from "./person";
import { countTry, forgetTries } from "./throttle";
import { matches, type SignedIn, signedInAs, withStores } from "./verify-password";

/**
 * The second step of signing in, after a password or a mailed link: a code of the app, or one of the recovery codes.
 * Each works once. Five tries per person are free; then pauses of 5 to 15 minutes follow. Throws Invalid on `code`,
 * also when the person was signed out everywhere since the first step.
 */
export async function verifySecondStep(
  world: World,
  input: { userId: number; sessionVersion: number; code: string },
): Promise<SignedIn> {
  const { userId, sessionVersion } = input;
  const subject = `code\n${userId}`;
  await countTry(world, { subject, freeTries: limits.secondStep.free }, "code");
  const user = await world.db.user.findUnique({ where: { id: userId }, include: withStores });
  if (user?.sessionVersion !== sessionVersion) throw new Invalid({ code: [say("wrong_code")] });
  if (!(await spendCode(world, userId, input.code, sessionVersion))) {
    await transact(world, (unit) => auditPerson(unit, userId, "sign_in.code_failed"));
    throw new Invalid({ code: [say("wrong_code")] });
  }
  await forgetTries(world, subject);
  return signedInAs(user, "two_steps");
}

/** Uses up a code of the app or a recovery code; false when it is neither, or the person was signed out meanwhile. */
export async function spendCode(
  world: World,
  userId: number,
  code: string,
  sessionVersion?: number,
): Promise<boolean> {
  return transact(world, async (unit) => {
    await unit.tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    const user = await unit.tx.user.findUnique({ where: { id: userId } });
    if (!user || (sessionVersion !== undefined && user.sessionVersion !== sessionVersion)) return false;
    return (
      (await spendAppCode(world, unit, user, code)) || (await spendRecoveryCode(world, unit, user, code))
    );
  });
}

interface Enrolled {
  id: number;
  totpSealed: Uint8Array | null;
  totpConfirmedAt: Date | null;
  totpLastStep: bigint | null;
  recoveryHashes: Uint8Array[];
}

/** A code that somebody else has seen cannot be used again: its 30 seconds, and all before, are used up. */
async function spendAppCode(world: World, unit: Unit, user: Enrolled, typed: string): Promise<boolean> {
  if (!user.totpSealed || !user.totpConfirmedAt) return false;
  const step = totpStep(world.secrets.open(user.totpSealed), typed.replace(/\s/g, ""), unit.now);
  if (step === null || (user.totpLastStep !== null && BigInt(step) <= user.totpLastStep)) return false;
  await unit.tx.user.update({ where: { id: user.id }, data: { totpLastStep: BigInt(step) } });
  return true;
}

async function spendRecoveryCode(world: World, unit: Unit, user: Enrolled, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (!code || !user.totpConfirmedAt) return false;
  const given = Buffer.from(fingerprint(code));
  const left = user.recoveryHashes.filter((kept) => !given.equals(kept));
  if (left.length === user.recoveryHashes.length) return false;
  await unit.tx.user.update({
    where: { id: user.id },
    data: { recoveryHashes: left.map((kept) => new Uint8Array(kept)) },
  });
  await recordChange(world, unit, user.id, {
    action: "two_step.code_used",
    change: said("change.code_used", { left: left.length }),
    details: { left: left.length },
  });
  return true;
}

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
