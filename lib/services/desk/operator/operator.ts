import type { Tx } from "@/lib/db/client";
import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { textProblem } from "@/lib/domain/text";
import type { World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { NotAllowed } from "@/lib/services/people/accounts/seller";

/** A signed-in person who runs the service. What they may do is asked of the database with every act. */
export interface Operator {
  userId: number;
  /** For the log of acts: `user:12`. */
  actor: string;
}

/** Every verb of this folder begins here: whoever is no operator (any more) does nothing and sees nothing. */
export async function requireOperator(
  tx: Pick<Tx, "user">,
  operator: Operator,
): Promise<{ name: string; email: string }> {
  const user = await tx.user.findUnique({
    where: { id: operator.userId },
    select: { isOperator: true, name: true, email: true },
  });
  if (!user?.isOperator) throw new NotAllowed(say("operators_only"));
  return user;
}

/**
 * Before an act on somebody else's money or store: that it is the operator who sits there, and that they say why. A field
 * that was left empty is no try at the password. Throws NotAllowed, or Invalid on `reason`, `password` or `code`.
 */
export async function confirmOperator(
  world: World,
  operator: Operator,
  input: Proof & { reason: string },
): Promise<void> {
  await requireOperator(world.db, operator);
  requireReason(input.reason);
  if (input.password === "") throw new Invalid({ password: [say("password")] });
  await confirmPerson(world, operator.userId, input);
}

const reasonMax = 500;

/** Why an act is done, as its owner and the audit log will read it. Throws Invalid on `reason`. */
export function requireReason(typed: string): string {
  const reason = typed.trim();
  const problem = reason === "" ? say("reason") : textProblem(reason, reasonMax);
  if (problem) throw new Invalid({ reason: [problem] });
  return reason;
}
