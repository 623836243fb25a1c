import { Invalid, say } from "@/lib/domain/refusal";
import { normalizeEmail } from "@/lib/domain/text";
import { placeOf, queueMail } from "@/lib/services/core/queue-mail";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { removePasskeys } from "@/lib/services/people/accounts/mailed-links";
import { endSessionsIn, spendLinks } from "@/lib/services/people/accounts/sessions";
import { type Operator, requireOperator, requireReason } from "./operator";

/**
 * Turns off two-step sign-in and removes the passkeys of a person who lost their phone and recovery codes. The operator
 * must have verified the person, needs their own password, and cannot do it for themselves. Logged, and mailed to the
 * person. Throws NotAllowed, or Invalid on `email`, `reason`, `password` or `code`.
 */
export async function resetTwoStep(
  world: World,
  operator: Operator,
  input: Proof & { email: string; reason: string },
): Promise<{ name: string }> {
  await requireOperator(world.db, operator);
  const reason = requireReason(input.reason);
  const email = normalizeEmail(input.email);
  const found = await world.db.user.findUnique({ where: { email } });
  if (!found) throw new Invalid({ email: [say("nobody_has")] });
  if (found.id === operator.userId) throw new Invalid({ email: [say("two_step_own")] });
  if (!found.totpConfirmedAt) throw new Invalid({ email: [say("two_step_off")] });
  await confirmPerson(world, operator.userId, input);
  return transact(world, async (unit) => {
    const { email: contact } = await requireOperator(unit.tx, operator);
    const user = await unit.tx.user.update({
      where: { id: found.id },
      data: {
        ...{ totpSealed: null, totpConfirmedAt: null, totpLastStep: null, recoveryHashes: [] },
        sessionVersion: { increment: 1 },
      },
    });
    await removePasskeys(unit, user.id);
    await endSessionsIn(unit, user.id);
    await spendLinks(unit, user.id);
    await unit.audit(operator, { target: `user:${user.id}`, action: "person.two_step_reset", reason });
    await notify(world, unit, user, { reason, contact });
    return { name: user.name };
  });
}

async function notify(
  world: World,
  unit: Unit,
  user: { id: number; name: string; email: string; language: string },
  { reason, contact }: { reason: string; contact: string },
): Promise<void> {
  await queueMail(unit, {
    to: user,
    kind: "person.two_step_reset",
    values: { ...placeOf(world), name: user.name, reason, contact },
    dedupeKey: `person.two_step_reset/${user.id}/${unit.now.getTime()}`,
  });
}
