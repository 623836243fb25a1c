import { Invalid, say } from "@/lib/domain/refusal";
import { hashPassword } from "@/lib/providers/passwords";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { confirmPerson, type Proof } from "./confirm-person";
import { notifyPerson } from "./person";
import { endSessionsIn, spendLinks } from "./sessions";
import { auditPerson } from "./sign-in-log";
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
