import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { lineProblem, unlinked } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { auditPerson } from "./sign-in-log";

/** Changes a person's name on their pages, in the audit log and in mails. Throws Invalid on `name`. */
export async function changeName(world: World, userId: number, typed: string): Promise<void> {
  const name = personName(typed);
  const problem = nameProblem(name);
  if (problem) throw new Invalid({ name: [problem] });
  await transact(world, async (unit) => {
    await unit.tx.user.update({ where: { id: userId }, data: { name } });
    await auditPerson(unit, userId, "person.renamed");
  });
}

/** The stored form of a name: others get it in mails, so it must not contain a web address. */
export function personName(typed: string): string {
  return unlinked(typed.trim());
}

/** What is wrong with the name of a person, or null. */
export function nameProblem(value: string): Problem | null {
  return value.trim() === "" ? say("name") : lineProblem(value.trim(), 255);
}
