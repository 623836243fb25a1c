import { limits } from "@/lib/domain/limits";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { composeRecoveryCode, recoveryCodeBytes, recoveryCodes } from "@/lib/domain/token";
import { qrSvg } from "@/lib/providers/qr";
import { fingerprint } from "@/lib/providers/secrets";
import { newTotpSecret, totpStep, totpUri } from "@/lib/providers/totp";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { confirmPassword, confirmPerson, type Proof } from "./confirm-person";
import { lockPerson, recordChange } from "./person";
import { countTry, forgetTries } from "./throttle";

/** The state of a person's two-step sign-in. */
export type TwoStep =
  | { state: "off" }
  /** The secret exists; sign-in requires no code until the first code was confirmed. */
  | { state: "begun"; secret: string; qrSvg: string }
  | { state: "on"; since: Date; recoveryCodesLeft: number };

export async function readTwoStep(world: World, userId: number): Promise<TwoStep> {
  const user = await world.db.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.totpConfirmedAt)
    return { state: "on", since: user.totpConfirmedAt, recoveryCodesLeft: user.recoveryHashes.length };
  if (!user.totpSealed) return { state: "off" };
  const secret = world.secrets.open(user.totpSealed);
  const uri = totpUri(secret, { issuer: world.config.serviceName, label: user.email });
  return { state: "begun", secret, qrSvg: await qrSvg(uri) };
}

/**
 * Creates a new secret for an authenticator app. Throws Invalid on `password`. Changes nothing where two-step sign-in
 * is on.
 */
export async function beginTwoStep(world: World, userId: number, password: string): Promise<void> {
  await confirmPassword(world, userId, password);
  await world.db.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpSealed: world.secrets.seal(newTotpSecret(world.random.bytes(20))), totpLastStep: null },
  });
}

/**
 * Turns it on after a right code of the app, and returns the recovery codes, only this once. Throws Invalid on `code`,
 * NotFound when nothing was begun or it is on.
 */
export async function confirmTwoStep(world: World, userId: number, code: string): Promise<string[]> {
  const subject = `two-step\n${userId}`;
  await countTry(world, { subject, freeTries: limits.secondStep.free }, "code");
  const codes = await transact(world, async (unit) => {
    const user = await lockPerson(unit, userId);
    if (!user.totpSealed || user.totpConfirmedAt) throw new NotFound();
    const step = totpStep(world.secrets.open(user.totpSealed), code.replace(/\s/g, ""), unit.now);
    if (step === null) throw new Invalid({ code: [say("wrong_first_code")] });
    const fresh = newCodes(world);
    await unit.tx.user.update({
      where: { id: userId },
      data: { totpConfirmedAt: unit.now, totpLastStep: BigInt(step), recoveryHashes: fresh.map(fingerprint) },
    });
    await recordChange(world, unit, userId, { action: "two_step.on", change: said("change.two_step_on") });
    return fresh;
  });
  await forgetTries(world, subject);
  return codes;
}

/** Turns it off; needs the password and a code. Throws Invalid on `password` or `code`. */
export async function turnOffTwoStep(world: World, userId: number, proof: Proof): Promise<void> {
  await confirmPerson(world, userId, proof);
  await transact(world, async (unit) => {
    const { totpSealed, totpConfirmedAt } = await lockPerson(unit, userId);
    if (!totpSealed) return;
    await unit.tx.user.update({
      where: { id: userId },
      data: { totpSealed: null, totpConfirmedAt: null, totpLastStep: null, recoveryHashes: [] },
    });
    if (totpConfirmedAt)
      await recordChange(world, unit, userId, {
        action: "two_step.off",
        change: said("change.two_step_off"),
      });
  });
}

/**
 * Creates ten new recovery codes; the old ones no longer work. Throws Invalid on `password` or `code`, NotFound while
 * it is off.
 */
export async function renewRecoveryCodes(world: World, userId: number, proof: Proof): Promise<string[]> {
  await confirmPerson(world, userId, proof);
  return transact(world, async (unit) => {
    const fresh = newCodes(world);
    const { count } = await unit.tx.user.updateMany({
      where: { id: userId, totpConfirmedAt: { not: null } },
      data: { recoveryHashes: fresh.map(fingerprint) },
    });
    if (count === 0) throw new NotFound();
    await recordChange(world, unit, userId, {
      action: "two_step.codes_renewed",
      change: said("change.codes_renewed"),
    });
    return fresh;
  });
}

function newCodes(world: World): string[] {
  return Array.from({ length: recoveryCodes }, () =>
    composeRecoveryCode(world.random.bytes(recoveryCodeBytes)),
  );
}
